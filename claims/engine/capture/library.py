"""Calls from a wrapper into a library: what the wrapper handed over, and what the library says that it did."""

from __future__ import annotations

import ctypes
import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unittest import mock

import torch
from torch import Tensor
from torch._inductor.select_algorithm import extern_kernels


@dataclass(frozen=True)
class LibraryCall:
    """One call of ``extern_kernels`` with the tensors as they were at that moment."""

    name: str
    operands: tuple[Tensor, ...]
    out: Tensor | None
    """The buffer that the caller supplied for the result, None where it supplied none."""


def library_calls(function: Callable[..., Any], *inputs: Any, name: str = "mm") -> list[LibraryCall]:
    """Call a compiled function and return its calls of ``extern_kernels.<name>``, in order."""
    calls: list[LibraryCall] = []
    own = getattr(extern_kernels, name)

    def watched(*operands: Tensor, out: Tensor | None = None) -> Any:
        calls.append(LibraryCall(name, operands, out))
        return own(*operands) if out is None else own(*operands, out=out)

    with mock.patch.object(extern_kernels, name, watched):
        function(*inputs)
    return calls


@dataclass(frozen=True)
class BlasCall:
    """One product as oneMKL reports it, in the column-major words of BLAS."""

    routine: str
    """``SGEMM`` for float32: S for single precision, GEMM for general matrix multiplication."""
    transposed: tuple[str, str]
    """Per operand ``N`` as it lies in memory, or ``T`` for its transpose."""
    sizes: tuple[int, int, int]
    """Rows and columns of the result, and the length of the sums."""
    leading: tuple[int, int, int]
    """Elements from one column of an operand or of the result to the next."""
    same_operand: bool
    """True where both operands start at the same address."""

    def __str__(self) -> str:
        return f"{self.routine}({', '.join(map(str, (*self.transposed, *self.sizes)))}), leading {self.leading}"


_GEMM = re.compile(r"^MKL_VERBOSE (\w*GEMM\w*)\((\w),(\w),(\d+),(\d+),(\d+),(.*?)\) ", re.MULTILINE)


def blas_of_build() -> str:
    """Return the BLAS that PyTorch was built with, by its own report: ``mkl``, ``open``, ``accelerate`` …"""
    found = re.search(r"BLAS_INFO=(\w+)", torch.__config__.show())
    return found[1] if found else "unknown"


def blas_calls(function: Callable[..., Any], *inputs: Any) -> list[BlasCall]:
    """Call a function and return the matrix products that oneMKL reports; none where the build is without oneMKL."""
    if not torch.backends.mkl.is_available():  # type: ignore[no-untyped-call]
        function(*inputs)
        return []
    return products_in(_reported(function, *inputs))


def products_in(report: str) -> list[BlasCall]:
    """Return the matrix products in a report of oneMKL's, in order."""
    found = []
    for routine, first, second, m, n, k, rest in _GEMM.findall(report):
        _, a, lda, b, ldb, _, _, ldc = rest.split(",")[:8]
        found.append(
            BlasCall(routine, (first, second), (int(m), int(n), int(k)), (int(lda), int(ldb), int(ldc)), a == b)
        )
    return found


def _reported(function: Callable[..., Any], *inputs: Any) -> str:
    """Return what oneMKL writes to standard output while `function` runs; it writes past Python's own stream."""
    libc = ctypes.CDLL(None)
    libc.fflush(None)
    saved = os.dup(1)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        try:
            with torch.backends.mkl.verbose(torch.backends.mkl.VERBOSE_ON):  # type: ignore[no-untyped-call]
                function(*inputs)
            libc.fflush(None)
        finally:
            os.dup2(saved, 1)
            os.close(saved)
        file.seek(0)
        return file.read().decode(errors="replace")
