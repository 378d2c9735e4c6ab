/**
 * A person's key. It encrypts all that the store has of a prospect and of its offers, and is kept encrypted
 * by DATA_KEY: without it nothing of them can be read, in no copy of the store.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Sealer } from './seal.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The beginning of every sealed value: the form after it. A plain PDF or JSON text has another. */
const FORM = Buffer.from([1]);
const HEAD_BYTES = FORM.length + IV_BYTES + TAG_BYTES;

/** The beginning of all texts that a person's key has sealed. */
export const SEALED_TEXT = '~1.';

/** Encrypts under one person's key, AES-256-GCM. */
export interface PersonKey {
  /** @param place the column and row of the text: it does not open in another one */
  seal(text: string, place: string): string;
  /** @throws Error when the text was changed or moved, or is another person's */
  open(sealed: string, place: string): string;
  sealBytes(plain: Buffer, place: string): Buffer;
  /** @throws Error as `open` */
  openBytes(sealed: Buffer, place: string): Buffer;
}

/** A new person's key, and its form in the store, encrypted by DATA_KEY. */
export function newPersonKey(
  sealer: Sealer,
  org: string,
  prospectId: string,
): { key: PersonKey; wrapped: string } {
  const bytes = randomBytes(KEY_BYTES);
  const wrapped = sealer.seal(bytes.toString('base64url'), placeOf(org, prospectId));
  return { key: keyOf(bytes), wrapped };
}

/** @throws Error when DATA_KEY lacks the key that the person's is encrypted by */
export function openPersonKey(
  sealer: Sealer,
  org: string,
  prospectId: string,
  wrapped: string,
): PersonKey {
  return keyOf(Buffer.from(sealer.open(wrapped, placeOf(org, prospectId)), 'base64url'));
}

/** The key again, encrypted by the first key of DATA_KEY. @throws Error when DATA_KEY lacks its key */
export function rewrapPersonKey(
  sealer: Sealer,
  org: string,
  prospectId: string,
  wrapped: string,
): string {
  const place = placeOf(org, prospectId);
  return sealer.seal(sealer.open(wrapped, place), place);
}

function placeOf(org: string, prospectId: string): string {
  return `person|${org}|${prospectId}`;
}

function keyOf(key: Buffer): PersonKey {
  const self: PersonKey = {
    seal: (text, place) =>
      SEALED_TEXT + self.sealBytes(Buffer.from(text), place).toString('base64url'),
    open: (sealed, place) =>
      self.openBytes(Buffer.from(sealed.slice(SEALED_TEXT.length), 'base64url'), place).toString(),
    sealBytes(plain, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
      const body = [cipher.update(plain), cipher.final()];
      return Buffer.concat([FORM, iv, cipher.getAuthTag(), ...body]);
    },
    openBytes(sealed, place) {
      const iv = sealed.subarray(FORM.length, FORM.length + IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(sealed.subarray(FORM.length + IV_BYTES, HEAD_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
    },
  };
  return self;
}
