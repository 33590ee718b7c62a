class FxGraphHashDetails:
    # … 224 lines
            self.cpp_runtime_thread_count = parallel_num_threads()
        # … 30 lines
        self.torch_version = torch_key()
    # … 115 lines
