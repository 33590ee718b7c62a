"""What PyTorch made of a function, stage by stage. The only part of the engine that imports torch.

Every touch of a PyTorch internal is in this package, so that a moved internal is mended once.
"""

from .compilation import Compilation, CompilerCall, Graph, Kernel, compile_cpu, trace
from .installed import installed_build, installed_source

__all__ = ["Compilation", "CompilerCall", "Graph", "Kernel", "compile_cpu", "installed_build", "installed_source", "trace"]
