// gelu_forward.c - the larger of x and 0, less a bump
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// With P the normal distribution, x P(x) is max(x, 0) - t P(-t) where t = |x|, and
// that product falls to 0 before 6: polynomials of degree 5 on 16 intervals of
// 3/8, looked up in registers, are within 3e-8 of it. So the error function, which
// a product with x has to follow, is not needed.

#include "vectors.h"

enum { SIZE = X_0 * X_1, SIDE = 4, STEP = SIDE * LANES, AHEAD = 1024 };

/// A row for each power of the distance, the highest first, and a column for each
/// interval.
static const float BUMP[6][LANES] = {
    {-0.00514382496f, -0.0189586412f, -0.0226505604f, -0.0112588722f,
     0.00263700122f, 0.00884272251f, 0.0071506775f, 0.00289029302f,
     2.3227869e-05f, -0.000836022198f, -0.000671616872f, -0.000334871904f,
     -0.000124423197f, -3.65999331e-05f, -8.77203001e-06f, -1.74128286e-06f},
    {0.0674441159f, 0.0467159376f, 0.00488613453f, -0.0283900015f,
     -0.0358223692f, -0.0236072894f, -0.00777805177f, 0.0016253104f,
     0.00401986903f, 0.00301444018f, 0.00152629195f, 0.000592346885f,
     0.000184725301f, 4.7392401e-05f, 1.01411597e-05f, 1.82602912e-06f},
    {-7.4058873e-05f, 0.0896921605f, 0.129391745f, 0.108627737f,
     0.0566656813f, 0.0104136504f, -0.0126457987f, -0.0160919596f,
     -0.0110800453f, -0.00557553163f, -0.00221751933f, -0.000720665383f,
     -0.000194776963f, -4.42479432e-05f, -8.50805282e-06f, -1.39143435e-06f},
    {-0.398940295f, -0.345704734f, -0.216444328f, -0.0778035f, 0.016186038f,
     0.0521265864f, 0.0486026593f, 0.0311159138f, 0.0155120548f,
     0.00629702443f, 0.00212647743f, 0.000604586443f, 0.000145805403f,
     2.99761996e-05f, 5.27225666e-06f, 7.95344022e-07f},
    {0.5f, 0.214384586f, 0.000774293032f, -0.108066708f, -0.127469197f,
     -0.0985779166f, -0.0591897443f, -0.0290685259f, -0.0119456453f,
     -0.00415719673f, -0.00123381638f, -0.000313692755f, -6.85292762e-05f,
     -1.28912297e-05f, -2.09141467e-06f, -2.92973226e-07f},
    {0.0f, 0.132686332f, 0.169970512f, 0.146581337f, 0.100210808f,
     0.056993179f, 0.0275050607f, 0.0113726743f, 0.00404969277f,
     0.00124563964f, 0.000331565039f, 7.64642391e-05f, 1.52896228e-05f,
     2.65223912e-06f, 3.99269481e-07f, 5.21761265e-08f}
};

static inline void step(const float *x, float *y, int end, int aligned) {
  const Vector magic = all(12582912);
  Vector v[SIDE], t[SIDE], p[SIDE];
  __m512i interval[SIDE];
  for (int k = 0; k < SIDE; ++k) {
    __builtin_prefetch(x + k * LANES + AHEAD);
    v[k] = load(x + k * LANES, before(k * LANES, end));
    t[k] = _mm512_range_ps(v[k], all(5.8f), 10); // |v|, and no more than that
  }
  for (int k = 0; k < SIDE; ++k) {
    Vector shifted = fma(t[k], all(8.0f / 3), magic);
    interval[k] = _mm512_castps_si512(shifted);
    t[k] = fma(_mm512_sub_ps(shifted, magic), all(-0.375f), t[k]);
    p[k] = _mm512_permutexvar_ps(interval[k], _mm512_loadu_ps(BUMP[0]));
  }
  for (int power = 1; power < 6; ++power)
    for (int k = 0; k < SIDE; ++k)
      p[k] = fma(p[k], t[k],
                 _mm512_permutexvar_ps(interval[k], _mm512_loadu_ps(BUMP[power])));
  for (int k = 0; k < SIDE; ++k)
    put(y + k * LANES, before(k * LANES, end), aligned,
        _mm512_sub_ps(_mm512_max_ps(v[k], all(0)), p[k]));
}

void run(const float *const *in, float *const *out) {
  int i = 0;
  for (; i + STEP <= SIZE; i += STEP)
    step(in[0] + i, out[0] + i, STEP, 1);
  if (i < SIZE)
    step(in[0] + i, out[0] + i, SIZE - i, 0);
}
