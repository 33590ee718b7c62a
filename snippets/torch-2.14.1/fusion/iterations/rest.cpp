for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(3969L); x0+=static_cast<int64_t>(8L))
// … 11 lines
        if(C10_UNLIKELY(x0 >= static_cast<int64_t>(3968L) && x0 < static_cast<int64_t>(3969L)))
        // … 6 lines
            tmp4.store(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(1L));
    // … 2 lines
}
