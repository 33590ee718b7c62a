"""What PyTorch made of a function, stage by stage. With the claim scripts the only code that imports torch.

Every touch of a PyTorch internal is in this package, so that a moved internal is mended once.
"""
