for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(4096L); x0+=static_cast<int64_t>(8L))
// … 7 lines
            auto tmp2 = tmp0 > tmp1;
            // … 2 lines
            auto tmp6 = tmp3 + tmp5;
            auto tmp7 = at::vec::clamp_min(tmp6, decltype(tmp6)(0));
            auto tmp8 = tmp3 - tmp5;
            auto tmp9 = at::vec::clamp_min(tmp8, decltype(tmp8)(0));
            auto tmp10 = at::vec::VecMask<float,1>::from(tmp2);
            auto tmp11 = decltype(tmp7)::blendv(tmp9, tmp7, tmp10.template cast<float,1>());
            tmp11.store(out_ptr1 + static_cast<int64_t>(x0));
    // … 2 lines
}
