/* train.c - trains a network, without Python and without a compiler
 * Part of Neo. SPDX-License-Identifier: Apache-2.0
 *
 *     ./train FOLDER [STEPS]
 *
 * FOLDER holds what spirals.py exported. Points lie on two spirals, and the
 * network learns to which of them each belongs. */

#include "predict.neo/predict.h"
#include "step.neo/step.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = STEP_INPUT_LABELS_ELEMENTS, TENSORS = 5 };

/* One of two sets of weights: a step reads one and writes the other. */
typedef struct weights {
  float *tensors[TENSORS];
} weights;

static neo_module *load(const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  neo_module *module = neo_load(path, NULL);
  if (!module) {
    fprintf(stderr, "train: %s\n", neo_error());
    exit(1);
  }
  return module;
}

/* A number in [-1, 1), the same in every run. */
static float draw(void) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (float)(state >> 40) / (float)(1 << 23) - 1;
}

static weights make_weights(const neo_module *step) {
  weights made;
  for (int i = 0; i < TENSORS; ++i) {
    const neo_tensor *tensor = neo_input(step, i);
    size_t count = tensor->bytes / sizeof(float);
    float scale = tensor->rank == 2 ? 1 / sqrtf((float)tensor->shape[0]) : 0.2f;
    made.tensors[i] = malloc(tensor->bytes);
    for (size_t n = 0; n < count; ++n)
      made.tensors[i][n] = scale * draw();
  }
  return made;
}

static void make_points(float *points, float *labels) {
  for (int n = 0; n < POINTS; ++n) {
    float along = (float)(n / 2) / (POINTS / 2), angle = 6 * along;
    labels[n] = (float)(n % 2);
    if (n % 2)
      angle += 3.14159265f;
    points[2 * n] = (along + 0.1f) * cosf(angle) + 0.02f * draw();
    points[2 * n + 1] = (along + 0.1f) * sinf(angle) + 0.02f * draw();
  }
}

int main(int argc, char **argv) {
  const char *folder = argc > 1 ? argv[1] : ".";
  int steps = argc > 2 ? atoi(argv[2]) : 3000;
  neo_module *step = load(folder, "step.neo");
  neo_module *predict = load(folder, "predict.neo");
  static float points[2 * POINTS], labels[POINTS], odds[POINTS];
  make_points(points, labels);
  weights now = make_weights(step), next = make_weights(step);
  float value = 0;
  for (int n = 0; n <= steps; ++n) {
    float **w = now.tensors, **v = next.tensors;
    if (step_run(step, w[0], w[1], w[2], w[3], w[4], points, labels, &value,
                 v[0], v[1], v[2], v[3], v[4]) != 0) {
      fprintf(stderr, "train: %s\n", neo_error());
      return 1;
    }
    weights before = now;
    now = next;
    next = before;
    if (n % (steps / 4 > 0 ? steps / 4 : 1) == 0)
      printf("step %4d  loss %.4f\n", n, value);
  }
  float **w = now.tensors;
  if (predict_run(predict, w[0], w[1], w[2], w[3], w[4], points, odds) != 0) {
    fprintf(stderr, "train: %s\n", neo_error());
    return 1;
  }
  int right = 0;
  for (int n = 0; n < POINTS; ++n)
    right += (odds[n] > 0.5f) == (labels[n] > 0.5f);
  printf("%d of %d points are on the right spiral\n", right, POINTS);
  for (int i = 0; i < TENSORS; ++i) {
    free(now.tensors[i]);
    free(next.tensors[i]);
  }
  neo_free(predict);
  neo_free(step);
  return 0;
}
