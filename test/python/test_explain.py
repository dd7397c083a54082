# test_explain.py - what is said about a program
# Part of Neo. SPDX-License-Identifier: Apache-2.0
import re

import numpy as np
import pytest

import neo

ROW = neo.expr("C[p] += A[2*p + r] * W[r]", p=4)
STEP = neo.expr("H[i] = where(X[i] > 0, 1.0, 0.0) * Y[i]")
DENSE = neo.expr("Y[b,j] += X[b,i] * W[i,j]")
X, W, V = (neo.spec(shape, "float32")
           for shape in ((256, 64), (64, 128), (128, 32)))
B, T = neo.spec((128,), "float32"), neo.spec((256, 32), "float32")
PARAMETERS = {"w": W, "b": B, "v": V}


def loss(p, x, t):
    h = neo.gelu(DENSE(x, p["w"]) + p["b"])
    y = DENSE(h, p["v"])
    return neo.mean((y - t) ** 2)


@neo.jit
def train(p, x, t):
    value, slope = neo.value_and_grad(loss)(p, x, t)
    return {k: p[k] - 0.01 * slope[k] for k in p}, value


def kernels(said: str) -> list[str]:
    """The lines of the table."""
    return [line for line in said.splitlines() if re.match(r" +\d+ ", line)]


def test_kernels_and_gradients_have_the_users_names() -> None:
    said = neo.explain(train, PARAMETERS, X, T)
    assert "Y[b,j] += x[b, i] * p['w'][i, j]; h = neo.gelu(DENSE(" in said
    assert "Y[b,j] += h[b, i] * p['v'][i, j]" in said
    assert "gradient of p['b']; p[k] - 0.01 * slope[k]" in said
    assert "  gradient of p['w']: gathered: 2.1 M iterations" in said
    assert not re.search(r"#\d|%|op_0|loss_0|arg\d", said)


def test_a_training_step_is_told_in_half_a_minute() -> None:
    said = neo.explain(train, PARAMETERS, X, T).splitlines()
    assert re.fullmatch(r"train: \d+ kernels, [\d.]+ M operations, "
                        r"[\d.]+ MB moved", said[0])
    assert len(said) < 25
    assert max(map(len, said)) < 180
    full = neo.explain(train, PARAMETERS, X, T, verbose=True).splitlines()
    assert full[:len(said)] == said and len(full) > 4 * len(said)


@neo.jit
def deep(p, x):
    def loss(p):
        h = x
        for w in p:
            h = neo.tanh(neo.softmax(h @ w, axis=-1) @ w)
        return neo.sum(h * h)
    return neo.grad(loss)(p)


def test_of_a_large_program_the_costliest_kernels_are_shown() -> None:
    p = [neo.spec((16, 16), "f32") for _ in range(8)]
    said = neo.explain(deep, p, neo.spec((32, 16), "f32")).splitlines()
    full = neo.explain(deep, p, neo.spec((32, 16), "f32"), verbose=True).splitlines()
    count = int(re.match(r"deep: (\d+) kernels", said[0])[1])
    table = [line for line in said if re.match(r"[ \d]{5}\d ", line)]
    rows = [line.split()[0] for line in table]
    assert len(said) < 36 < count and len(rows) == 16
    assert rows == sorted(rows, key=int)
    assert max(map(len, said)) <= max(88, *map(len, table))
    assert any(re.match(rf" +and {count - 16} more kernels: \d.* operations, \d.* moved$",
                        line) for line in said)
    assert "more pairs, are apart: " in " ".join(" ".join(said).split())
    assert any(re.match(r"  and \d+ more gradients", line) for line in said)
    assert said[-1] == "  all of them: neo.explain(..., verbose=True)"
    everything = [line for line in full if re.match(r"[ \d]{5}\d ", line)]
    assert [line.split()[0] for line in everything] == [str(n + 1) for n in range(count)]
    assert not any("more pair" in line for line in full)


