/**
 * The blind index: a person is found by e-mail, phone or reference without any of them in the store. It has
 * an HMAC of each value under DATA_KEY, which goes with the person.
 */
import type { Sealer } from './seal.ts';

/** The values that a person is found by. Null where there is none. */
export interface FindableBy {
  email: string | null;
  phone: string | null;
  /** The reference of the lead that the person came by. */
  reference: string | null;
}

export const FINDABLE_BY = ['email', 'phone', 'reference'] as const;

export type FindableField = (typeof FINDABLE_BY)[number];

const MAC_BYTES = 16;
/** The number of a country without its "+". */
const SWEDEN = '46';

/**
 * The forms under which a value may be in the index, one of each key of DATA_KEY: the first is the one in use.
 * A value comes to the same forms however it is written.
 */
export function indexForms(
  sealer: Sealer,
  org: string,
  field: FindableField,
  value: string,
): string[] {
  return sealer
    .macs(`index|${org}|${field}|${NORMALISED[field](value)}`)
    .map((mac) => mac.subarray(0, MAC_BYTES).toString('base64url'));
}

/** The form in use. Null where there is no value. */
export function indexForm(
  sealer: Sealer,
  org: string,
  field: FindableField,
  value: string | null,
): string | null {
  return value === null ? null : indexForms(sealer, org, field, value)[0];
}

const NORMALISED: Record<FindableField, (value: string) => string> = {
  email: (value) => value.trim().toLowerCase(),
  phone: phoneDigits,
  reference: (value) => value.trim().toUpperCase(),
};

/** A phone's digits with its country's: '070-174 06 05', '+46 (0)70 174 06 05' and '0046701740605' are the same. */
function phoneDigits(value: string): string {
  const digits = value.replace(/\(0\)/g, '').replace(/[^\d+]/g, '');
  if (digits.startsWith('+')) return digits.slice(1);
  if (digits.startsWith('00')) return digits.slice(2);
  return digits.replace(/^0/, SWEDEN);
}
