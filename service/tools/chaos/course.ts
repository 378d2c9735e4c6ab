/** The course of a cell: what callers saw, when the fault came and went, and what the node left behind. */
import { availableParallelism, loadavg } from 'node:os';
import { rollup } from 'd3-array';
import type { Lateness, Seen } from './callers.ts';

/** Times are as `performance.now` gives them. */
export interface Course {
  seen: Seen[];
  lateness: Lateness[];
  struckMs: number;
  healedMs: number;
  /** When everything was as it should be again; undefined when it was not within the bound. */
  backMs: number | undefined;
  /** While it starts or has been told to end nobody need be served. */
  away: { fromMs: number; toMs: number } | undefined;
  isBehindNginx: boolean;
  /** The build that is to be served in the end, and those that may be until then. */
  version: string;
  before: string[];
  /** References for which visitors were thanked, and those that the sink has. */
  thanked: string[];
  kept: ReadonlySet<string>;
  /** The log, a line of JSON each. */
  log: string[];
  largestMb: number;
  /** How many processes wanted each processor. */
  strain: number;
}

/** On a machine with more to do than this the waits say nothing of the service. */
const MOST_STRAIN = 2.5;

/** How many processes want each processor of this machine, as a mean of the last minute; 1 at least. */
export function strainNow(): number {
  return Math.max(1, loadavg()[0] / availableParallelism());
}

/** Whether waits are the service's own doing. */
export function areWaitsItsOwn({ strain }: Course): boolean {
  return strain <= MOST_STRAIN;
}

/** Warnings have it, and what is worse. */
const WARNING = 40;
const MOST_TEXT = 120;

export function isAway({ away }: Course, { atMs }: Seen): boolean {
  return away !== undefined && atMs >= away.fromMs && atMs <= away.toMs;
}

/** Calls that nobody answered although somebody should have. */
export function lostCalls(course: Course): Seen[] {
  return course.seen.filter((one) => {
    if (typeof one.fate === 'number') return false;
    if (!isAway(course, one) || one.fate === 'gave up') return true;
    // A reset is a refusal where the call had not been accepted: who ends resets what waits to be.
    return one.fate === 'cut' && course.log.some((line) => line.includes(`"${one.id}"`));
  });
}

/** The longest wait for what takes no time, while somebody should have answered, ms. */
export function longestWaitMs(course: Course): number {
  const light = course.seen.filter((one) => !one.takesTime && !isAway(course, one));
  return Math.max(0, ...light.map(({ ms }) => ms));
}

/** Texts of warnings and errors with how often they were said, numbers aside. */
export function warningsOf(log: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of log) {
    if (!line.startsWith('{')) continue;
    const { level, msg } = JSON.parse(line) as { level: number; msg?: string };
    if (level < WARNING || !msg) continue;
    const text = msg.replace(/\d+/g, '0').slice(0, MOST_TEXT);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** What callers saw, in words. */
export function describeCourse(course: Course): string {
  const { seen, largestMb, log } = course;
  const fates = rollup(
    seen,
    (ones) => ones.length,
    ({ fate }) => fate,
  );
  const said = [...warningsOf(log)].map(([text, times]) => `"${text}" x ${times}`);
  return [
    briefOf(course),
    [...fates].map(([fate, count]) => `${count} x ${fate}`).join(', '),
    `${largestMb.toFixed(0)} MB`,
    `log: ${said.join(', ') || 'nothing'}`,
    ...(areWaitsItsOwn(course)
      ? []
      : [`waits not judged at ${course.strain.toFixed(1)} processes a core`]),
  ].join('; ');
}

/** The least of it, for the table. */
export function briefOf(course: Course): string {
  const { seen, healedMs, backMs } = course;
  const back =
    backMs === undefined ? 'not back' : `back ${inSeconds(Math.max(0, backMs - healedMs))}`;
  const longest = inSeconds(longestWaitMs(course));
  return `${seen.length} calls, ${lostCalls(course).length} lost, longest ${longest}, ${back}`;
}

/** A call in words, its time counted from the fault. */
export function describeCall({ struckMs }: Course, { path, atMs, ms, fate }: Seen): string {
  return `${path.split('?')[0]} ${fate} after ${inSeconds(ms)}, at ${inSeconds(atMs - struckMs)}`;
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
