for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(4096L); x0+=static_cast<int64_t>(8L))
// … 4 lines
            auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
            // … 2 lines
            auto tmp3 = tmp0 + tmp2;
            auto tmp4 = at::vec::clamp_min(tmp3, decltype(tmp3)(0));
            auto tmp5 = tmp4 + tmp2;
            auto tmp6 = at::vec::clamp_min(tmp5, decltype(tmp5)(0));
            auto tmp7 = tmp6 + tmp2;
            auto tmp8 = at::vec::clamp_min(tmp7, decltype(tmp7)(0));
            tmp8.store(out_ptr0 + static_cast<int64_t>(x0));
    // … 2 lines
}
