/** The invariants that every cell with callers is held to. */
import { median } from 'd3-array';
import type { Lateness, Seen } from './callers.ts';
import type { Fault } from './cell.ts';
import {
  areWaitsItsOwn,
  type Course,
  describeCall,
  isAway,
  longestWaitMs,
  lostCalls,
  warningsOf,
} from './course.ts';

/** Parts of a fault that bound what it may cost. */
type Bounds = Pick<Fault, 'toll' | 'told'>;
/** The sentence of what is broken; null where nothing is. */
type Invariant = (course: Course, bounds: Bounds) => string | null;

export const BACK_WITHIN_S = 10;
/** How much longer than in peace half of the callers may wait. */
const MEDIAN_MS = 20;
/** Turns of processes that a call waits for: caller, primary, worker, relay, Redis, and back. */
const TURNS = 8;
/** Fewer have no median. */
const LEAST_CALLS = 40;
const MOST_MB = 300;
/** Several processes may each say a thing when it comes; one that is said at every call would fill the disk. */
const MOST_LINES = 5;
/** Answers of nginx where there is no node. */
const NO_NODE = [502, 504];
const MOST_NAMED = 5;

const INVARIANTS: Invariant[] = [
  ({ seen }) => {
    const wrong = seen.flatMap((one) => one.wrong ?? []);
    return some(wrong, 'wrong answers', (text) => text);
  },
  (course) => {
    const strange = course.seen.filter((one) => !mayBe(course, one));
    return some(strange, 'answers that may not be', (one) => describeCall(course, one));
  },
  (course, { toll }) => {
    const lost = lostCalls(course);
    if (lost.length <= toll.lost) return null;
    return some(lost, `calls lost (bound ${toll.lost})`, (one) => describeCall(course, one));
  },
  (course, { toll }) => {
    if (!areWaitsItsOwn(course)) return null;
    const boundMs = toll.longestMs + graceMs(course.lateness);
    return atMost(longestWaitMs(course), boundMs, 'ms was the longest wait');
  },
  medianRises,
  ({ backMs }) =>
    backMs === undefined ? `not back within ${BACK_WITHIN_S} s and what the machine took` : null,
  (course) => {
    const stale = course.seen.filter((one) => isStale(course, one));
    return some(stale, 'answers of a build not to be served', (one) => describeCall(course, one));
  },
  ({ thanked, kept }) => {
    const missing = thanked.filter((reference) => !kept.has(reference));
    return some(missing, 'visitors thanked whose lead the sink has not', (name) => name);
  },
  ({ largestMb }) => atMost(largestMb, MOST_MB, 'MB took a process'),
  ({ log }) => {
    const loud = [...warningsOf(log)].filter(([, times]) => times > MOST_LINES);
    return some(loud, 'lines said again and again', ([text, times]) => `${times} x "${text}"`);
  },
  ({ log }, { told = [] }) => {
    const untold = told.filter((line) => !log.some((one) => line.test(one)));
    return some(untold, 'lines that the log should have', String);
  },
];

/** How much longer everything may take on a machine that holds processes up. */
export function graceMs(lateness: readonly Lateness[]): number {
  return TURNS * Math.max(0, ...lateness.map(({ lateMs }) => lateMs));
}

/** Sentences for those that are broken. */
export function brokenInvariants(course: Course, bounds: Bounds): string[] {
  return INVARIANTS.flatMap((invariant) => invariant(course, bounds) ?? []);
}

function some<Item>(
  items: readonly Item[],
  what: string,
  nameOf: (item: Item) => string,
): string | null {
  if (items.length === 0) return null;
  return `${items.length} ${what}: ${items.slice(0, MOST_NAMED).map(nameOf).join(', ')}`;
}

function atMost(found: number, bound: number, what: string): string | null {
  return found <= bound ? null : `${found.toFixed(0)} ${what} (bound ${bound.toFixed(0)})`;
}

/** Whether an answer may be: while nobody need be served, also one that says so. */
function mayBe(course: Course, one: Seen): boolean {
  if (one.isExpected || typeof one.fate !== 'number') return true;
  const isNone = course.isBehindNginx && NO_NODE.includes(one.fate);
  return isAway(course, one) && (one.fate === 503 || isNone);
}

/** Half of the callers wait as in peace. */
function medianRises(course: Course): string | null {
  const isPeace = (atMs: number) => atMs < course.struckMs;
  const isStruck = (atMs: number) => atMs >= course.struckMs && atMs < course.healedMs;
  const [peace, struck] = [waitsOf(course, isPeace), waitsOf(course, isStruck)];
  if (!areWaitsItsOwn(course) || Math.min(peace.length, struck.length) < LEAST_CALLS) return null;
  const lateMs = median(latenessOf(course, isStruck)) ?? 0;
  const boundMs = (median(peace) ?? 0) + MEDIAN_MS + TURNS * lateMs;
  return atMost(median(struck) ?? 0, boundMs, 'ms or more waited half of the callers');
}

function waitsOf({ seen }: Course, isMeant: (atMs: number) => boolean): number[] {
  const light = seen.filter(({ fate, takesTime }) => fate === 200 && !takesTime);
  return light.filter(({ atMs }) => isMeant(atMs)).map(({ ms }) => ms);
}

function latenessOf({ lateness }: Course, isMeant: (atMs: number) => boolean): number[] {
  return lateness.filter(({ atMs }) => isMeant(atMs)).map(({ lateMs }) => lateMs);
}

/** Behind the fault the last build alone is right; nginx keeps answers of the one before for as long as they say. */
function isStale(course: Course, { atMs, versions }: Seen): boolean {
  const { backMs, version, before, isBehindNginx } = course;
  const isOver = backMs !== undefined && atMs > backMs && !isBehindNginx;
  const right = isOver ? [version] : before;
  return versions !== undefined && !versions.some((one) => right.includes(one));
}
