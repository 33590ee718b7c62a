class FxGraphHashDetails:
    # … 229 lines
            self.cpp_runtime_thread_count = parallel_num_threads()
        # … 40 lines
        self.torch_version = torch_key()
    # … 118 lines
