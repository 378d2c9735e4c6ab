/** Bytes of the first read: head and index of the default dataset, 47 kB, and hardly more; longer ones cost one read more. */
export const HEAD_BYTES = 48_000;
