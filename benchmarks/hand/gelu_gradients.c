// gelu_gradients.c - the larger of x and 0, less a bump, and its slope
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// As in gelu_forward.c, where the bump is a polynomial on each of 16 intervals. Of
// degree 6 its derivative is within 1e-7 of the bump's, and comes from the same
// seven numbers: each step of Horner's scheme that makes the one makes the other.
// So there is no exponential either.

#include "vectors.h"

enum { SIZE = X_0 * X_1, SIDE = 2, STEP = SIDE * LANES, AHEAD = 1024 };

/// A row for each power of the distance, the highest first, and a column for each
/// interval.
static const float BUMP[7][LANES] = {
    {-0.0096557159f, -0.00570810679f, 0.0023793634f, 0.00667885039f,
     0.0048569967f, 0.000691150432f, -0.00174043828f, -0.00174142502f,
     -0.00077945221f, -7.11113098e-05f, 0.000152178094f, 0.000127657026f,
     6.156155e-05f, 2.16265253e-05f, 5.94477888e-06f, 1.32134687e-06f},
    {-0.000106788226f, -0.018922111f, -0.0226152372f, -0.0112541448f,
     0.00261812611f, 0.00882454682f, 0.00714552868f, 0.00289402786f,
     2.78585594e-05f, -0.000833868282f, -0.000671360176f, -0.000335198449f,
     -0.000124695114f, -3.67238608e-05f, -8.81257984e-06f, -1.75158266e-06f},
    {0.0665047243f, 0.0470291115f, 0.00475559104f, -0.028756436f,
     -0.0360888466f, -0.0236452091f, -0.00768256327f, 0.00172085338f,
     0.0040626335f, 0.00301834149f, 0.00151794276f, 0.000585343048f,
     0.000181347728f, 4.62058633e-05f, 9.81500034e-06f, 1.75353364e-06f},
    {-8.5262468e-07f, 0.0896904916f, 0.129390135f, 0.108627521f,
     0.0566665456f, 0.0104144821f, -0.0126455631f, -0.0160921309f,
     -0.0110802567f, -0.00557563035f, -0.00221753097f, -0.000720650482f,
     -0.000194764536f, -4.42422788e-05f, -8.50619926e-06f, -1.39096346e-06f},
    {-0.398942262f, -0.345709026f, -0.21644254f, -0.0777984709f,
     0.0161896925f, 0.0521271043f, 0.048601348f, 0.0311146025f,
     0.0155114681f, 0.00629697088f, 0.00212659198f, 0.000604682486f,
     0.000145851722f, 2.99924741e-05f, 5.27673001e-06f, 7.96338384e-07f},
    {0.5f, 0.214384601f, 0.000774307817f, -0.108066708f, -0.127469212f,
     -0.0985779241f, -0.059189748f, -0.0290685259f, -0.0119456435f,
     -0.0041571958f, -0.00123381626f, -0.000313692872f, -6.85293926e-05f,
     -1.28912816e-05f, -2.0914315e-06f, -2.92977518e-07f},
    {0.0f, 0.132686332f, 0.169970512f, 0.146581337f, 0.100210801f,
     0.056993179f, 0.0275050644f, 0.0113726771f, 0.00404969417f,
     0.00124563975f, 0.000331564806f, 7.64640426e-05f, 1.52895282e-05f,
     2.65220592e-06f, 3.99260387e-07f, 5.2174105e-08f}
};

static inline void step(const float *x, const float *d, float *y, float *dx,
                        int end, int aligned) {
  const Vector magic = all(12582912);
  Vector v[SIDE], t[SIDE], p[SIDE], slope[SIDE];
  __m512i interval[SIDE];
  for (int k = 0; k < SIDE; ++k) {
    __builtin_prefetch(x + k * LANES + AHEAD);
    __builtin_prefetch(d + k * LANES + AHEAD);
    v[k] = load(x + k * LANES, before(k * LANES, end));
    t[k] = _mm512_range_ps(v[k], all(5.8f), 10); // |v|, and no more than that
  }
  for (int k = 0; k < SIDE; ++k) {
    Vector shifted = fma(t[k], all(8.0f / 3), magic);
    interval[k] = _mm512_castps_si512(shifted);
    t[k] = fma(_mm512_sub_ps(shifted, magic), all(-0.375f), t[k]);
    slope[k] = _mm512_permutexvar_ps(interval[k], _mm512_loadu_ps(BUMP[0]));
    p[k] = fma(slope[k], t[k],
               _mm512_permutexvar_ps(interval[k], _mm512_loadu_ps(BUMP[1])));
  }
  for (int power = 2; power < 7; ++power)
    for (int k = 0; k < SIDE; ++k) {
      slope[k] = fma(slope[k], t[k], p[k]);
      p[k] = fma(p[k], t[k],
                 _mm512_permutexvar_ps(interval[k], _mm512_loadu_ps(BUMP[power])));
    }
  for (int k = 0; k < SIDE; ++k) {
    __mmask16 lanes = before(k * LANES, end);
    __mmask16 right = _mm512_cmp_ps_mask(v[k], all(0), _CMP_GT_OQ);
    slope[k] = _mm512_mask_sub_ps(slope[k], right, all(1), slope[k]);
    put(y + k * LANES, lanes, aligned,
        _mm512_sub_ps(_mm512_max_ps(v[k], all(0)), p[k]));
    put(dx + k * LANES, lanes, aligned,
        _mm512_mul_ps(load(d + k * LANES, lanes), slope[k]));
  }
}

void run(const float *const *in, float *const *out) {
  int i = 0;
  for (; i + STEP <= SIZE; i += STEP)
    step(in[0] + i, in[1] + i, out[0] + i, out[1] + i, STEP, 1);
  if (i < SIZE)
    step(in[0] + i, in[1] + i, out[0] + i, out[1] + i, SIZE - i, 0);
}
