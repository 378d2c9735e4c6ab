import { sum } from '../statistics.ts';
import { type Choices, NO_CHOICES } from './columns/choices.ts';
import type { Column } from './columns/column.ts';
import {
  chooseClock,
  findStamp,
  listSteps,
  type Measured,
  measureColumns,
  timeValues,
} from './energies/measure.ts';
import { findRoles, listNames, type Purpose } from './energies/roles.ts';
import { type Message, MeterProblem } from './files/problem.ts';
import { type NamedClock, rangeOf, type Stamp } from './times/axis.ts';
import { stepLengths, usualStep } from './times/step-lengths.ts';
import { isUsed, type Role } from './values/names.ts';
import type { Unit } from './values/units.ts';
import type { Gap } from './year/gaps.ts';
import { type HouseYear, houseYear } from './year/house-year.ts';
import { type KnownRoof, roofYear } from './year/roof-year.ts';

/** Columns of files as they were understood, and the year that follows. */
export interface Understood {
  columns: Measured[];
  roles: Role[];
  clock: NamedClock;
  stamp: Stamp;
  /** Lengths of the intervals, minutes. */
  steps: number[];
  /** First and last time of the clock as written, ms as if UTC. */
  fromMs: number;
  toMs: number;
  /** Hours of the year that no line has. */
  gaps: Gap[];
  /** 8760 Swedish clock hours: what a house bought, or what a roof produced. */
  kwh: Float64Array;
  /** Null if the file has none. */
  soldKwh: Float64Array | null;
  /** Notes on the processing of the file. */
  notes: Message[];
  /** Questions that a person is to confirm before the year is used. */
  questions: Message[];
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** A house or a roof with more a year is read in a smaller unit. */
const LARGEST_KWH = 100_000;
const SMALLEST_KWH = 100;
/** Energy of a step, and the mean power that has the same number in steps of an hour. */
const OTHER_KIND: Partial<Record<Unit, Unit>> = {
  Wh: 'W',
  kWh: 'kW',
  MWh: 'MW',
  W: 'Wh',
  kW: 'kWh',
  MW: 'MWh',
};
const SMALLER: Partial<Record<Unit, Unit>> = {
  kWh: 'Wh',
  MWh: 'kWh',
  GWh: 'MWh',
  kW: 'W',
  MW: 'kW',
};

/**
 * Finds what columns mean, and the year of a house or of a roof.
 * @param roof what is known of the roof. Null for a house
 * @throws MeterProblem saying what is wrong
 */
export function understand(
  columns: readonly Column[],
  roof: KnownRoof | null,
  choices: Choices = NO_CHOICES,
): Understood {
  const plain = readYear(columns, roof, choices);
  const kwh = sum(plain.kwh) + sum(plain.soldKwh ?? []);
  const units = kwh > LARGEST_KWH ? smallerUnits(plain, choices) : {};
  const open = plain.columns.filter(
    (column) => isUsed(plain.roles[column.at]) && isOpen(column, choices),
  );
  if (Object.keys(units).length === 0) return askUnits(plain, open, columns, roof, choices);
  const smaller = { ...choices, units: { ...choices.units, ...units } };
  const small = readYear(columns, roof, smaller);
  const [at] = Object.keys(units).map(Number);
  const question: Message = {
    code: plain.columns[at].unit ? 'unitTooLarge' : 'unitMissing',
    values: { column: plain.columns[at].name, kwh, unit: units[at], smaller: sum(small.kwh) },
  };
  const unitQuestions = askUnits(small, open, columns, roof, smaller);
  const isNamed = unitQuestions.questions[0]?.code === 'energyOrPower';
  return isNamed
    ? unitQuestions
    : { ...unitQuestions, questions: [question, ...unitQuestions.questions] };
}

/** Whether neither the file nor a person says whether values are energy or power. */
function isOpen({ at, axis, unit, isUnitStated, kind }: Measured, choices: Choices): boolean {
  const isSet = at in choices.units || at in choices.kinds;
  const isEither = kind === 'energy' || kind === 'power';
  return unit === null && !isUnitStated && isEither && !isSet && !axis.isRowADay;
}

/** Two readings of a file that differ by less are the same. */
const SAME_YEAR = 0.01;

/** Asks about columns that may be energy or mean power, where both make a year of a house and not the same one. */
function askUnits(
  year: Understood,
  open: readonly Measured[],
  columns: readonly Column[],
  roof: KnownRoof | null,
  choices: Choices,
): Understood {
  if (open.length === 0 || year.steps.every((minutes) => minutes === 60)) return year;
  const units = Object.fromEntries(
    open.map(({ at }) => [at, OTHER_KIND[year.columns[at].countsAs] ?? year.columns[at].countsAs]),
  );
  const other = readYear(columns, roof, { ...choices, units: { ...choices.units, ...units } });
  const [kwh, otherKwh] = [year, other].map((each) => sum(each.kwh) + sum(each.soldKwh ?? []));
  const isPossible = otherKwh >= SMALLEST_KWH && otherKwh <= LARGEST_KWH;
  if (!isPossible || Math.abs(otherKwh - kwh) <= SAME_YEAR * kwh) return year;
  const [{ at, name }] = open;
  const values = { column: name, unit: year.columns[at].countsAs, kwh, other: units[at], otherKwh };
  return { ...year, questions: [{ code: 'energyOrPower', values }, ...year.questions] };
}

/** The next smaller unit of each column that counts, unless a person has set it. */
function smallerUnits({ columns, roles }: Understood, choices: Choices): Record<number, Unit> {
  const units: Record<number, Unit> = {};
  for (const { at, countsAs } of columns) {
    const smaller = SMALLER[countsAs];
    if (smaller && isUsed(roles[at]) && !(at in choices.units)) units[at] = smaller;
  }
  return units;
}

function readYear(
  columns: readonly Column[],
  roof: KnownRoof | null,
  choices: Choices,
): Understood {
  const purpose: Purpose = roof ? 'roof' : 'house';
  const measured = measureColumns(columns, choices);
  const found = findRoles(measured, purpose, choices);
  const { roles } = found;
  const used = measured
    .filter(({ at }) => isUsed(roles[at]))
    .sort((a, b) => countFilled(b) - countFilled(a));
  const [main] = used;
  if (!main)
    throw new MeterProblem(roof ? 'noProduction' : 'noConsumption', {
      columns: listNames(measured),
    });
  const steps = readSteps(main);
  const offered = { measured, ...found, main, choices };
  const stamp = choices.stamp ?? findStamp(main);
  const clock = chooseClock(used, choices, stamp);
  const year: HouseYear = roof
    ? roofYear(offered, roof, clock, stamp)
    : houseYear(offered, clock, stamp);
  const [fromMs, toMs] = rangeOf(main.axis.clockMs);
  return { columns: measured, roles, steps, fromMs, toMs, ...year };
}

function countFilled({ values }: Column): number {
  return values.filter((value) => !Number.isNaN(value)).length;
}

/** Lists the lengths of steps. @throws MeterProblem longSteps, dayTotals */
function readSteps(main: Measured): number[] {
  const { instants } = timeValues(main, 'swedish');
  if (instants.length < 2) return [];
  const lengths = stepLengths(instants, 'start');
  const usual = usualStep(lengths);
  if (usual >= (DAY_HOURS - 2) * HOUR_MS)
    throw new MeterProblem('dayTotals', { count: instants.length });
  if (usual > HOUR_MS * 1.01)
    throw new MeterProblem('longSteps', { minutes: Math.round(usual / 60_000) });
  return listSteps(lengths);
}
