import rates from '../../../fixtures/market/green-deduction.json' with { type: 'json' };
import type {
  GreenDeductionShares,
  MarketDeduction,
  MarketPart,
  Trust,
} from '../../../schemas/types.ts';

/** A kind of work that the law on green technology gives a share of its own. */
export type WorkClass = keyof GreenDeductionShares;

/** A figure for each class of work. */
export type ByClass = Record<WorkClass, number>;

/** The classes in the order in which offers, invoices and applications list them. */
export const WORK_CLASSES: readonly WorkClass[] = ['solar_cells', 'storage', 'charging_point'];

/** A figure for each class by a function of the class. */
export function byClass(figureOf: (workClass: WorkClass) => number): ByClass {
  return {
    solar_cells: figureOf('solar_cells'),
    storage: figureOf('storage'),
    charging_point: figureOf('charging_point'),
  };
}

/** The sum over the classes. */
export function sumOf(figures: ByClass): number {
  return WORK_CLASSES.reduce((sum, workClass) => sum + figures[workClass], 0);
}

/** Cap on one person's reduction in a year, all classes together, SEK. */
export const CAP_SEK: number = rates.cap_sek_per_person_year.value;

/** Share of a turnkey price that counts as work and material, permille. */
export const TURNKEY_PERMILLE: number = rates.turnkey_share_permille.value;

/**
 * The share of what work cost that holds for a payment, permille by class of work.
 * @param paidOn date of payment, YYYY-MM-DD
 * @throws RangeError when it is no such date, or before there was a deduction
 */
export function ratesOn(paidOn: string): GreenDeductionShares {
  if (!isDate(paidOn)) {
    throw new RangeError(`The date of payment is "${paidOn}", expected YYYY-MM-DD.`);
  }
  const record = rates.records.findLast(({ paid_from }) => paid_from <= paidOn);
  if (record) return record.permille;
  const [{ paid_from }] = rates.records;
  throw new RangeError(`What was paid on ${paidOn}, before ${paid_from}, has no deduction.`);
}

/** The newest shares and rules with their sources, as the market of a place lists them. */
export function deductionFigures(): MarketDeduction {
  const { paid_from, permille, source, as_of, trust } = rates.records[rates.records.length - 1];
  const percent = (permilleOf: number): MarketPart => ({
    value: permilleOf / 10,
    unit: '%',
    source,
    as_of,
    trust: trustOf(trust),
  });
  const { turnkey_share_permille: turnkey, cap_sek_per_person_year: cap } = rates;
  const { value: turnkeyPermille, ...turnkeyOrigin } = turnkey;
  return {
    paid_from,
    solar_cells: percent(permille.solar_cells),
    storage: percent(permille.storage),
    charging_point: percent(permille.charging_point),
    turnkey_share: { ...percent(turnkeyPermille), ...turnkeyOrigin, trust: trustOf(turnkey.trust) },
    cap: { ...cap, unit: 'SEK/person/year', trust: trustOf(cap.trust) },
  };
}

/** The trust of a figure in a record, whose text a JSON import does not narrow. */
export function trustOf(text: string): Trust {
  return text === 'A' || text === 'B' ? text : 'C';
}

/** Checks the calendar too: 30 February parses as 2 March. */
function isDate(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
