import type { Choices } from '../columns/choices.ts';
import { MeterProblem } from '../files/problem.ts';
import { isCounter } from '../values/kinds.ts';
import {
  flowOf,
  isUsed,
  type NamedRole,
  nameRole,
  type Role,
  saysTariff,
  saysTotal,
} from '../values/names.ts';
import { UNITS } from '../values/units.ts';
import type { Measured } from './measure.ts';

/** Purpose that a file is read for: a house's meter, or the log of its roof. */
export type Purpose = 'house' | 'roof';

/** Sums that differ by less are the same. */
const SAME_SUM = 0.005;
/** Readings that are used give way to energies, in this order. */
const KIND_ORDER = ['energy', 'power', 'daily', 'reading'] as const;
/** An identifier has more digits than a value. */
const MOST_VALUE = 1e10;

/** Finds what each column is, by its name, by the others, and by what a person has set. */
export function findRoles(columns: readonly Measured[], purpose: Purpose, choices: Choices) {
  const roles: NamedRole[] = columns.map((column) =>
    isValue(column) ? nameRole(column) : 'ignored',
  );
  dropUnitless(columns, roles);
  if (purpose === 'roof') nameSunFlows(columns, roles);
  nameOutputs(columns, roles);
  dropParts(columns, roles);
  const unknown = purpose === 'house' ? nameHouse(columns, roles) : nameRoof(columns, roles);
  const found = roles.map((role): Role => role ?? 'ignored');
  dropSums(columns, found);
  dropReadings(columns, found);
  const same = dropSame(columns, found);
  Object.assign(found, choices.roles);
  return {
    roles: found,
    /** Columns that no name says anything of but count. */
    unknown: unknown.filter((at) => !(at in choices.roles) && found[at] !== 'ignored'),
    /** Columns of production that are one energy under several names: the first counts. */
    same: same.every((at) => !(at in choices.roles)) ? same : [],
  };
}

/** Whether a column has values rather than numbers of meters or of products. */
function isValue({ values }: Measured): boolean {
  let [least, most, whole] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
    if (!Number.isNaN(value) && !Number.isInteger(value)) whole = false;
  }
  return !(whole && (most > MOST_VALUE || (least === most && most > 1e6)));
}

/** Next to columns with a unit of energy, one without unit and name is something else. */
function dropUnitless(columns: readonly Measured[], named: NamedRole[]): void {
  const hasUnits = columns.some(({ unit }, at) => unit !== null && named[at] !== 'ignored');
  if (!hasUnits) return;
  for (const [at, { unit }] of columns.entries()) if (unit === null) named[at] ??= 'ignored';
}

/** Next to what the grid was given, an export of the sun or of a generator is what that gave in all. */
function nameOutputs(columns: readonly Measured[], named: NamedRole[]): void {
  const says = (at: number, word: RegExp) =>
    word.test(columns[at].heads[0]?.replaceAll('_', ' ') ?? '');
  const sold = columns.flatMap((_, at) => (named[at] === 'sold' ? [at] : []));
  const others = sold.filter((at) => !says(at, /grid/i));
  if (others.length === sold.length) return;
  for (const at of others) {
    if (says(at, /\b(?:solar|pv)\b.* export/i)) named[at] = 'production';
    if (says(at, /\bgenerator\b.* export/i)) named[at] = 'ignored';
  }
}

/** Where no column has all that a roof gave, it is the sum of the flows from it: more than what the grid was given. */
function nameSunFlows(columns: readonly Measured[], named: NamedRole[]): void {
  const flows = columns.map(({ heads }) => flowOf(heads));
  const isHeld = flows.some((flow) => flow?.source === 'sun' && flow.sink !== 'grid');
  if (!isHeld || has(named, 'production')) return;
  for (const [at, flow] of flows.entries()) if (flow?.source === 'sun') named[at] = 'production';
}

/** A flow between two places of a house is a part of what another column has in all. */
function dropParts(columns: readonly Measured[], named: NamedRole[]): void {
  const isPart = columns.map(({ heads }) => {
    const flow = flowOf(heads);
    return flow?.source && flow.sink;
  });
  for (const role of ['bought', 'sold'] as const) {
    if (!named.some((each, at) => each === role && !isPart[at])) continue;
    for (const at of named.keys()) if (named[at] === role && isPart[at]) named[at] = 'ignored';
  }
}

