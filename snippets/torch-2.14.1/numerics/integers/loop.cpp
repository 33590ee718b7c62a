extern "C"  void  kernel(float* in_out_ptr0,
                       const int64_t ks0)
// … 4 lines
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(static_cast<int64_t>(ks0*ks0)); x0+=static_cast<int64_t>(8L))
    // … 25 lines
}
