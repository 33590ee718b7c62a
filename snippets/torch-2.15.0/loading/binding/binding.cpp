if(nargs != 3) [[unlikely]]
    throw std::runtime_error("requires 3 args");
kernel(parse_arg<float*>(args, 0), parse_arg<float*>(args, 1), parse_arg<int64_t>(args, 2)); Py_RETURN_NONE;