def test_the_kernel_that_takes_most_is_among_those_shown() -> None:
    @neo.jit
    def program(x, w):
        for _ in range(10):
            x = neo.softmax(neo.sum(x, 0) * x, axis=0)
        return x, w @ w
    said = neo.explain(program, neo.spec((4, 4), "f32"), neo.spec((256, 256), "f32"))
    assert "more kernels: " in said and "w @ w" in said


def test_what_is_told_in_full_says_nothing_of_more() -> None:
    said = neo.explain(neo.jit(lambda x, w: neo.gelu(DENSE(x, w))), X, W)
    assert "verbose" not in said and "more" not in said


def test_long_lines_go_on_below() -> None:
    terms = " + ".join(f"A{n}[i]" for n in range(40))
    said = neo.explain(neo.expr(f"Y[i] = {terms}"), *[neo.spec((8,), "f32")] * 40)
    table = [line for line in said.splitlines() if re.match(r" +\d+ ", line)]
    assert max(map(len, said.splitlines())) <= max(88, *map(len, table))
    assert "A39[i]: 1 kernel" in " ".join(said.split())


def test_statements_that_became_one_kernel_share_a_line() -> None:
    product = neo.expr("Y[b,j] += X[b,i] * W[i,j]; Z[b,j] = relu(Y[b,j] + B[j])")
    said = neo.explain(product, X, W, B)
    line, = (line for line in kernels(said.partition("its gradients")[0])
             if "Y[b,j] += X[b, i] * W[i, j]" in line)
    assert "; Z[b,j] = relu(Y[b, j] + B[j])" in line


def test_why_two_kernels_are_apart_is_said() -> None:
    said = neo.explain(neo.jit(lambda x, w, v: DENSE(DENSE(x, w), v)), X, W, V)
    assert "1 and 2 are apart: a contraction keeps tiles, not rows" in said


def test_what_is_packed_is_named() -> None:
    product = neo.jit(lambda x, weights: DENSE(x, weights))
    wide = neo.spec((64, 512), "float32")
    said = kernels(neo.explain(product, X, wide))
    assert "weights in panels" in said[0]


def test_a_schedule_says_tiles_vectors_and_threads() -> None:
    said = kernels(neo.explain(neo.jit(lambda x, w: DENSE(x, w)), X, W))
    assert re.search(r"tiles \d+ b x \d+ j, vectors \d+ j, threads b", said[-1])


def test_rows_are_said_to_go_together() -> None:
    scores = neo.spec((512, 1024), "float32")
    line, = kernels(neo.explain(neo.jit(lambda s: neo.softmax(s)), scores))
    assert "neo.softmax(s)" in line
    assert re.search(r"rows \d+ d0, \d+ vectors of each, threads d0", line)


def test_what_runs_once_or_often_says_so() -> None:
    weights = np.zeros((64, 512), np.float32)
    once = kernels(neo.explain(neo.jit(lambda x: DENSE(x, weights)), X))
    assert "once for all runs" in once[0]

    def rnn(h, xs):
        return neo.scan(lambda h, x: (neo.tanh(h + x), h), h, xs)
    often = neo.explain(neo.jit(rnn), neo.spec((4,)), neo.spec((9, 4)))
    assert "9 times" in often


def test_gradients_of_an_expression_have_a_form_and_a_cost() -> None:
    said = neo.explain(ROW, np.zeros(9), np.zeros(3))
    assert said.startswith("C[p] += A[2*p + r] * W[r]: 1 kernel, 24 ")
    assert "  gradient of A: gathered in 2 residue classes: " in said
    assert "  gradient of W: gathered: 12 iterations for 12 terms" in said
    full = neo.explain(ROW, np.zeros(9), np.zeros(3), verbose=True)
    assert "A is read by p < 4, r < 3 : A(9)[2 * p + r]" in full
    assert "the inverse of elements (2 * z0) is t0 < 2 :" in full


def test_a_gradient_that_is_zero_is_named() -> None:
    said = neo.explain(STEP, neo.spec((3,)), neo.spec((3,)))
    assert "gradient of X is identically zero" in said
    assert "gradient of Y is identically zero" not in said

    def slopes(a, unused):
        return neo.grad(lambda a, u: neo.sum(a * a), (0, 1))(a, unused)
    said = neo.explain(neo.jit(slopes), np.zeros(9), np.zeros(2))
    assert "gradient of u is identically zero" in said


