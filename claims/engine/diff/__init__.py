"""The claim diff: what a change of the PyTorch build changed in the evidence, worst first.

`sides` finds the evidence of two builds, `changes` compares a claim's, `entries` groups what one upstream change did
to many claims, and the `render_` modules write the result for a terminal, a pull request and a machine.
"""
