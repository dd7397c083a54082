# onnx_saved.py - a function saved as ONNX, and run by whoever can
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""`check(function, *arrays)`: saves a function and runs the file by the evaluator of the
package onnx, by ONNX Runtime where that is installed, and by neo.onnx.load; all are
equal to the function."""

import os
import tempfile

import numpy as np

import neo

RUNTIMES = ("reference", "runtime", "neo")


def specs_of(arrays):
    return tuple(neo.spec(np.shape(a), np.asarray(a).dtype) for a in arrays)


def by_reference(path, feeds):
    from onnx.reference import ReferenceEvaluator
    return ReferenceEvaluator(path).run(None, feeds)


def by_runtime(path, feeds):
    try:
        import onnxruntime
    except ImportError:
        return None
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options).run(None, feeds)


def by_neo(path, feeds):
    return neo.onnx.load(path)(**feeds)


def check(function, *arrays, tolerance=1e-5, runtimes=RUNTIMES, **options):
    """The ModelProto, whose results in every runtime are those of the function."""
    arrays = [np.asarray(a) for a in arrays]
    wanted = [np.asarray(w) for w in neo.tree.leaves(neo.jit(function)(*arrays))]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.onnx")
        model = neo.onnx.save(function, specs_of(arrays), path, **options)
        feeds = {i.name: a for i, a in zip(model.graph.input, arrays)}
        for runtime in runtimes:
            found = globals()[f"by_{runtime}"](path, feeds)
            if found is not None:
                compare(found, wanted, tolerance, runtime)
    return model


def compare(found, wanted, tolerance, runtime):
    assert len(found) == len(wanted)
    for a, b in zip(found, wanted):
        a = np.asarray(a)
        assert (a.dtype, a.shape) == (b.dtype, b.shape), runtime
        np.testing.assert_allclose(a.astype("f8"), b.astype("f8"), tolerance, tolerance,
                                   err_msg=runtime)


def operators(model):
    """The operators of a model, with those of its loops."""
    def of(nodes):
        for node in nodes:
            yield node.op_type
            for attribute in node.attribute:
                yield from of(attribute.g.node)
    return list(of(model.graph.node))
