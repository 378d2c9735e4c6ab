/** Layout of the kernel's memory: the sizes of one set of planes, and where it begins (plane-geometry.ts). */
export declare const tilts: i32;
export declare const azimuths: i32;
export declare const stepsPerDay: usize;
/** Per tilt: view factors of the sky and of the ground, each without and with reflection. */
export declare const views: usize;

/** A step's record: direct, isotropic sky and ground light of two places, then 48 bytes that the kernel writes. */
export const STEP: usize = 96;

/** A plane's sums: irradiation of two places, then their output. */
export const SUMS: usize = 32;

/** Instead of a count of steps: the plane equals the previous one. */
export const ALIKE: usize = 0xffff;
