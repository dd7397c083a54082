# data_parallel.py - one network trained by several processes
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Trains a small network by PyTorch's DistributedDataParallel, compiled by Neo.

    python -m torch.distributed.run --standalone --nproc-per-node 2 \
        examples/data_parallel.py

Every process computes the gradients of its share of each batch. PyTorch's engine adds
them over the processes, a bucket of parameters as soon as their gradients are there,
while Neo computes the others. The sums are those of one process, and so is the result.
"""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

STEPS, BATCH = 20, 32


def model() -> nn.Module:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(8, 400), nn.Tanh(), nn.Linear(400, 400), nn.Tanh(),
                         nn.Linear(400, 1)).double()


def batches() -> list[tuple[torch.Tensor, torch.Tensor]]:
    """The same in every process."""
    torch.manual_seed(1)
    inputs = [torch.randn(BATCH, 8, dtype=torch.float64) for _ in range(STEPS)]
    return [(x, x.sin().sum(1, keepdim=True)) for x in inputs]


def train(network: nn.Module, rank: int, count: int) -> float:
    """Trains on every `count`-th item from `rank` on; the last loss of all items."""
    compiled = torch.compile(network, backend="neo")
    optimizer = torch.optim.SGD(network.parameters(), lr=0.01)
    for x, y in batches():
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(compiled(x[rank::count]), y[rank::count])
        loss.backward()
        optimizer.step()
    total = loss.detach()
    dist.all_reduce(total)
    return total.item() / count


def main() -> None:
    torch.set_num_threads(1)
    dist.init_process_group("gloo")
    rank, count = dist.get_rank(), dist.get_world_size()
    # Buckets of 1 MB: those of the last layers go while the first are computed.
    network = DistributedDataParallel(model(), bucket_cap_mb=1)
    loss = train(network, rank, count)
    if rank == 0:
        size = sum(p.double().abs().sum().item() for p in network.parameters())
        print(f"loss {loss:.9f}, parameters {size:.9f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
