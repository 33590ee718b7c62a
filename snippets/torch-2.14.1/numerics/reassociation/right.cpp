// … 5 lines
auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
auto tmp1 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
auto tmp2 = at::vec::Vectorized<float>::loadu(in_ptr2 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
auto tmp3 = tmp1 + tmp2;
auto tmp4 = tmp0 + tmp3;
tmp4.store(out_ptr0 + static_cast<int64_t>(x0));
// … 3 lines
