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
import { rangeOf } from './times/axis.ts';
import { stepLengths, usualStep } from './times/step-lengths.ts';
import { isCounter } from './values/kinds.ts';
import { isUsed, type Role } from './values/names.ts';
import type { Unit } from './values/units.ts';
import { type HouseYear, houseYear } from './year/house-year.ts';
import { type KnownRoof, roofYear } from './year/roof-year.ts';

/** Columns of files as they were understood, and the year that follows. */
export interface Understood extends HouseYear {
  columns: Measured[];
  roles: Role[];
  /** Lengths of the intervals, minutes. */
  steps: number[];
  /** First and last time of the clock as written, ms as if UTC. */
  fromMs: number;
  toMs: number;
}

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** A house or a roof with more a year is read in a smaller unit. */
const LARGEST_KWH = 100_000;
const SMALLEST_KWH = 100;
/** Units by their size: of energy, and of the mean power that has the same number in steps of an hour. */
const ENERGIES: Unit[] = ['Wh', 'kWh', 'MWh', 'GWh'];
const POWERS: Unit[] = ['W', 'kW', 'MW'];
const otherKind = (unit: Unit) =>
  POWERS[ENERGIES.indexOf(unit)] ?? ENERGIES[POWERS.indexOf(unit)] ?? unit;
const smallerUnit = (unit: Unit): Unit | undefined =>
  ENERGIES[ENERGIES.indexOf(unit) - 1] ?? POWERS[POWERS.indexOf(unit) - 1];

/** Computes the year with these units in place of those that were found. */
type ReadUnits = (units: Choices['units']) => Understood;

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
  const read: ReadUnits = (units) =>
    readYear(columns, roof, { ...choices, units: { ...choices.units, ...units } });
  const plain = read({});
  const kwh = energyOf(plain);
  const units = kwh > LARGEST_KWH ? smallerUnits(plain, choices) : {};
  const open = plain.columns.filter(
    (column) => isUsed(plain.roles[column.at]) && isOpen(column, choices),
  );
  const [at] = Object.keys(units).map(Number);
  if (at === undefined) return askUnits(plain, open, read);
  const small = read(units);
  const { name, unit } = plain.columns[at];
  const question: Message = {
    code: unit ? 'unitTooLarge' : 'unitMissing',
    values: { column: name, kwh, unit: units[at], smaller: sum(small.kwh) },
  };
  const asked = askUnits(small, open, (other) => read({ ...units, ...other }));
  const isNamed = asked.questions[0]?.code === 'energyOrPower';
  return isNamed ? asked : { ...asked, questions: [question, ...asked.questions] };
}

function energyOf({ kwh, soldKwh }: HouseYear): number {
  return sum(kwh) + sum(soldKwh ?? []);
}

/** Whether neither the file nor a person says whether values are energy or power. */
function isOpen({ at, axis, unit, isUnitStated, kind }: Measured, choices: Choices): boolean {
  const isSet = at in choices.units || at in choices.kinds;
  return unit === null && !isUnitStated && !isCounter(kind) && !isSet && !axis.isRowADay;
}

/** Two readings of a file that differ by less are the same. */
const SAME_YEAR = 0.01;

/** Asks about columns that may be energy or mean power, where both make a year of a house and not the same one. */
function askUnits(year: Understood, open: readonly Measured[], read: ReadUnits): Understood {
  if (open.length === 0 || year.steps.every((minutes) => minutes === 60)) return year;
  const units = Object.fromEntries(
    open.map(({ at }) => [at, otherKind(year.columns[at].countsAs)]),
  );
  const [kwh, otherKwh] = [energyOf(year), energyOf(read(units))];
  const isPossible = otherKwh >= SMALLEST_KWH && otherKwh <= LARGEST_KWH;
  if (!isPossible || Math.abs(otherKwh - kwh) <= SAME_YEAR * kwh) return year;
  const [{ at, name }] = open;
  const values = { column: name, unit: year.columns[at].countsAs, kwh, other: units[at], otherKwh };
  return { ...year, questions: [{ code: 'energyOrPower', values }, ...year.questions] };
}

/** The next smaller unit of each column that counts, unless a person has set it. */
function smallerUnits({ columns, roles }: Understood, choices: Choices): Choices['units'] {
  const units: Choices['units'] = {};
  for (const { at, countsAs } of columns) {
    const smaller = smallerUnit(countsAs);
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
