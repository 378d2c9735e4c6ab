/** Bytes of the first read: the head of the default dataset, 14.9 kB, with room for another's. */
export const HEAD_BYTES = 15_360;
