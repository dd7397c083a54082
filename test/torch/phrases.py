# phrases.py - lines of random PyTorch programs
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""What lines are made of. Braces stand for tensors in scope (a, b), one of integers (n)
or of truth values (m), dimensions (d, e), and small numbers (k, l). A line that eager
mode refuses for the tensors drawn is drawn again, so none needs conditions."""

POINTWISE = """
    {a}.relu() | torch.sin({a}) | torch.tanh({a}).exp() | {a}.sigmoid() | {a}.abs()
    -{a} | {a} * 0.5 + 1 | {a}.clamp(-0.5, 0.7) | F.gelu({a}) | F.silu({a}) | {a}.square()
    torch.log1p({a}.abs()) | torch.sqrt({a} * {a} + 1) | {a}.sign() | F.elu({a})
    F.softplus({a}) | F.leaky_relu({a}, 0.1) | {a} ** 3 | 2 - {a} | 1 / (2 + {a} * {a})
    {a}.floor() | {a}.double() | {a}.float() | {a}.long() | {a} > {b} | {a} <= 0.25
    {a}.detach() | {a}.clone() | {a}.contiguous() | torch.zeros_like({a}) | {a}.bool()
    {a}.masked_fill({m}, 0.5) | torch.where({m}, {a}, {b}) | torch.where({a} > 0, {a}, {b})
    {a} + {b} | {a} - {b} | {a} * {b} | torch.maximum({a}, {b}) | torch.minimum({a}, {b})
    {a} / (2 + torch.tanh({b})) | torch.atan2({a}, {b} + 3) | torch.hypot({a}, {b})
    torch.lerp({a}, {b}, 0.3) | torch.addcmul({a}, {b}, {b}) | torch.logaddexp({a}, {b})
    {a}.add({b}, alpha=0.5) | torch.sub({a}, {b}, alpha=2) | torch.fmod({a}, 0.7)
    {a} // 2 | {a} % 3 | {a}.half().double() | {a} & {b} | ~{m} | {a}.xlogy({b}.abs() + 1)
    F.mse_loss({a}, {b}, reduction='none') | F.smooth_l1_loss({a}, {b}) | F.hardswish({a})
"""

REDUCTIONS = """
    {a}.sum({d}) | {a}.mean({d}, keepdim=True) | {a}.amax({d}) | {a}.max({d})[0]
    {a}.min({d})[1] | {a}.var({d}, unbiased=False) | {a}.std({d}) | {a}.argmax({d})
    {a}.prod({d}) | {a}.logsumexp({d}) | {a}.norm(dim={d}) | {a}.any({d}) | {a}.all({d})
    {a}.sum() | {a}.mean(({d}, {e})) | torch.softmax({a}, {d}) | torch.log_softmax({a}, {d})
    {a}.cumsum({d}) | {a}.cumprod({d}) | F.layer_norm({a}, {a}.shape[-1:])
    F.normalize({a}, dim={d}) | {a}.sort({d})[0] | {a}.topk(2, {d})[0] | {a}.cummax({d})[0]
    {a}.count_nonzero({d}) | torch.median({a}, {d})[0] | {a}.nansum({d}) | {a}.diff(dim={d})
    F.mse_loss({a}, {b}) | F.cross_entropy({a}, {n}) | F.nll_loss({a}, {n})
    F.max_pool1d({a}, 2) | F.avg_pool2d({a}, 2, 1) | F.group_norm({a}, 2)
    F.batch_norm({a}, None, None, training=True) | F.max_pool2d({a}, 2, ceil_mode=True)
"""

PRODUCTS = """
    {a} @ {b} | {a} @ {b}.mT | {a}.mT @ {b} | F.linear({a}, {b}) | torch.outer({a}, {b})
    torch.einsum('ij,ij->j', {a}, {b}) | torch.einsum('...i,ji->j...', {a}, {b})
    torch.einsum('bij,bkj->bik', {a}, {b}) | torch.tensordot({a}, {b}, 1)
    F.conv1d({a}, {b}, padding=1) | F.conv2d({a}, {b}) | torch.bmm({a}, {b})
    torch.addmm({a}, {b}, {b}.mT) | F.scaled_dot_product_attention({a}, {b}, {b})
    F.conv_transpose1d({a}, {b}, stride=2) | torch.baddbmm({a}, {b}, {b}.mT) | {a} @ {a}.mT
