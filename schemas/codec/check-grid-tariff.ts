import { InvalidValueError } from '../checks/invalid-value.ts';
import type {
  FuseSize,
  GridTariff,
  GridTariffs,
  OwnGridTariff,
  TariffEnergy,
  TariffFactor,
  TariffHourSpan,
  TariffPower,
  TariffWhen,
} from '../types.ts';
import { CLOCK_HOURS, MONTHS } from './axes.ts';

const FUSES: readonly FuseSize[] = [16, 20, 25];

/** The kinds of day that rules distinguish , and the `days` of a window that has them. */
const DAY_KINDS: [kind: string, days: readonly TariffWhen['days'][]][] = [
  ['workday', ['all', 'mon-fri', 'workday']],
  ['holiday on Monday to Friday', ['all', 'mon-fri', 'offday']],
  ['Saturday or Sunday', ['all', 'offday']],
];

/**
 * Refuses price lists that a schema lets through and that cannot be meant.
 * @param at the way to their fields, as in `grid_tariffs.`
 * @throws InvalidValueError naming the field
 */
export function checkGridTariffs({ lists }: GridTariffs, at: string): void {
  lists.forEach((list, i) => {
    const field = `${at}lists[${i}]`;
    const first = lists.findIndex(({ id }) => id === list.id);
    if (first < i) fail(`${field}.id`, `is "${list.id}" as in lists[${first}], expected its own`);
    checkRecord(list, `${field}.`);
    checkGridTariff(list, `${field}.`);
  });
}

function checkRecord({ status, valid_to }: GridTariff, at: string): void {
  if (status !== 'ended' || valid_to !== null) return;
  fail(`${at}valid_to`, 'is null, expected the last day of a list whose status is ended');
}

/**
 * Refuses a price list whose rules cannot be meant.
 * @param at the way to its fields, as in `lists[3].`
 * @throws InvalidValueError naming the field
 */
export function checkGridTariff(list: OwnGridTariff, at: string): void {
  const { valid_from, valid_to, energy_ore_per_kwh, power } = list;
  if (valid_from && valid_to && valid_to < valid_from) {
    fail(`${at}valid_to`, `is ${valid_to}, before valid_from (${valid_from})`);
  }
  energy_ore_per_kwh?.forEach((entry, i) => {
    const field = `${at}energy_ore_per_kwh[${i}]`;
    checkWindows(entry.when, field);
    checkSpot(entry, field);
  });
  if (energy_ore_per_kwh) checkCover(energy_ore_per_kwh, `${at}energy_ore_per_kwh`);
  power.forEach((part, i) => {
    const first = power.findIndex(({ name }) => name === part.name);
    const field = `${at}power[${i}]`;
    if (first < i)
      fail(`${field}.name`, `is "${part.name}" as in power[${first}], expected its own`);
    checkPower(part, field);
  });
  checkWork(power, `${at}power`);
}

/** Most values that the charges of a month may count together: what a simulation takes grows with their number. */
const MOST_VALUES = 18;

function everyMonth(power: readonly TariffPower[]) {
  return FUSES.flatMap((fuse) =>
    Array.from({ length: MONTHS }, (_, i) => {
      const month = i + 1;
      const inForce = power.filter((part) => isInForce(part, fuse, month));
      const values = inForce.reduce((sum, { statistic }) => sum + statistic.highest, 0);
      return { fuse, month, charges: inForce.length, values };
    }),
  );
}

function isInForce({ fuses, when }: TariffPower, fuse: FuseSize, month: number): boolean {
  return (
    (fuses?.includes(fuse) ?? true) &&
    (when?.some(({ months }) => months?.includes(month) ?? true) ?? true)
  );
}

function checkWork(power: readonly TariffPower[], field: string): void {
  const over = everyMonth(power).find(({ values }) => values > MOST_VALUES);
  if (!over) return;
  const { fuse, month, charges, values } = over;
  fail(
    field,
    `counts ${values} highest values in month ${month} at ${fuse} A (the sum of statistic.highest of ${charges} charges), expected at most ${MOST_VALUES}`,
  );
}

