import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';
import type { PowerComponent } from '../tariff/power-component.ts';
import type { CappedHours } from './battery.ts';
import {
  type CapProfile,
  findLevel,
  greatestFactor,
  lowerCaps,
  NO_CAP,
  NO_LEVEL,
  PLAIN_PROFILE,
  profileOf,
} from './caps.ts';
import type { HourRange } from './house.ts';

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

/** The rules of a year, of which the lowest caps an hour, and as `joint` the caps of one level for all of them. */
export function capRules(power: readonly PowerComponent[]): {
  rules: readonly CapRule[];
  joint: CapProfile;
} {
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
  const factor = new Float64Array(HOURS);
  for (const { hourFactor } of power) {
    for (let t = 0; t < HOURS; t++) factor[t] = Math.max(factor[t], hourFactor[t]);
  }
  return profileOf(factor);
}

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

/** Caps a range by all rules. */
export function capByRules(
  hours: CappedHours,
  rules: readonly CapRule[],
  levelsKw: Float64Array,
  range: HourRange,
): void {
  hours.capKw.fill(Infinity, range.from, range.to);
  rules.forEach(({ profile }, i) => {
    lowerCaps(hours.capKw, profile, levelsKw[i], range);
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
