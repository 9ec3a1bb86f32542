#!/bin/sh
# Counts what the patterns of accuracy.py cost on this machine's NVIDIA GPU; needs nvcc and ncu of the
# CUDA toolkit, and the right to read counters.
#     run.sh PATTERNS OUT.csv
# ncu takes about 0.15 s a pattern.
set -eu
here=$(dirname "$0")
[ $# -eq 2 ] || { echo "usage: run.sh PATTERNS OUT.csv" >&2; exit 2; }
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
arch=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d '. ')
nvcc -O2 -std=c++17 -arch="sm_$arch" -o "$probe/probe" "$here/probe.cu"
metrics=""
for op in ld st atom; do
    metrics="$metrics,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum"
    metrics="$metrics,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$op.sum"
done
for op in ld st atom red; do
    metrics="$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum"
done
for op in ld st; do
    metrics="$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum"
done
ncu --clock-control none --csv --page raw --metrics "${metrics#,}" "$probe/probe" "$1" >"$2"
