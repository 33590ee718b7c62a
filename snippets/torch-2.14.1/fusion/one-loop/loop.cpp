for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(4096L); x0+=static_cast<int64_t>(8L))
// … 4 lines
            auto tmp0 = at::vec::Vectorized<float>::loadu(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
            // … 2 lines
            auto tmp3 = tmp0 + tmp2;
            auto tmp4 = at::vec::clamp_min(tmp3, decltype(tmp3)(0));
            tmp4.store(in_out_ptr0 + static_cast<int64_t>(x0));
    // … 2 lines
}
