"""Python compiled the line to a few instructions of its own virtual machine, in the order of the source.

They load names, multiply, add and call. Nothing in them says ATen, element type, vector or C++.
"""

import re

from claims.engine import Collector, Control, bytecode
from claims.subjects import add_before_product, line, line_in_aten

#: What must follow one another, as `dis` prints it: an operand, or an instruction that has none.
ORDER = ["relu", "T", "@", "1.0", "+", "CALL", "RETURN_VALUE"]
FOREIGN = ("aten", "at::", "c10", "float32", "double", "vec", "simd", "std::", "kernel", "cpp")


def collect(evidence: Collector, subject=line) -> None:
    text = bytecode(subject.__code__)
    # An empty slot that a call needs is printed beside the name: "NULL + torch".
    words = re.sub(r"NULL(\|self)? \+ | \+ NULL(\|self)?", "", text.text).split()
    order = [word for word in words if word in ORDER]
    evidence.check("the order of the source", order == ORDER, order)
    found = [word for word in FOREIGN if word in text.text.lower()]
    evidence.check("no word of ATen or C++", not found, found)
    evidence.check("x is loaded twice", len(re.findall(r"\bx\b", text.text)) == 2)
    evidence.value("instructions", len(text.lines), "instructions", depends=text.depends)
    evidence.excerpt("bytecode.txt", text)


CONTROLS = [
    Control("the add written before the product", fails="the order of the source", subject=add_before_product),
    Control("the line written in ATen operators", fails="no word of ATen or C++", subject=line_in_aten),
]
