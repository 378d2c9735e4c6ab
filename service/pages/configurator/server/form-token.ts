import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Faster than a person fills in a form. */
const LEAST_AGE_MS = 3_000;
/** Longer than a person keeps one open. */
const MOST_AGE_MS = 7_200_000;

export type TokenFault = 'forged' | 'early' | 'stale';

/** Proof that a form was asked for at a time: issued.nonce.HMAC(slug|issued|nonce). */
export function issueToken(key: Buffer, slug: string, nowMs: number): string {
  const nonce = randomBytes(12).toString('base64url');
  return `${nowMs}.${nonce}.${sign(key, slug, String(nowMs), nonce)}`;
}

/** Fault of a token. Null if there is none. */
export function tokenFault(
  key: Buffer,
  slug: string,
  token: string,
  nowMs: number,
): TokenFault | null {
  const [issued = '', nonce = '', signed = '', ...rest] = token.split('.');
  const isOurs = rest.length === 0 && isEqual(signed, sign(key, slug, issued, nonce));
  if (!isOurs) return 'forged';
  const ageMs = nowMs - Number(issued);
  if (ageMs < LEAST_AGE_MS) return 'early';
  return ageMs > MOST_AGE_MS ? 'stale' : null;
}

/** Reference of a lead: the same for the same form, however often it is sent. */
export function referenceOf(key: Buffer, token: string): string {
  return createHmac('sha256', key)
    .update(`reference|${token}`)
    .digest('hex')
    .slice(0, 16)
    .toUpperCase();
}

function sign(key: Buffer, slug: string, issued: string, nonce: string): string {
  return createHmac('sha256', key).update(`${slug}|${issued}|${nonce}`).digest('base64url');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