"""

PLACES = """
    torch.cat([{a}, {b}], {d}) | torch.stack([{a}, {b}], {d}) | {a}.flip({d})
    {a}.roll({k}, {d}) | F.pad({a}, ({k}, {l})) | F.pad({a}, ({k}, -1), value=0.5)
    torch.tril({a}) | torch.triu({a}, {k}) | {a}.repeat_interleave(2, {d})
    {a}.repeat(2, *[1] * ({a}.dim() - 1)) | {a}.index_select({d}, {n}) | {a}[{n}]
    {a}[:, {n}] | {a}[{n}, {n}] | {a}.take_along_dim({n}.reshape(-1, 1), 0)
    {a}.scatter_add(0, {n}.reshape(-1, 1).expand_as({a}), {a}) | F.embedding({n}, {a})
    {a}.index_add({d}, {n}, {b}) | {a}.index_copy(0, {n}, {b}) | torch.tile({a}, (2,))
    {a}.gather({d}, {n}.reshape(-1, 1)) | F.one_hot({n}, 7) | torch.kron({a}, {b})
    torch.block_diag({a}, {b}) | {a}.unfold({d}, 2, 1) | F.pad({a}, (1, 1), mode='reflect')
    F.interpolate({a}, scale_factor=2) | F.unfold({a}, 2) | torch.meshgrid({a}, {b})[0]
"""

VIEWS = """
    {a}.t() | {a}.transpose({d}, {e}) | {a}.reshape(-1) | {a}.view(-1) | {a}[{k}]
    {a}[..., ::2] | {a}[..., {k}:] | {a}[{k}:-1] | {a}.unsqueeze({d}) | {a}.squeeze()
    {a}.expand(3, *{a}.shape) | {a}.select({d}, {k}) | {a}.narrow({d}, {k}, 2)
    {a}.chunk(2, {d})[1] | {a}.split(2, {d})[0] | {a}.movedim({d}, {e}) | {a}.flatten()
    {a}.diagonal() | {a}.mT | {a}.view_as({b}) | {a}.reshape({b}.shape) | {a}.unbind({d})[0]
    {a}.as_strided((2, 2), (1, 2), {k}) | {a}.unflatten({d}, (2, -1)) | {a}[None, ..., None]
    {a}.real | {a}.expand_as({b}) | {a}.detach()[..., 0] | {a}.tensor_split(3, {d})[1]
"""

CHANGES = """
    {a}.add_({b}) | {a}.mul_(0.5) | {a}.relu_() | {a}[0] = {k} | {a}[..., 1:] = 0.25
    {a}[..., ::2] += {b} | {a}.copy_({b}) | {a}.zero_() | {a}.masked_fill_({m}, 0.5)
    {a}.index_add_(0, {n}, {b}) | {a}.clamp_(-1, 1) | {a}.sub_({b}.sum()) | {a}.neg_()
    {a}.fill_diagonal_(1.0) | {a}.transpose({d}, {e}).mul_(2) | {a}[{n}] = {b}
    {a}[{k}].add_(1) | {a}.diagonal().zero_() | {a}.index_put_(({n},), {b}, accumulate=True)
    {a}[:, {k}] *= 2 | {a}[{m}] = 0.5 | {a}.select({d}, {k}).copy_({b}) | {a}.sigmoid_()
    {a}.t_() | {a}.unsqueeze_(0) | {a}.view(-1)[{k}:].add_(0.5) | {a}.tril_() | {a} += {b}
    {a}.scatter_(0, {n}.reshape(1, -1), 0.5) | {a}.addcmul_({b}, {b}) | {a}.lerp_({b}, 0.5)
"""


def phrases(text: str) -> list[str]:
    """The lines of a table, one for each bar or line break."""
    return [part.strip() for line in text.splitlines() for part in line.split(" | ")
            if part.strip()]


MAKES = [phrases(kind) for kind in (POINTWISE, POINTWISE, REDUCTIONS, PRODUCTS, PLACES,
                                    VIEWS, VIEWS)]
CHANGED = phrases(CHANGES)
