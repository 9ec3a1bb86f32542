# The front door: make demo, make test, make bench; make only builds.
BUILD ?= build
CMAKE_FLAGS ?=

.PHONY: all demo test bench deps clean format

all:
	@cmake --preset release $(CMAKE_FLAGS) >/dev/null
	@cmake --build $(BUILD)

# What is missing is installed by name, after saying so.
deps:
	@sh tools/deps.sh

# The main job: where a transpose conflicts, and what cures it.
demo: deps
	@cmake --preset release $(CMAKE_FLAGS) >/dev/null
	@cmake --build $(BUILD) --target lanewise
	@$(BUILD)/lanewise profile --quiet kernels/transpose_16_pad0.wgsl kernels/transpose_16_pad1.wgsl \
	    kernels/transpose_16_pad2.wgsl kernels/transpose_16_xor.wgsl
	@echo
	@echo "One element of padding does not cure a 16 x 16 tile: a subgroup of 32 lanes covers two rows,"
	@echo "and both accesses stay 2-way. Two elements cure the read only; the swizzle cures both."

test: deps all
	@ctest --test-dir $(BUILD) --output-on-failure -j2

bench: deps all
	@sh bench/run.sh $(BUILD)

format:
	@git ls-files '*.c' '*.h' | xargs clang-format -i

clean:
	@rm -rf build build-*
