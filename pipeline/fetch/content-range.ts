/** The bytes that an answer brings, of how many; null where the server does not say. */
export interface ByteRange {
  first: number | null;
  total: number | null;
}

/**
 * Reads a Content-Range field (RFC 9110, 14.4): `bytes 100-299/300` of a 206, or the total alone of
 * a 416, `bytes *\/300`. Null when it is neither, or contradicts itself.
 */
export function parseContentRange(field: string | null): ByteRange | null {
  const unsatisfied = /^bytes \*\/(\d+)$/.exec(field?.trim() ?? '');
  if (unsatisfied) return { first: null, total: Number(unsatisfied[1]) };
  const parts = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(field?.trim() ?? '');
  if (!parts) return null;
  const [first, last] = [Number(parts[1]), Number(parts[2])];
  const total = parts[3] === '*' ? null : Number(parts[3]);
  if (last < first || (total !== null && last >= total)) return null;
  return { first, total };
}