def test_what_has_no_gradients_is_explained_without() -> None:
    counts = neo.expr("N[i] = K[i] + 1")
    said = neo.explain(counts, neo.spec((5,), "int64"))
    assert said.startswith("N[i] = K[i] + 1: 1 kernel") and "gradient" not in said


def test_ir_of_other_origin_is_explained_in_its_own_names() -> None:
    text = neo.canonical(DENSE.ir(X, W))
    said = neo.explain(text)
    assert said.startswith("the program: ")
    assert "%0 = neo.compute [b: 256, j: 128]" in said


def test_elements_at_indices_of_data_and_their_gradients_are_named() -> None:
    def slope(table, words):
        return neo.grad(lambda t: neo.sum(t[words] ** 2))(table)
    said = neo.explain(neo.jit(slope), neo.spec((100, 8)),
                       neo.spec((4,), "int64"))
    assert " 1 t[words] " in said and " gradient of t " in said


def test_a_method_is_explained() -> None:
    class Model:
        @neo.jit
        def predict(self, x):
            return neo.tanh(x)
    assert "neo.tanh(x)" in neo.explain(Model().predict, X)


@pytest.mark.parametrize("what,arrays,said", [
    (lambda x: x, (X,), "the plain function '<lambda>': wrap it by neo.jit"),
    (3, (), "neo.expr, a neo.jit function or IR text, not int"),
    ("func.func @f() {return}", (X,), "IR text has its shapes"),
    (train, (PARAMETERS, X), "'train' cannot be traced: missing a required "
                             "argument: 't'"),
    (DENSE, (X,), "takes 2 operand"),
    (train, (PARAMETERS, "x", T), "argument 'x'"),
])
def test_what_cannot_be_explained(what, arrays, said) -> None:
    with pytest.raises(neo.Error, match=re.escape(said)):
        neo.explain(what, *arrays)


def test_text_that_is_no_module() -> None:
    with pytest.raises(neo.Error):
        neo.explain("func.func @f(")


def test_elements_along_an_axis_are_told_by_the_users_line() -> None:
    def pick(lp, y):
        return neo.take_along_axis(lp, y[:, None], axis=1)
    said = neo.explain(neo.jit(pick), neo.spec((8, 5)), neo.spec((8,), "int64"))
    assert "neo.take_along_axis(lp, y[:, None], axis=1)" in kernels(said)[-1]
    assert not re.search(r"%|neo\.gather|X_at|\[d0", said.replace("[:, None]", ""))


def test_elements_that_an_expression_takes_are_told_as_it_reads_them() -> None:
    rows = neo.expr("Y[i,j] = A[I[i], j] * 2")
    said = neo.explain(neo.jit(lambda table, words: rows(table, words)),
                       neo.spec((10, 4)), neo.spec((3,), "int64"))
    assert " 1 table[words[i], j] " in kernels(said)[0]
    assert "%" not in said


@pytest.mark.parametrize("opt", [
    neo.optim.AdamW(1e-3), neo.optim.SGD(0.1, momentum=0.9)])
def test_an_update_is_told_by_the_users_line_and_the_leaf(opt) -> None:
    @neo.jit
    def step(p, s, x):
        g = neo.grad(lambda p: neo.sum(DENSE(x, p["w"]) * p["b"]))(p)
        p, s = opt.update(p, g, s)
        return p, s
    p = {"w": np.zeros((64, 128), "f4"), "b": np.zeros(128, "f4")}
    said = neo.explain(step, p, opt.init(p), X)
    rows = "\n".join(kernels(said))
    assert "opt.update(p, g, s) of p['w']" in rows
    assert "opt.update(p, g, s) of p['b']" in rows
    assert "Y[b,j] += x[b, i] * p['w'][i, j]" in rows  # It is the user's own.
    assert not re.search(r"N\[|0\.9|\bM\[|velocity", said)
