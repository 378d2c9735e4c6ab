/**
 * The state of a public link, signed: `base64url(deflate(JSON)).kid + base64url(HMAC-SHA-256, 16 bytes)`.
 * Whoever has the link has all that the page shows. Nothing is stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { HouseSavings } from '#engine/economy/verdict.ts';
import { roundTo } from '#engine/round.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type { ProposedBattery, SignedState } from '../../../schemas/types.ts';
import type { LinkSecret } from '../../http/link-secrets.ts';

const checkState = validator('data/signed-state.schema.json');

/** Bound on the JSON: the largest state has 2 kB. */
const MAX_BYTES = 4096;
/** Half of the hash: a forger has one guess in 2^128. */
const MAC_BYTES = 16;
const SLUG = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9])([A-Za-z0-9_-]{22})$/;
/** Nothing else that is ever signed with these secrets begins like this. */
const PURPOSE = 'public-link-1';

/**
 * The slug of a public link. The place is rounded to 100 m.
 * @param secrets the first one signs
 * @throws InvalidValueError naming the field that does not fit schemas/data/signed-state.schema.json
 */
export function mint(state: SignedState, [secret]: readonly LinkSecret[]): string {
  const rounded = checkState({ ...state, ...roundPlace(state) });
  return sign(JSON.stringify(rounded), secret);
}

/**
 * The state of a slug. Null when it was not made with one of the secrets, was changed or has ended, which
 * nobody may distinguish.
 */
export function read(slug: string, secrets: readonly LinkSecret[], now: Date): SignedState | null {
  const [, payload, kid, mac] = SLUG.exec(slug) ?? [];
  const secret = secrets.find((known) => known.kid === kid);
  if (!secret || !isEqual(mac, macOf(payload, secret))) return null;
  const state = stateIn(payload);
  return state && now.getTime() < 1000 * state.exp ? state : null;
}

/** The slug of any text, checked by nobody. */
export function sign(text: string, secret: LinkSecret): string {
  const payload = deflateRawSync(text, { level: 9 }).toString('base64url');
  return `${payload}.${secret.kid}${macOf(payload, secret)}`;
}

/** A link of an older version may have another shape. */
function stateIn(payload: string): SignedState | null {
  try {
    const packed = Buffer.from(payload, 'base64url');
    const json = inflateRawSync(packed, { maxOutputLength: MAX_BYTES });
    return checkState(JSON.parse(json.toString()));
  } catch {
    return null;
  }
}

/** Over the text as it is in the slug: many texts decode to the same bytes. */
function macOf(payload: string, { kid, key }: LinkSecret): string {
  const mac = createHmac('sha256', key).update(`${PURPOSE}.${kid}.${payload}`).digest();
  return mac.subarray(0, MAC_BYTES).toString('base64url');
}

function isEqual(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** The place of a link, rounded to 100 m. What it shows is computed there, so that its page and others agree. */
export function roundPlace({ lat, lng }: { lat: number; lng: number }) {
  return { lat: roundTo(lat, 3), lng: roundTo(lng, 3) };
}

/** Batteries with their prices and whole savings, as a link has them. */
export function proposedBatteries(
  batteries: readonly { kwh: number; sek: number }[],
  { batteries: savings }: HouseSavings,
): ProposedBattery[] {
  return batteries.map(({ kwh, sek }) => {
    const { savingSek = 0, cyclesPerYear = 0 } = savings.find((one) => one.kwh === kwh) ?? {};
    return { kwh, sek, saving_sek: savingSek, cycles: roundTo(cyclesPerYear, 1) };
  });
}

/** Months in whole kWh whose sum is the year in whole kWh: rounded one by one they may be another year. */
export function wholeMonths(monthlyKwh: readonly number[]): number[] {
  let kwh = 0;
  let whole = 0;
  return monthlyKwh.map((month) => {
    kwh += month;
    const before = whole;
    whole = Math.round(kwh);
    return whole - before;
  });
}
