"""Who evaluates Python frames: CPython itself, or a library that hooked in through PEP 523."""

from __future__ import annotations

import ctypes
from pathlib import Path


class _Location(ctypes.Structure):
    """``Dl_info`` of dlfcn.h."""

    _fields_ = [
        ("file", ctypes.c_char_p),
        ("base", ctypes.c_void_p),
        ("symbol", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
    ]  # fmt: skip


def frame_evaluator() -> str:
    """Return ``CPython``, or the name of the library whose function this interpreter hands its frames to.

    The name is the file's without folder and suffix, such as ``libtorch_python``. Raises AttributeError where this
    Python exports no PEP 523 getter.
    """
    python = ctypes.pythonapi
    current, getter = python.PyInterpreterState_Get, python._PyInterpreterState_GetEvalFrameFunc
    current.restype, getter.restype, getter.argtypes = ctypes.c_void_p, ctypes.c_void_p, [ctypes.c_void_p]
    evaluator = getter(current())
    if evaluator == ctypes.cast(python._PyEval_EvalFrameDefault, ctypes.c_void_p).value:
        return "CPython"
    place = _Location()
    ctypes.CDLL(None).dladdr(ctypes.c_void_p(evaluator), ctypes.byref(place))
    return Path((place.file or b"unknown").decode()).name.split(".")[0]
