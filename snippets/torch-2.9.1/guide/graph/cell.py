seen = []


def keep_graph(graph, inputs):
    seen.append(graph)
    return graph.forward


watched = torch.compile(three_steps, backend=keep_graph, fullgraph=True, dynamic=False)
watched(torch.randn(8, device=device))
print(seen[0].graph)
assert [node.name for node in seen[0].graph.nodes if node.op == "call_function"] == ["mul", "add", "relu"]
