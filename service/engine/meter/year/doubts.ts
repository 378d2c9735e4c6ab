import { group, sum } from 'd3-array';
import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../../../schemas/codec/axes.ts';
import type { Choices } from '../columns/choices.ts';
import { addSeries, type Balance, type Energies, type Series } from '../energies/balance.ts';
import { type Measured, measureHours } from '../energies/measure.ts';
import { listNames } from '../energies/roles.ts';
import type { Message } from '../files/problem.ts';
import type { NamedClock, Stamp } from '../times/axis.ts';
import { isUsed, nameRole, type Role, saysBattery } from '../values/names.ts';
import type { Gap } from './gaps.ts';

/** Columns of which a year is made. */
export interface Offered {
  measured: Measured[];
  roles: Role[];
  /** Columns whose role is a guess. */
  unknown: number[];
  /** Columns that are one energy: the first counts. */
  same: number[];
  main: Measured;
  choices: Choices;
}

/** More missing hours than this part are confirmed by a person. */
export const FEW_MISSING = 0.03;
const LARGEST_KWH = 100_000;
const SMALLEST_KWH = 100;
/** Two columns of one quantity are to be this near to each other. */
const SAME_YEAR = 0.01;
/** An hour of a house above this, and above so many times its high hours, is a fault of the file. */
const SPIKE_KWH = 60;
const SPIKE_TIMES = 10;

/** Doubts about columns: guessed roles, numbers and dates that can be read in two ways, columns that contradict. */
export function doubtColumns(offered: Offered, energies: Energies): Message[] {
  const { measured, roles, unknown, main } = offered;
  const found: Message[] = [];
  const add = (code: Message['code'], values: Message['values']) => found.push({ code, values });
  const guessed = unknown.map((at) => measured[at]);
  if (guessed.length > 0) add('unknownColumns', { columns: listNames(guessed) });
  if (offered.same.length > 0)
    add('oneEnergy', {
      columns: listNames(offered.same.map((at) => measured[at])),
      column: measured[offered.same[0]].name,
    });
  const used = measured.filter(({ at }) => isUsed(roles[at]));
  for (const own of group(used, ({ at }) => roles[at]).values()) {
    const meters = new Set(own.flatMap(({ meter }) => meter ?? []));
    if (meters.size > 1)
      add('meters', { meters: [...meters].map((each) => `”${each}”`).join(', ') });
  }
  for (const { name, blanks } of used)
    if (blanks?.isDoubtful) add('blankOrZero', { column: name, count: blanks.count });
  const thousands = used.find(({ isDoubtful }) => isDoubtful);
  if (thousands) add('thousands', { column: thousands.name });
  if (main.axis.isDoubtful) add('dayAndMonth', { column: main.axis.name });
  for (const column of measured) {
    const role = nameRole(column);
    if (roles[column.at] !== 'reading' || !role || !(role in energies)) continue;
    const other = addSeries([measureHours(column, 'swedish', 'start')]);
    const [kwh, otherKwh] = sumTogether(energies[role as keyof Energies] ?? other, other);
    if (Math.abs(otherKwh - kwh) > SAME_YEAR * kwh)
      add('columnsDiffer', { column: column.name, kwh, other: otherKwh });
  }
  return found;
}

/** Sums of the hours that both have. */
function sumTogether(a: Series, b: Series): [number, number] {
  let [first, second] = [0, 0];
  for (const [i, kwh] of a.kwh.entries()) {
    const other = b.kwh[a.first + i - b.first] ?? Number.NaN;
    if (Number.isNaN(kwh) || Number.isNaN(other)) continue;
    first += kwh;
    second += other;
  }
  return [first, second];
}

/** Asks about what was bought or sold where it is a difference that leaves out what a battery took and gave. */
export function doubtBattery(
  measured: readonly Measured[],
  { how, sold }: Balance,
  energies: Energies,
): Message[] {
  const isDifference =
    how === 'gross' || how === 'withoutSelfUse' || (sold && !energies.sold && how !== 'net');
  const battery = measured.find(
    ({ heads, values }) => saysBattery(heads) && values.some((value) => Math.abs(value) > 0),
  );
  return battery && isDifference ? [{ code: 'battery', values: { column: battery.name } }] : [];
}

