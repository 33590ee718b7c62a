"""The one exception that ends the program with a message instead of a traceback."""

from __future__ import annotations


class EngineError(Exception):
    """Something outside any claim keeps the engine from going on.

    `message` says where and what, `next` is the command that comes next, `code` the exit code.
    """

    def __init__(self, message: str, *, next: str, code: int = 2) -> None:
        super().__init__(message)
        self.message = message
        self.next = next
        self.code = code
