import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Organisation } from './organisations.ts';

/** A key that a caller has sent: its owner, and the hash by which its calls are counted. */
export interface KnownKey {
  organisation: Organisation;
  /** SHA-256 of the key, hex. */
  sha256: string;
}

/** A new random key, and its hash for the organisations file. */
export function newKey(): { key: string; sha256: string } {
  const key = `ik_${randomBytes(24).toString('base64url')}`;
  return { key, sha256: sha256(key).toString('hex') };
}

/** The owner of a key. Null if it is nobody's. A near miss takes as long as any other value. */
export function ownerOf(organisations: readonly Organisation[], key: string): KnownKey | null {
  const hash = sha256(key);
  let owner: Organisation | null = null;
  for (const organisation of organisations) {
    for (const known of organisation.keyHashes) {
      if (timingSafeEqual(known, hash)) owner = organisation;
    }
  }
  return owner && { organisation: owner, sha256: hash.toString('hex') };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
