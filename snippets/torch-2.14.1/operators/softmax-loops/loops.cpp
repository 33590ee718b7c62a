// … 11 lines
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(64L); x0+=static_cast<int64_t>(1L))
// … 4 lines
        for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(64L); x1+=static_cast<int64_t>(8L))
        // … 5 lines
                    tmp_acc0_vec = at::vec::maximum(tmp_acc0_vec, tmp0);
    // … 9 lines
        for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(64L); x1+=static_cast<int64_t>(8L))
        // … 8 lines
                    auto tmp4 = tmp3.exp();
    // … 8 lines
    for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(64L); x1+=static_cast<int64_t>(8L))
    // … 7 lines
                auto tmp3 = tmp0 / tmp2;
// … 9 lines
