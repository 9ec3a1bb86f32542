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
export const globals: Record<string, any>;

/**
 * What watches a dispatch: `check` for races, accesses out of bounds and other faults, the rules after
 * it together with `check`, `cost` for what a shader asks of the hardware, `print` for comments that
 * print.
 */
export type LanewiseObserver = LanewiseRule | 'check' | 'cost' | 'print';
export type LanewiseRule =
    'shift-range' | 'conversion-range' | 'f16-index' | 'non-finite' | 'unused-invocations';

/** Members that are left out come from the environment (`LANEWISE_SUBGROUP_SIZE`, ...). */
export interface LanewiseDeviceOptions {
    /** 4, 8, 16, 32, 64 or 128; by default that of the hardware model. */
    subgroupSize?: number;
    /** Threads that run a dispatch; by default one a processor core. */
    threads?: number;
    /** `nvidia`, `amd`, `intel`, `apple`, `generic` or `generic:banks=16,...` */
    hardware?: string;
    observe?: LanewiseObserver | Iterable<LanewiseObserver>;
    /** `fair`, `ascending`, `descending`, `occupancy K` or `seed N` */
    schedule?: string;
    /** Loop turns over all invocations of a dispatch; then it ends with a GPUInternalError. */
    stepBudget?: number;
    /** Bytes of all buffers and of the engine's own memory. */
    memoryBudget?: number;
    /** What an access out of bounds does, after it has been reported. */
    outOfBounds?: 'clamp' | 'drop' | 'trap';
    /** Runs shaders whose barriers may not be reached by all invocations. */
    allowNonUniform?: boolean;
}

export interface LanewiseFinding {
    rule: string;
    severity: 'error' | 'warning' | 'note';
    dispatch: number;
    line: number;
    column: number;
    message: string;
    related: { line: number; column: number; message: string }[];
    count: number;
    data?: Record<string, unknown>;
}

/** The object of docs/formats.md; as a string it is the report for people. */
export interface LanewiseReport {
    lanewise: string;
    shader: string;
    dispatches: {
        entry: string;
        workgroups: [number, number, number];
        workgroup_size: [number, number, number];
    }[];
    findings: LanewiseFinding[];
    /** With the observer `cost`. */
    accesses?: Record<string, any>[];
    branches?: Record<string, any>[];
    atomics?: Record<string, any>[];
    pads?: Record<string, any>[];
    totals?: Record<string, any>;
    toString(): string;
}

/** Checks, profiles and captures of what a device runs. */
export interface LanewiseDevice {
    /** What watches, from the next submit on. */
    get observe(): LanewiseObserver[];
    set observe(value: LanewiseObserver | Iterable<LanewiseObserver>);
    /** The report of all dispatches since the last one was taken, null when nothing was observed. */
    takeReport(name?: string): LanewiseReport | null;
    /** Runs `work` under the correctness rules, and gives the report of its dispatches. */
    check(work: () => unknown,
          options?: { name?: string; rules?: Iterable<LanewiseRule> }): Promise<LanewiseReport>;
    /** Runs `work` under the observers of cost, and gives the report of its dispatches. */
    profile(work: () => unknown, options?: { name?: string }): Promise<LanewiseReport>;
    /** Saves each dispatch of `work` in a folder; gives the paths of the .run files. */
    capture(folder: string, work: () => unknown, options?: { most?: number }): Promise<string[]>;
}

declare global {
    interface GPUDeviceDescriptor {
        lanewise?: LanewiseDeviceOptions;
    }
    interface GPUDevice {
        readonly lanewise: LanewiseDevice;
    }
}
