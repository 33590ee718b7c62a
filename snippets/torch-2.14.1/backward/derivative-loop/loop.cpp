// … 5 lines
auto tmp0 = at::vec::Vectorized<float>::loadu(in_out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
// … 3 lines
auto tmp3 = tmp0 + tmp2;
auto tmp4 = at::vec::clamp_min(tmp3, decltype(tmp3)(0));
// … 2 lines
auto tmp7 = at::vec::VecMask<float,1>(tmp4 <= tmp6);
// … 4 lines
auto tmp13 = tmp4 * tmp12;
// … 1 line
auto tmp15 = tmp14 * tmp13;
auto tmp16 = decltype(tmp6)::blendv(tmp15, tmp6, tmp7.template cast<float,1>());
tmp16.store(in_out_ptr0 + static_cast<int64_t>(x0));
// … 3 lines
