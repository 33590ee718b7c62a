"""``python -m claims``. Imports nothing at module level: every forked child imports this module once."""

if __name__ == "__main__":
    from claims.web.cli import main

    main()
