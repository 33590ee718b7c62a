// … 7 lines
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(512L); x0+=static_cast<int64_t>(1L))
// … 2 lines
    for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(512L); x1+=static_cast<int64_t>(1L))
    // … 4 lines
            for(int64_t x2=static_cast<int64_t>(0L); x2<static_cast<int64_t>(512L); x2+=static_cast<int64_t>(8L))
            // … 6 lines
                        auto tmp2 = tmp0 * tmp1;
            // … 5 lines
            out_ptr0[static_cast<int64_t>(x1 + 512L*x0)] = static_cast<float>(tmp_acc0);
// … 7 lines
