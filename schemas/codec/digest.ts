import { sha256 } from '#sha-256';

/** Bytes of a SHA-256 by which a block is named and checked. */
export const BLOCK_DIGEST = 16;

/** Digest of a block's bytes. */
export function blockDigest(bytes: Uint8Array): Uint8Array {
  return sha256(bytes).subarray(0, BLOCK_DIGEST);
}

/** Digits of a digest, as it names a file. */
export function hexOf(digest: Uint8Array): string {
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether two digests are the same. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
