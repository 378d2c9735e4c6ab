import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { PowerComponent } from '../tariff/power-component.ts';
import type { AllowedFlows, Battery } from './battery.ts';
import type { HourRange, House } from './house.ts';

/**
 * Caps on the import of each hour that rise and fall with one level: the level divided by the hour's factor, but
 * no more than another cap, and no less than the cap of a least level of the hour.
 */
export interface CapProfile {
  /** Factor of each hour. 0 where the level caps nothing. */
  factor: Float64Array;
  /** Level below which an hour's cap does not follow, kW. */
  minLevelKw: Float64Array;
  /** Cap of each hour that another rule sets, kW. */
  otherKw: Float64Array;
}

const EVERY_HOUR = new Float64Array(HOURS).fill(1);
export const NO_LEVEL = new Float64Array(HOURS);
export const NO_CAP = new Float64Array(HOURS).fill(Infinity);

/** One cap on all hours. */
export const PLAIN_PROFILE: CapProfile = profileOf(EVERY_HOUR);

/** Caps by the factors only. */
export function profileOf(factor: Float64Array): CapProfile {
  return { factor, minLevelKw: NO_LEVEL, otherKw: NO_CAP };
}

/** The highest level that a range reaches by itself, kW. 0 without import. */
export function findLevel(
  { factor }: CapProfile,
  gridKwh: Float64Array,
  { from, to }: HourRange,
): number {
  let highest = 0;
  for (let t = from; t < to; t++) {
    const kw = factor[t] * gridKwh[t];
    if (kw > highest) highest = kw;
  }
  return highest;
}

/** The greatest factor of a range. 0 where the level caps nothing. */
export function greatestFactor({ factor }: CapProfile, { from, to }: HourRange): number {
  let greatest = 0;
  for (let t = from; t < to; t++) if (factor[t] > greatest) greatest = factor[t];
  return greatest;
}

/** A year of what the house does to the battery, and the cap on import that it must help to hold. */
export interface CappedHours {
  battery: Battery;
  flows: AllowedFlows;
  /** Load minus PV of each hour, kWh. */
  netKwh: Float64Array;
  /** Greatest AC energy that may be charged in each hour, cap aside, kWh. */
  chargeLimitKwh: Float64Array;
  /** Cap on the import of each hour, kW. Infinite at first. */
  capKw: Float64Array;
}

/** The year of a house, battery and allowed flows, without caps. */
export function cappedHours(house: House, battery: Battery, flows: AllowedFlows): CappedHours {
  const { loadKwh, pvKwh } = house;
  const gridKw = flows.gridCharge === 'never' ? 0 : battery.powerKw;
  const netKwh = new Float64Array(HOURS);
  const chargeLimitKwh = new Float64Array(HOURS);
  for (let t = 0; t < HOURS; t++) {
    const net = loadKwh[t] - pvKwh[t];
    netKwh[t] = net;
    if (net >= 0) chargeLimitKwh[t] = gridKw;
    else if (flows.surplusCharge) {
      chargeLimitKwh[t] = Math.max(gridKw, Math.min(-net, battery.powerKw));
    }
  }
  return { battery, flows, netKwh, chargeLimitKwh, capKw: new Float64Array(HOURS).fill(Infinity) };
}

/** Margin added to a level before a run: the rounding of its search must not make its caps infeasible. */
export const CAP_MARGIN_KW = 1e-7;

/** Puts the caps of a profile's level, kW, on hours `from` to `to`-1. */
export function capHours(
  { capKw }: CappedHours,
  profile: CapProfile,
  { from, to }: HourRange,
  levelKw: number,
): void {
  applyCap(capKw, profile, { from, to }, levelKw + CAP_MARGIN_KW);
}

/** Fills hours `from` to `to`-1 with the caps of a profile's level, kW, as they are. */
export function applyCap(
  capKw: Float64Array,
  { factor, minLevelKw, otherKw }: CapProfile,
  { from, to }: HourRange,
  levelKw: number,
): void {
  for (let t = from; t < to; t++) {
    const weight = factor[t];
    const other = otherKw[t];
    if (weight === 0) capKw[t] = other;
    else {
      const min = minLevelKw[t];
      const own = (levelKw > min ? levelKw : min) / weight;
      capKw[t] = own < other ? own : other;
    }
  }
}

/** A level that holds nothing, kW. */
export function nonBindingCap(hours: CappedHours, profile: CapProfile, range: HourRange): number {
  const { netKwh, battery } = hours;
  return findLevel(profile, netKwh, range) + battery.powerKw * greatestFactor(profile, range);
}

