/** What a customer saw of an offer's former version, and how the offer differs from it now. */
import { ORE_PER_SEK } from '#engine/money.ts';
import type { OfferFormer, OfferFormerRow } from '../../../schemas/types.ts';
import { computeRowCosts, computeTotalOre, type OfferBody, reductionOf } from './row-totals.ts';

/** A row that is another; a side is null where it has no such row. */
export interface RowChange {
  what: string;
  before: OfferFormerRow | null;
  now: OfferFormerRow | null;
}

/** All differences of two versions. */
export interface OfferChanges {
  title: { before: string; now: string } | null;
  rows: RowChange[];
  totalOre: { before: number; now: number };
  toPayOre: { before: number; now: number };
}

/** What a customer sees of an offer. */
export function formerOf(version: number, body: OfferBody): OfferFormer {
  const total_ore = computeTotalOre(body);
  return {
    version,
    title: body.title,
    rows: computeRowCosts(body).map(({ row: { description, quantity, unit }, totalOre }) => {
      return { description, quantity, unit, total_ore: totalOre };
    }),
    total_ore,
    to_pay_ore: total_ore - ORE_PER_SEK * (reductionOf(body)?.claimedSek ?? 0),
  };
}

/** Picks the former version to keep: one that looks the same to the customer does not take the place of another. */
export function nextFormer(
  before: { version: number; body: OfferBody; former: OfferFormer | null },
  body: OfferBody,
): OfferFormer | null {
  if (before.body.prospect_id !== body.prospect_id) return null;
  const seen = formerOf(before.version, before.body);
  return isSame(seen, formerOf(before.version, body)) ? before.former : seen;
}

/** Compares two versions. Null if a customer sees no difference. Rows are the same by their description. */
export function compareOffers(before: OfferFormer, now: OfferFormer): OfferChanges | null {
  const rows = pairRows(before.rows, now.rows).filter((pair) => !isSame(pair.before, pair.now));
  const title = before.title === now.title ? null : { before: before.title, now: now.title };
  const toPayOre = { before: before.to_pay_ore, now: now.to_pay_ore };
  if (rows.length === 0 && title === null && toPayOre.before === toPayOre.now) return null;
  return { title, rows, totalOre: { before: before.total_ore, now: now.total_ore }, toPayOre };
}

/** Pairs rows of one description in their order, those of now first. */
function pairRows(before: readonly OfferFormerRow[], now: readonly OfferFormerRow[]): RowChange[] {
  const left = [...before];
  const pairs = now.map((row): RowChange => {
    const at = left.findIndex(({ description }) => description === row.description);
    const [same = null] = at < 0 ? [] : left.splice(at, 1);
    return { what: row.description, before: same, now: row };
  });
  return [...pairs, ...left.map((row) => ({ what: row.description, before: row, now: null }))];
}

/** Whether two values have the same text; both are made here, with their names in one order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
