for backend in ("eager", "aot_eager", keep_graph):
    torch.compiler.reset()
    other = torch.compile(three_steps, backend=backend, fullgraph=True)
    assert torch.equal(other(x), three_steps(x))
    print(backend if isinstance(backend, str) else backend.__name__, "gives the same bits")
