extern "C"  void  kernel(const float* in_ptr0,
// … 4 lines
    #pragma omp parallel num_threads(4)
    // … 3 lines
            #pragma omp for
            for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(4096L); x0+=static_cast<int64_t>(8L))
    // … 17 lines
}
