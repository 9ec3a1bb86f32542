// Types of Lanewise for Node.js; WebGPU's own come from @webgpu/types.
/// <reference types="@webgpu/types" />

/** The version of Lanewise. */
export const version: string;

/**
 * A GPU that runs compute shaders on the CPU. Flags are those of other implementations, such as
 * `backend=null`; they change nothing.
 */
export function create(flags?: Iterable<string>): GPU;

/** WebGPU's classes and flags, to become properties of `globalThis`. */
export const globals: Record<`GPU${string}`, any>;
