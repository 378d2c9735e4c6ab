import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Organisation, OrganisationKey } from './organisations.ts';

/** A valid key and its owner. */
export interface KnownKey {
  organisation: Organisation;
  key: OrganisationKey;
}

/** A new random key, and its hash for the organisations file. */
export function newKey(): { key: string; sha256: string } {
  const key = `ik_${randomBytes(24).toString('base64url')}`;
  return { key, sha256: sha256(key).toString('hex') };
}

/** The owner of a key. Null if there is none. Compares in constant time. */
export function ownerOf(organisations: readonly Organisation[], text: string): KnownKey | null {
  const hash = sha256(text);
  let known: KnownKey | null = null;
  for (const organisation of organisations) {
    for (const key of organisation.keys) {
      if (timingSafeEqual(key.sha256, hash)) known = { organisation, key };
    }
  }
  return known;
}

/** The name of a caller in the log: its organisation and the label of its key. */
export function callerName({ organisation, key }: KnownKey): string {
  return `${organisation.id}/${key.label}`;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