const has = (roles: readonly NamedRole[], ...wanted: NamedRole[]) =>
  roles.some((role) => wanted.includes(role));
const listNull = (roles: readonly NamedRole[]) =>
  roles.flatMap((role, at) => (role === null ? [at] : []));

/** Names a house's columns that have no meaningful name. Returns those for which that was a guess. */
function nameHouse(columns: readonly Measured[], roles: NamedRole[]): number[] {
  const nameless = listNull(roles);
  const own = isSplit(columns, roles) ? [] : nameless.filter((at) => !isCopy(columns, at, roles));
  for (const at of nameless) if (!own.includes(at)) roles[at] = 'ignored';
  const unsigned = nameUnsigned(columns, roles);
  const hasUse = has(roles, 'bought', 'consumption', 'net');
  if (!hasUse && own.length > 1 && own.every((at) => saysTariff(columns[at].heads))) {
    for (const at of own) roles[at] = 'bought';
    return [];
  }
  if (hasUse && has(roles, 'sold', 'production')) {
    for (const at of own) roles[at] = 'ignored';
    return has(roles, 'production') ? unsigned : [];
  }
  if (hasUse) return own;
  if (own.length === 1) {
    roles[own[0]] = has(roles, 'production') ? 'consumption' : 'bought';
    return [];
  }
  // A column without energy in the dark is the sun's.
  const sold = has(roles, 'sold') ? [] : own.filter((at) => isOfSun(columns[at]));
  for (const at of own)
    roles[at] = sold.includes(at) && sold.length < own.length ? 'sold' : 'bought';
  return own;
}

/** Takes a column of the grid that is never below 0 for what was bought. Returns those for which that was a guess. */
function nameUnsigned(columns: readonly Measured[], roles: NamedRole[]): number[] {
  const unsigned = columns.flatMap(({ values }, at) =>
    roles[at] === 'net' && !values.some((value) => value < 0) ? [at] : [],
  );
  for (const at of unsigned) roles[at] = 'bought';
  return unsigned;
}

/** Whether the columns without a name add up to one with a name. */
function isSplit(columns: readonly Measured[], roles: readonly NamedRole[]): boolean {
  const parts = columns.filter((_, at) => roles[at] === null);
  const isWhole = (column: Measured, at: number) =>
    roles[at] !== null && roles[at] !== 'ignored' && isSumOf(column, parts);
  return parts.length > 1 && columns.some(isWhole);
}

/** Whether a column without a name has the values of one before it, such as a counter that began at another number. */
function isCopy(columns: readonly Measured[], at: number, roles: readonly NamedRole[]): boolean {
  return columns
    .slice(0, at)
    .some(
      (other, k) =>
        roles[k] === null && other.table === columns[at].table && isSumOf(columns[at], [other]),
    );
}

function nameRoof(columns: readonly Measured[], roles: NamedRole[]): number[] {
  const own = listNull(roles);
  const isNamed = has(roles, 'production');
  for (const at of own) roles[at] = isNamed ? 'ignored' : 'production';
  if (has(roles, 'production')) return [];
  throw new MeterProblem(has(roles, 'sold') ? 'onlySold' : 'noProduction', {
    columns: listNames(columns),
  });
}

export function listNames(columns: readonly { name: string }[]): string {
  return columns.map(({ name }) => `”${name}”`).join(', ');
}