/** A power component and the caps that hold it. */
export interface CapRule {
  component: PowerComponent;
  profile: CapProfile;
  /** Days (hours, where several of one day may count) of which the month at hand bills the mean. */
  counted: number;
  /** Those of the month at hand that stand out above the level. */
  free: FreeDay[];
}

/** A day with a level of its own, kW. */
export interface FreeDay extends HourRange {
  levelKw: number;
}

/** Rules of a year whose caps add up: an hour has the lowest. */
export interface CapRules {
  rules: readonly CapRule[];
  /** Caps of one level for all components. */
  joint: CapProfile;
}

export function capRules(power: readonly PowerComponent[]): CapRules {
  const billed = power.filter(({ sekPerKwMonth }) => sekPerKwMonth > 0);
  const several = billed.length > 1;
  const rules = billed.map((component) => ({
    component,
    counted: 1,
    free: [],
    profile: {
      factor: component.hourFactor,
      minLevelKw: component.highest > 1 ? new Float64Array(HOURS) : NO_LEVEL,
      otherKw: several ? new Float64Array(HOURS).fill(Infinity) : NO_CAP,
    },
  }));
  return { rules, joint: jointProfile(billed) };
}

/** The rules that cap any hour of a range. */
export function activeRules(rules: readonly CapRule[], range: HourRange): CapRule[] {
  return rules.filter(({ profile }) => greatestFactor(profile, range) > 0);
}

function jointProfile(power: readonly PowerComponent[]): CapProfile {
  if (power.length === 0) return PLAIN_PROFILE;
  if (power.length === 1) return profileOf(power[0].hourFactor);
  const factor = new Float64Array(HOURS);
  for (const { hourFactor } of power) {
    for (let t = 0; t < HOURS; t++) factor[t] = Math.max(factor[t], hourFactor[t]);
  }
  return profileOf(factor);
}

const scratch = new Float64Array(HOURS);

/** Sets the caps that all other rules set for one rule. */
export function capByOthers(
  rules: readonly CapRule[],
  levelsKw: Float64Array,
  own: number,
  range: HourRange,
): void {
  const { otherKw } = rules[own].profile;
  otherKw.fill(Infinity, range.from, range.to);
  rules.forEach(({ profile }, i) => {
    if (i !== own) lowerCaps(otherKw, profile, levelsKw[i], range);
  });
}

/** Lowers caps to those of a profile's level, whatever else caps it. */
export function lowerCaps(
  capKw: Float64Array,
  profile: CapProfile,
  levelKw: number,
  range: HourRange,
): void {
  applyCap(scratch, { ...profile, otherKw: NO_CAP }, range, levelKw + CAP_MARGIN_KW);
  for (let t = range.from; t < range.to; t++) {
    if (scratch[t] < capKw[t]) capKw[t] = scratch[t];
  }
}

/** Caps a range by all rules. */
export function capByRules(
  hours: CappedHours,
  rules: readonly CapRule[],
  levelsKw: Float64Array,
  { from, to }: HourRange,
): void {
  hours.capKw.fill(Infinity, from, to);
  rules.forEach(({ profile }, i) => {
    lowerCaps(hours.capKw, profile, levelsKw[i], { from, to });
  });
}

/** Caps each month so that it is billed for no more power than the house by itself takes. */
export function capOwnPeaks(hours: CappedHours, power: readonly PowerComponent[]): void {
  for (const rule of capRules(power).rules) {
    for (let month = 0; month < MONTHS; month++) {
      capOwnMonth(hours, rule, { from: MONTH_START[month], to: MONTH_START[month + 1] });
    }
  }
}

/** The n highest days (hours, where several of one day may count) keep their own levels, all others the n-th. */
function capOwnMonth(hours: CappedHours, { component, profile }: CapRule, month: HourRange): void {
  const { highest, distinctDays } = component;
  const step = distinctDays ? CLOCK_HOURS : 1;
  const bare = { ...profile, otherKw: NO_CAP };
  const levelsKw: number[] = [];
  for (let from = month.from; from < month.to; from += step) {
    const levelKw = findLevel(bare, hours.netKwh, { from, to: from + step });
    levelsKw.push(levelKw);
    if (highest > 1) profile.minLevelKw.fill(levelKw, from, from + step);
  }
  const nth = levelsKw.sort((a, b) => b - a)[highest - 1];
  lowerCaps(hours.capKw, bare, nth, month);
}