/**
 * Asks about times that no line of a house's file shows: an hour's shift changes what a battery of 10 kWh saves by 1
 * to 4 %, though not the year's kWh.
 * @param clock found in the file. Null for none
 * @param stamp found in the file. Null for none
 */
export function doubtTimes(
  { axis }: Measured,
  choices: Choices,
  clock: NamedClock | null,
  stamp: Stamp | null,
): Message[] {
  if (axis.isBare) return [];
  const found: Message[] = [];
  const hasClock = choices.clock || axis.clock || axis.offsetMin.every((min) => !Number.isNaN(min));
  // A file of UTC's year has the hours that one in winter time has.
  if (!hasClock && (clock === null || clock === 'winter')) {
    found.push({ code: 'clockOpen', values: {} });
  }
  if (stamp === null) found.push({ code: 'stampOpen', values: {} });
  return found;
}

/** Doubts about a house's year. @param isDoubtful whether use may be all of the house's or what the grid gave */
export function doubtHouse(
  { kwh, soldKwh, gaps }: { kwh: Float64Array; soldKwh: Float64Array | null; gaps: Gap[] },
  { production, selfUse, sold: soldHours }: Energies,
  isDoubtful: boolean,
  isCounter: boolean,
): Message[] {
  const found: Message[] = [];
  const add = (code: Message['code'], values: Message['values']) => found.push({ code, values });
  const [bought, sold] = [sum(kwh), sum(soldKwh ?? [])];
  if (isDoubtful) add('grossOrGrid', {});
  const missing = gaps.reduce((all, { hours }) => all + hours, 0);
  if (missing > FEW_MISSING * HOURS) add('manyMissing', { count: missing });
  if (bought + sold > LARGEST_KWH) add('largeHouse', { kwh: bought + sold });
  if (bought + sold < SMALLEST_KWH) add('smallHouse', { kwh: bought + sold });
  const months = listEmptyMonths(kwh, soldKwh).join(', ');
  if (months) add(isCounter ? 'stillMonths' : 'emptyMonths', { months });
  const most = kwh.reduce((highest, each) => Math.max(highest, each), 0);
  if (most > SPIKE_KWH && most > SPIKE_TIMES * highHour(kwh)) add('spike', { kwh: most });
  if (soldKwh && darkPart(soldKwh) > 0.1)
    add('soldAtNight', { percent: Math.round(100 * darkPart(soldKwh)) });
  if (production) {
    const made = sum(production.kwh);
    const [inAll, away] = soldHours ? sumTogether(production, soldHours) : [made, 0];
    if (away > 1.01 * inAll + 1) add('soldOverProduction', { sold: away, kwh: inAll });
    const own = selfUse ? sum(selfUse.kwh) : 0;
    if (own > 1.01 * made + 1) add('ownOverProduction', { own, kwh: made });
  }
  return found;
}

/** Months in which nothing was bought or sold, from 1. */
function listEmptyMonths(kwh: Float64Array, soldKwh: Float64Array | null): number[] {
  const isEmpty = (month: number) => {
    const [from, to] = [MONTH_START[month], MONTH_START[month + 1]];
    return (
      kwh.subarray(from, to).every((each) => each === 0) &&
      !soldKwh?.subarray(from, to).some((each) => each > 0)
    );
  };
  return Array.from({ length: MONTHS }, (_, month) => month)
    .filter(isEmpty)
    .map((month) => month + 1);
}

/** The hour that one in a hundred exceeds. */
function highHour(kwh: Float64Array): number {
  return kwh.slice().sort()[Math.floor(0.99 * HOURS)];
}

/** Part of a year's energy between 22 and 3 from October to March, when all of Sweden is dark. */
function darkPart(kwh: Float64Array): number {
  let dark = 0;
  for (let t = 0; t < HOURS; t++) {
    const isWinter = t < MONTH_START[3] || t >= MONTH_START[9];
    const hour = t % CLOCK_HOURS;
    if (isWinter && (hour >= 20 || hour < 4)) dark += kwh[t];
  }
  return dark / Math.max(1e-9, sum(kwh));
}
