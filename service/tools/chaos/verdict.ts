/** The invariants that callers hold a cell to, and what they saw in words. */
import { median } from 'd3-array';
import type { Lateness, Seen } from './callers.ts';
import type { Fault } from './cell.ts';

/** The course of a cell, times as `performance.now` gives them. */
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
}

export const BACK_WITHIN_S = 10;
/** How much longer than in peace half of the callers may wait. */
const MEDIAN_MS = 20;
/** Turns of processes that a call waits for: caller, primary, worker, relay, Redis, and back. */
const TURNS = 8;
/** Fewer have no median. */
const LEAST_CALLS = 40;
const MOST_MB = 300;
/** Several processes may each say a thing once when it comes; a fault that is told at every call would fill the disk. */
const MOST_LINES = 5;
/** Warnings have it, and what is worse. */
const WARNING = 40;
/** What nginx answers where there is no node. */
const NO_NODE = [502, 504];

/** Sentences for the invariants that are broken. */
export function brokenInvariants(course: Course, { toll }: Pick<Fault, 'toll'>): string[] {
  const { seen, backMs, thanked, kept, largestMb } = course;
  const broken: string[] = [];
  const expect = (isSo: boolean, sentence: string) => isSo || broken.push(sentence);

  const wrong = seen.flatMap((one) => one.wrong ?? []);
  expect(wrong.length === 0, `${wrong.length} wrong answers, the first: ${wrong[0]}`);
  const strange = seen.filter((one) => typeof one.fate === 'number' && !mayAnswer(course, one));
  expect(
    strange.length === 0,
    `${strange.length} answers that may not be: ${strange
      .slice(0, 6)
      .map((one) => describeCall(course, one))
      .join(', ')}`,
  );
  const lost = seen.filter((one) => isLost(course, one));
  expect(
    lost.length <= toll.lost,
    `${lost.length} calls without an answer (bound ${toll.lost}): ${lost
      .slice(0, 6)
      .map((one) => describeCall(course, one))
      .join(', ')}`,
  );
  const isPeace = ({ atMs }: { atMs: number }) => atMs < course.struckMs;
  const isStruck = ({ atMs }: { atMs: number }) => !isPeace({ atMs }) && atMs < course.healedMs;
  const bound = toll.longestMs + TURNS * Math.max(0, ...latenessOf(course, () => true));
  const longest = longestMs(seen.filter((one) => !isAway(course, one)));
  expect(
    longest <= bound,
    `the longest wait was ${longest.toFixed(0)} ms (bound ${bound.toFixed(0)})`,
  );
  const [peace, struck] = [waitsOf(course, isPeace), waitsOf(course, isStruck)];
  if (Math.min(peace.length, struck.length) >= LEAST_CALLS) {
    const [before, during] = [median(peace) ?? 0, median(struck) ?? 0];
    const most = before + MEDIAN_MS + TURNS * (median(latenessOf(course, isStruck)) ?? 0);
    expect(
      during <= most,
      `half of the callers waited ${during.toFixed(0)} ms or more (bound ${most.toFixed(0)})`,
    );
  }
  expect(backMs !== undefined, `not back within ${BACK_WITHIN_S} s`);
  const stale = seen.filter((one) => isStale(course, one)).length;
  expect(stale === 0, `${stale} answers of a build that is not to be served`);
  const missing = thanked.filter((reference) => !kept.has(reference));
  expect(missing.length === 0, `${missing.length} visitors thanked whose lead the sink has not`);
  expect(largestMb <= MOST_MB, `a process took ${largestMb.toFixed(0)} MB (bound ${MOST_MB})`);
  for (const [text, times] of warningsOf(course.log)) {
    expect(times <= MOST_LINES, `the log says ${times} times: ${text}`);
  }
  return broken;
}

/** What callers saw, in words. */
export function describeCourse(course: Course): string {
  const { seen, healedMs, backMs } = course;
  const lost = seen.filter((one) => isLost(course, one)).length;
  const back =
    backMs === undefined ? 'not back' : `back ${seconds(backMs - healedMs)} after its end`;
  const said = [...warningsOf(course.log)].map(([text, times]) => `"${text}" x ${times}`);
  return [
    `${seen.length} calls: ${fatesOf(seen)}`,
    `${lost} lost, ${seen.filter(({ wrong }) => wrong).length} wrong`,
    `longest ${seconds(longestMs(seen))}`,
    back,
    `${course.largestMb.toFixed(0)} MB`,
    said.length > 0 ? `log: ${said.join(', ')}` : 'log: nothing',
  ].join('; ');
}

/** The least of it. */
export function briefOf(course: Course): string {
  const { seen, healedMs, backMs } = course;
  const lost = seen.filter((one) => isLost(course, one)).length;
  const longest = longestMs(seen.filter((one) => !isAway(course, one)));
  const back =
    backMs === undefined ? 'not back' : `back ${seconds(Math.max(0, backMs - healedMs))}`;
  return `${seen.length} calls, ${lost} lost, ${seconds(longest)}, ${back}`;
}

function mayAnswer(course: Course, one: Seen): boolean {
  if (one.isExpected) return true;
  const status = Number(one.fate);
  const isNone = course.isBehindNginx && NO_NODE.includes(status);
  return isAway(course, one) && (status === 503 || isNone);
}

function isAway({ away }: Course, { atMs }: Seen): boolean {
  return away !== undefined && atMs >= away.fromMs && atMs <= away.toMs;
}

function isStale({ backMs, version, before }: Course, { atMs, versions }: Seen): boolean {
  const right = backMs !== undefined && atMs > backMs ? [version] : before;
  return versions !== undefined && !versions.some((one) => right.includes(one));
}

function isLost(course: Course, one: Seen): boolean {
  if (typeof one.fate === 'number') return false;
  if (!isAway(course, one) || one.fate === 'gave up') return true;
  // A reset is a refusal where the call had not been accepted: who ends resets what waits to be.
  return one.fate === 'cut' && course.log.some((line) => line.includes(`"${one.id}"`));
}

/** Waits for lookups and their like. */
function waitsOf({ seen }: Course, isMeant: (one: Seen) => boolean): number[] {
  return seen.filter((one) => one.fate === 200 && isMeant(one)).map(({ ms }) => ms);
}

function latenessOf({ lateness }: Course, isMeant: (one: { atMs: number }) => boolean): number[] {
  return lateness.filter(isMeant).map(({ lateMs }) => lateMs);
}

function longestMs(seen: Seen[]): number {
  return Math.max(0, ...seen.map(({ ms }) => ms));
}

function fatesOf(seen: Seen[]): string {
  const counts = new Map<string, number>();
  for (const { fate } of seen) counts.set(String(fate), (counts.get(String(fate)) ?? 0) + 1);
  return [...counts].map(([fate, count]) => `${count} x ${fate}`).join(', ') || 'none';
}

function describeCall({ struckMs }: Course, { path, atMs, ms, fate }: Seen): string {
  return `${path.split('?')[0]} ${fate} after ${seconds(ms)}, ${seconds(atMs - struckMs)} after the fault`;
}

/** Texts of warnings and errors with how often they were said, numbers aside. */
export function warningsOf(log: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of log) {
    if (!line.startsWith('{')) continue;
    const { level, msg } = JSON.parse(line) as { level: number; msg?: string };
    if (level < WARNING || !msg) continue;
    const text = msg.replace(/\d+/g, '0').slice(0, 120);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
