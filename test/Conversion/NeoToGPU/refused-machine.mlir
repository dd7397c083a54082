// Numbers of a GPU that cannot be.
// RUN: neo-opt %s --split-input-file --verify-diagnostics --neo-schedule-gpu

// expected-error @+1 {{a number of a GPU is from 1 to 1073741824, not 0}}
module attributes {neo.gpu_machine = #neo.gpu_machine<multiprocessors 0 warps 64
    registers 65536 of 255 shared 233472 of 232448 fma 128 f16 1365 tf32 683
    memory 3352 cache 5120 clock 1830>} {}

// -----

// expected-error @+1 {{a thread or a block has no more than a multiprocessor}}
module attributes {neo.gpu_machine = #neo.gpu_machine<multiprocessors 132 warps 64
    registers 64 of 255 shared 233472 of 232448 fma 128 f16 1365 tf32 683
    memory 3352 cache 5120 clock 1830>} {}

// -----

// expected-error @+1 {{'neo.gpu_machine' is a #neo.gpu_machine, not "H100"}}
module attributes {neo.gpu_machine = "H100"} {}
