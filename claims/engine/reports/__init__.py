"""build/report.json in the forms that machines read: JUnit XML, GitHub annotations, a Markdown summary."""
