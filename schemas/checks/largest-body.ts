// Generated from openapi.yaml by "make schemas". Do not edit.

/** The most objects and arrays, names and texts, and numbers that any legal body of any operation holds. */
export const LARGEST_BODY = { containers: 343, texts: 487, numbers: 36032 };
