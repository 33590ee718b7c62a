// … 5 lines
auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
// … 4 lines
tmp4.store(out_ptr0 + static_cast<int64_t>(x0));
// … 3 lines
