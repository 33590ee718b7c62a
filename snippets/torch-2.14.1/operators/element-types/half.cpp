// … 5 lines
auto tmp0 = at::vec::Vectorized<at::Half>::loadu(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(16));
auto tmp1 = at::vec::convert<float,2,at::Half,1>(tmp0);
auto tmp2 = static_cast<float>(1.0);
auto tmp3 = at::vec::VectorizedN<float,2>(tmp2);
auto tmp4 = tmp1 + tmp3;
auto tmp5 = at::vec::clamp_min(tmp4, decltype(tmp4)(0));
auto tmp6 = at::vec::convert<at::Half,1,float,2>(tmp5);
tmp6.store(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(16));
// … 3 lines