/** Hours after 23 and before 3 are dark, but in the north in summer. */
function isOfSun({ axis, values, kind }: Measured): boolean {
  if (isCounter(kind)) return false;
  let [dark, all] = [0, 0];
  for (const [i, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    const hour = new Date(axis.clockMs[i]).getUTCHours();
    if (hour >= 23 || hour < 3) dark += value;
    all += value;
  }
  return all > 0 && dark < 0.005 * all;
}

/** A column that is the sum of others of its role counts once. */
function dropSums(columns: readonly Measured[], roles: Role[]): void {
  for (const [at, column] of columns.entries()) {
    const role = roles[at];
    if (role === 'ignored') continue;
    const parts = columns.filter(
      (other, k) => k !== at && roles[k] === role && other.kind === column.kind,
    );
    const isOneOf =
      parts.some((part) => stemOf(part) === stemOf(column)) && !saysTotal(column.heads.slice(0, 1));
    if (isOneOf && parts.length > 1) continue;
    const isSame =
      parts.length === 1 &&
      (saysTotal(column.heads.slice(0, 1)) || column.table === parts[0].table);
    if ((parts.length > 1 || isSame) && isSumOf(column, parts)) roles[at] = 'ignored';
  }
}

/** A name without the number or the letter of its register. */
function stemOf({ heads }: Measured): string {
  return (heads[0] ?? '').replace(/\d+|(?<!\p{L})\p{L}(?!\p{L})/gu, '').trim();
}

/** Whether a column has in nearly every row the sum of others. */
function isSumOf(column: Measured, parts: readonly Measured[]): boolean {
  const { values, kind } = column;
  if (parts.some((part) => part.values.length !== values.length || part.kind !== kind))
    return false;
  let [apart, all] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const own = kwhOf(column, i);
    apart += Math.abs(own - parts.reduce((total, part) => total + kwhOf(part, i), 0));
    all += Math.abs(own);
  }
  return all > 0 && apart <= SAME_SUM * all;
}

/** Energy or power of a row, and the difference from the row above for a counter. */
function kwhOf({ values, countsAs, kind }: Measured, row: number): number {
  const value = kind === 'reading' ? values[row] - values[row - 1] : values[row];
  return (value || 0) * UNITS[countsAs].kwh;
}

/** Uses the first of one quantity's columns of energy, power and counter. */
function dropReadings(columns: readonly Measured[], roles: Role[]): void {
  const hasEnergy = columns.some(({ kind }, at) => isUsed(roles[at]) && kind === 'energy');
  for (const [at, column] of columns.entries()) {
    if (!isUsed(roles[at])) continue;
    const { kind } = column;
    const better = columns.some(
      (other, k) =>
        roles[k] === roles[at] && KIND_ORDER.indexOf(other.kind) < KIND_ORDER.indexOf(kind),
    );
    const isNameless = nameRole(column) === null && hasEnergy;
    if (better || (isNameless && kind === 'reading'))
      roles[at] = kind === 'power' ? 'ignored' : 'reading';
  }
}

/** Panels, inverter and meter of one roof differ by losses. */
const LEAST_FACTOR = 0.8;
/** Their factor is the same in nearly all rows. */
const SAME_FACTOR = 0.05;
const BEHIND_INVERTER = /inverter|växelrikt|wechselricht|omformer|(?<!\p{L})ac(?!\p{L})|output/iu;

/** Keeps the inverter's, or else the first, of columns that are one roof's energy in several places. */
function dropSame(columns: readonly Measured[], roles: Role[]): number[] {
  const made = columns.filter(({ at }) => roles[at] === 'production');
  const [first, ...others] = [
    ...made.filter(({ heads }) => BEHIND_INVERTER.test(heads[0] ?? '')),
    ...made.filter(({ heads }) => !BEHIND_INVERTER.test(heads[0] ?? '')),
  ];
  const same = others.filter((other) => stemOf(other) !== stemOf(first) && isInStep(first, other));
  for (const { at } of same) roles[at] = 'ignored';
  return same.length > 0 ? [first.at, ...same.map(({ at }) => at)] : [];
}

/** Whether two columns differ by one factor near 1 in nearly every row. */
function isInStep(a: Measured, b: Measured): boolean {
  if (a.table !== b.table || a.kind !== b.kind || a.values.length !== b.values.length) return false;
  let [sumA, sumB] = [0, 0];
  for (let i = 1; i < a.values.length; i++) [sumA, sumB] = [sumA + kwhOf(a, i), sumB + kwhOf(b, i)];
  const factor = sumA / sumB;
  if (!(factor >= LEAST_FACTOR && factor <= 1 / LEAST_FACTOR)) return false;
  let apart = 0;
  for (let i = 1; i < a.values.length; i++) apart += Math.abs(kwhOf(a, i) - factor * kwhOf(b, i));
  return apart <= SAME_FACTOR * sumA;
}