function checkPower({ when, factor_hours = [] }: TariffPower, field: string): void {
  checkWindows(when, field);
  factor_hours.forEach(({ hours }, i) => {
    checkSpans(hours, `${field}.factor_hours[${i}].hours`);
    const weighted = factor_hours.slice(0, i).findIndex((other) => haveHourInCommon(other, hours));
    if (weighted < 0) return;
    fail(
      `${field}.factor_hours[${i}].hours`,
      `has an hour of factor_hours[${weighted}], expected one factor for each hour`,
    );
  });
}

function haveHourInCommon({ hours }: TariffFactor, spans: readonly TariffHourSpan[]): boolean {
  return clock().some((hour) => isIn(hour, hours) && isIn(hour, spans));
}

function checkWindows(windows: readonly TariffWhen[] | undefined, field: string): void {
  windows?.forEach(({ hours = [] }, i) => {
    checkSpans(hours, `${field}.when[${i}].hours`);
  });
}

function checkSpans(spans: readonly TariffHourSpan[], field: string): void {
  spans.forEach(([from, to], i) => {
    if (from < CLOCK_HOURS && from !== to) return;
    const expected = `the hour of its beginning (0 to ${CLOCK_HOURS - 1}) and another of its end, as in [7, 19]; [0, ${CLOCK_HOURS}] is the whole day`;
    fail(`${field}[${i}]`, `is [${from}, ${to}], expected ${expected}`);
  });
}

/** A fee that depends on the spot price says on which one, and no other fee does. */
function checkSpot(entry: TariffEnergy, field: string): void {
  if (entry.spot_share !== undefined) {
    if (entry.spot === undefined) fail(`${field}.spot`, 'is missing, expected it with spot_share');
    return;
  }
  for (const name of ['spot', 'spot_incl_vat', 'zone'] as const) {
    if (entry[name] !== undefined) fail(`${field}.${name}`, 'is given without spot_share');
  }
}

/** Each hour has a fee at every fuse, and each fee has an hour. */
function checkCover(entries: readonly TariffEnergy[], field: string): void {
  const counted = new Set<TariffEnergy>();
  for (const { fuse, month, kind, days, hour } of everyHour()) {
    const entry = entries.find(
      ({ fuses, when }) =>
        (fuses?.includes(fuse) ?? true) &&
        (when?.some((window) => isInside(window, month, days, hour)) ?? true),
    );
    if (entry) counted.add(entry);
    else fail(field, `has no fee at ${fuse} A for hour ${hour} of a ${kind} in month ${month}`);
  }
  entries.forEach((entry, i) => {
    if (!counted.has(entry))
      fail(`${field}[${i}]`, 'never counts: those before it have all its hours');
  });
}

/** Every month, kind of day and clock hour at every fuse. */
function* everyHour() {
  for (const fuse of FUSES) {
    for (let month = 1; month <= MONTHS; month++) {
      for (const [kind, days] of DAY_KINDS) {
        for (const hour of clock()) yield { fuse, month, kind, days, hour };
      }
    }
  }
}

function isInside(
  { months, days = 'all', hours }: TariffWhen,
  month: number,
  kinds: readonly TariffWhen['days'][],
  hour: number,
): boolean {
  return (months?.includes(month) ?? true) && kinds.includes(days) && isIn(hour, hours ?? DAY);
}

const DAY: TariffHourSpan[] = [[0, CLOCK_HOURS]];

function isIn(hour: number, spans: readonly TariffHourSpan[]): boolean {
  return spans.some(([from, to]) =>
    from < to ? hour >= from && hour < to : hour >= from || hour < to,
  );
}

function clock(): number[] {
  return Array.from({ length: CLOCK_HOURS }, (_, hour) => hour);
}

function fail(field: string, problem: string): never {
  throw new InvalidValueError(field, problem);
}
