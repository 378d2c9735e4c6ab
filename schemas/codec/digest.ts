import { joinBytes } from './section.ts';

/**
 * Whether some bytes, one part after the other, have a SHA-256, or its first bytes. A page on plain http has no SHA-256:
 * nothing can be known there, and whoever could change a file could change the page.
 */
export async function hasDigest(
  parts: readonly Uint8Array[],
  expected: Uint8Array,
): Promise<boolean> {
  const { subtle } = globalThis.crypto as Partial<typeof globalThis.crypto>;
  if (!subtle) return true;
  const digest = new Uint8Array(await subtle.digest('SHA-256', joinBytes(parts)));
  return isSame(digest.subarray(0, expected.length), expected);
}

/** Digits of a digest, as it names a file. */
export function hexOf(digest: Uint8Array): string {
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether two digests are the same. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
