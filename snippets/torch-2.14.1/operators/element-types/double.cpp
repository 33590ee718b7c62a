// … 5 lines
auto tmp0 = at::vec::VectorizedN<double,2>::loadu(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
auto tmp1 = static_cast<double>(1.0);
auto tmp2 = at::vec::VectorizedN<double,2>(tmp1);
auto tmp3 = tmp0 + tmp2;
auto tmp4 = at::vec::clamp_min(tmp3, decltype(tmp3)(0));
tmp4.store(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
// … 3 lines
