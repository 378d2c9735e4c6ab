/** A house and its roof whose every hour is known, and the files that it can be written into. */
import assert from 'node:assert/strict';
import {
  HOUR_MS,
  hoursInYear,
  localHour,
  localYearStartMs,
  utcOffsetMs,
} from '#clock/stockholm-time.ts';
import { HOURS, MONTH_START } from '../../../schemas/codec/axes.ts';
import { type MessageCode, MeterProblem } from './files/problem.ts';
import type { MeterFile } from './files/unpack.ts';
import type { Understood } from './understand.ts';

/** Energy of an hour that begins at an instant, kWh. */
export type Energy = (utcMs: number) => number;

const DAY_MS = 24 * HOUR_MS;
const fraction = (x: number) => x - Math.floor(x);
const seasonAt = (utcMs: number) =>
  Math.cos((2 * Math.PI * (utcMs - Date.UTC(2025, 5, 21))) / (365.25 * DAY_MS));

/** Sun of a place in Sweden: highest when UTC is 11, from 7 hours of it in winter to 17 in summer. */
export const sunAt: Energy = (utcMs) => {
  const hour = ((utcMs / HOUR_MS) % 24) + 0.5;
  const bright = 0.4 + 0.6 * fraction(Math.sin(Math.floor(utcMs / DAY_MS) * 12.9) * 43758.5);
  const height = Math.cos((Math.PI * (hour - 11)) / 12) - 0.3 + 0.35 * seasonAt(utcMs);
  return 5 * bright * Math.max(0, height);
};

/** All that the house uses. */
export const useAt: Energy = (utcMs) =>
  0.5 + 0.9 * fraction(Math.sin((utcMs / HOUR_MS) * 7.77) * 9876.5) - 0.3 * seasonAt(utcMs);

export const boughtAt: Energy = (utcMs) => Math.max(0, useAt(utcMs) - sunAt(utcMs));
export const soldAt: Energy = (utcMs) => Math.max(0, sunAt(utcMs) - useAt(utcMs));
export const ownAt: Energy = (utcMs) => Math.min(sunAt(utcMs), useAt(utcMs));

/** Starts of the hours of a Swedish year, ms UTC. */
export function hoursOf(year: number): number[] {
  const first = localYearStartMs(year);
  return Array.from({ length: hoursInYear(year) }, (_, i) => first + i * HOUR_MS);
}

/** 8760 Swedish clock hours, from the instants only. */
export function clockHours(energy: Energy, hours: readonly number[]): Float64Array {
  const sums = new Float64Array(HOURS);
  const counts = new Float64Array(HOURS);
  for (const utcMs of hours) {
    const { month, day, hour } = localHour(utcMs);
    if (month === 1 && day === 29) continue;
    const t = MONTH_START[month] + (day - 1) * 24 + hour;
    sums[t] += energy(utcMs);
    counts[t]++;
  }
  return sums.map((kwh, t) => kwh / Math.max(1, counts[t]));
}

/** The year of the files, and what the house bought and sold in its clock hours, kWh. */
export const YEAR = hoursOf(2025);
export const BOUGHT = clockHours(boughtAt, YEAR);
export const SOLD = clockHours(soldAt, YEAR);

/** Asserts that a year was read as it was written. @param most hours that may differ, the clock's changes among them */
export function assertHours(
  found: Float64Array | null,
  wanted: Float64Array,
  name: string,
  { most = 4, apartKwh = 0.001, apartShare = 0.005 } = {},
): void {
  assert.ok(found, `${name}: nothing was found`);
  const apart = wanted.filter((kwh, t) => !(Math.abs(kwh - found[t]) < apartKwh)).length;
  const sums = `${sum(found)} of ${sum(wanted)} kWh`;
  assert.ok(apart <= most, `${name}: ${apart} hours differ, ${sums}`);
  assert.ok(Math.abs(sum(found) / sum(wanted) - 1) < apartShare, `${name}: ${sums}`);
}

/** Asserts that a file has what the house bought, and what it sold or nothing of that. */
export function assertHouse({ kwh, soldKwh }: Understood, isBoth: boolean, name = 'file'): void {
  assertHours(kwh, BOUGHT, `${name}: bought`);
  if (isBoth) assertHours(soldKwh, SOLD, `${name}: sold`);
  else assert.equal(soldKwh, null);
}

export const codesOf = (messages: Understood['notes']) => messages.map(({ code }) => code);

/** Codes of the questions about a file, or of its refusal. */
export async function reported(reading: Promise<Understood>): Promise<MessageCode[]> {
  try {
    return codesOf((await reading).questions);
  } catch (error) {
    assert.ok(error instanceof MeterProblem, String(error));
    return [error.translatable.code];
  }
}

/** Steps of a year: the start of each, and the hour that it is of. */
export function stepsOf(hours: readonly number[], perHour: number): [number, number][] {
  return hours.flatMap((hour) =>
    Array.from({ length: perHour }, (_, i): [number, number] => [
      hour + (i * HOUR_MS) / perHour,
      hour,
    ]),
  );
}

/** '2025-03-30 03:15' of a clock that is ahead of UTC. */
export function writeClock(utcMs: number, aheadMs: number = utcOffsetMs(utcMs)): string {
  return new Date(utcMs + aheadMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** A number as Swedish files write it. */
export const comma = (value: number) => value.toFixed(4).replace('.', ',');

/** A file with a line for each hour. */
export function lines(
  head: string,
  of: (utcMs: number, i: number) => string,
  hours = YEAR,
): string {
  return [head, ...hours.map(of)].join('\n');
}

/** A file whose lines begin with the clock. */
export function timedLines(
  head: string,
  of: (utcMs: number, i: number) => string,
  hours = YEAR,
): string {
  return lines(head, (ms, i) => `${writeClock(ms)};${of(ms, i)}`, hours);
}

export function fileOf(text: string, name = 'file.csv'): MeterFile {
  return { name, bytes: new TextEncoder().encode(text) };
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
