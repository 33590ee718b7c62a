for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(1024L); x0+=static_cast<int64_t>(8L))
// … 4 lines
            auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
            // … 2 lines
            auto tmp3 = tmp0 * tmp2;
            // … 2 lines
            auto tmp6 = tmp3 + tmp5;
            auto tmp7 = at::vec::clamp_min(tmp6, decltype(tmp6)(0));
            tmp7.store(out_ptr0 + static_cast<int64_t>(x0));
    // … 2 lines
}
