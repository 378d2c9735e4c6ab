/** Bytes of the first read: the head of the default dataset, 14.0 kB, and hardly more; a longer one costs one read more. */
export const HEAD_BYTES = 14_080;
