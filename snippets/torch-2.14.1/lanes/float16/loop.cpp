for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(4096L); x0+=static_cast<int64_t>(16L))
// … 4 lines
            auto tmp0 = at::vec::Vectorized<at::Half>::loadu(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(16));
            auto tmp1 = at::vec::convert<float,2,at::Half,1>(tmp0);
            // … 2 lines
            auto tmp4 = tmp1 + tmp3;
            auto tmp5 = at::vec::clamp_min(tmp4, decltype(tmp4)(0));
            auto tmp6 = at::vec::convert<at::Half,1,float,2>(tmp5);
            tmp6.store(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(16));
// … 3 lines
