def one_pass(x):
    y = torch.empty_like(x)
    for i in range(x.numel()):
        value = x[i].item()  # the only read
        value = value * 2.0 + 1.0
        y[i] = max(value, 0.0)  # the only write
    return y
