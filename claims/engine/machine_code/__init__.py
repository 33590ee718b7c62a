"""Machine code, read by structure on x86-64 and arm64.

`disassembly` finds a function in a shared object and takes it apart; `listing` is what comes of it: instructions with
what each reads and writes, and loops. `float_instructions` says what an instruction computes: an add or a maximum, on
how many numbers at once, of which size. `origins` says where the value in a register comes from: another instruction,
or an argument of the function. `overlap` finds the vector loops, and the jumps that let them run only where two buffers
lie apart.
"""
