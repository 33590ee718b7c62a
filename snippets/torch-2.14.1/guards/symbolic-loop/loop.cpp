for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(static_cast<int64_t>(ks0*ks0)); x0+=static_cast<int64_t>(8L))
// … 2 lines
        if(C10_LIKELY(x0 >= static_cast<int64_t>(0) && x0 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(static_cast<int64_t>(ks0*ks0)), static_cast<int64_t>(8L))))))
        // … 1 line
            auto tmp0 = at::vec::Vectorized<float>::loadu(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
            // … 4 lines
            tmp4.store(in_out_ptr0 + static_cast<int64_t>(x0));
        // … 1 line
        if(C10_UNLIKELY(x0 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(static_cast<int64_t>(ks0*ks0)), static_cast<int64_t>(8L)))) && x0 < static_cast<int64_t>(static_cast<int64_t>(ks0*ks0))))
        // … 1 line
            auto tmp0 = at::vec::Vectorized<float>::loadu(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(static_cast<int64_t>(ks0*ks0) + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(static_cast<int64_t>(ks0*ks0)), static_cast<int64_t>(8L)))));
            // … 4 lines
            tmp4.store(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(static_cast<int64_t>(ks0*ks0) + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(static_cast<int64_t>(ks0*ks0)), static_cast<int64_t>(8L)))));
    // … 2 lines
}
