"""A run of the C++ compiler is read from its command line."""

from __future__ import annotations

from pathlib import Path

from claims.engine.compiler_call import CompilerCall

COMMAND = (
    "g++ /cache/a/kernel.cpp -D NDEBUG -DLOCAL -include /cache/header.h -I '/with a blank/include' "
    "-O3 -march=native -shared -fPIC -o /cache/a/kernel.so -lgomp"
)


def test_source_and_output() -> None:
    """The source is the word that names a C++ file, the output what follows -o."""
    call = CompilerCall(COMMAND, 0.8)
    assert (call.source, call.output) == (Path("/cache/a/kernel.cpp"), Path("/cache/a/kernel.so"))


def test_quoted_words_stay_whole() -> None:
    """A path with a blank is one word."""
    assert "/with a blank/include" in CompilerCall(COMMAND, 0.8).words


def test_the_text_has_an_option_a_line() -> None:
    """An option that takes its operand as a word of its own keeps it on its line."""
    assert CompilerCall(COMMAND, 0.8).artifact.text == (
        "g++\n"
        "    /cache/a/kernel.cpp\n"
        "    -D NDEBUG\n"
        "    -DLOCAL\n"
        "    -include /cache/header.h\n"
        "    -I /with a blank/include\n"
        "    -O3\n"
        "    -march=native\n"
        "    -shared\n"
        "    -fPIC\n"
        "    -o /cache/a/kernel.so\n"
        "    -lgomp\n"
    )
