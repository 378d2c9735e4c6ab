/** Memory that both kernels read: one set of planes, its sizes and where it lies (plane-geometry.ts). */
export declare const tilts: i32;
export declare const azimuths: i32;
export declare const stepsPerDay: usize;
/** Per tilt: shares of the sky and then of the ground that it sees, each bare and not reflected. */
export declare const views: usize;

/** A step's record: direct, isotropic sky and ground light of four places, then 64 bytes of the kernel's own. */
export const STEP: usize = 160;

/** A plane's sums: irradiation of four places, then their output. */
export const SUMS: usize = 64;

/** In the place of a count of steps: the plane is like the one before it. */
export const ALIKE: usize = 0xffff;
