/** Memory that the kernel reads: one set of planes, its sizes and where it lies (plane-geometry.ts). */
export declare const tilts: i32;
export declare const azimuths: i32;
export declare const stepsPerDay: usize;
/** Per tilt: shares of the sky and then of the ground that it sees, each bare and not reflected. */
export declare const views: usize;

/** A step's record: direct, isotropic sky and ground light of two places, then 48 bytes of the kernel's own. */
export const STEP: usize = 96;

/** A plane's sums: irradiation of two places, then their output. */
export const SUMS: usize = 32;

/** In the place of a count of steps: the plane is like the previous one. */
export const ALIKE: usize = 0xffff;
