import { createHash } from 'node:crypto';

/** The digest of some bytes, one part after the other: OpenSSL's, where there is Node; pages have sha-256.ts by the same name. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}
