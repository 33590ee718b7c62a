#include <stddef.h>

void run(const float *input, float *output, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        float x = input[i];
        float t0 = x * 3.0f;
        float t1 = t0 + 1.0f;
        float t2 = 0.0f > t1 ? 0.0f : t1;
        output[i] = t2;
    }
}
