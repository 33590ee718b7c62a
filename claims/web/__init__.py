"""Renders the site: a Markdown extension, a thin MkDocs plugin, and a check of the HTML that came out."""
