import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Seen } from './callers.ts';
import type { Course } from './course.ts';
import { brokenInvariants } from './invariants.ts';

const BOUNDS = { toll: { lost: 1, longestMs: 500 }, told: [/is lost/] };

function call(atMs: number, change: Partial<Seen> = {}): Seen {
  const versions = ['1.0.0'];
  return {
    id: `call-${atMs}`,
    path: '/a',
    atMs,
    ms: 3,
    fate: 200,
    takesTime: false,
    isExpected: true,
    versions,
    ...change,
  };
}

/** A call every 10 ms: a second of peace, one of the fault, and one behind it. */
const CALLS = Array.from({ length: 300 }, (_, i) => call(10 * i));

function courseOf(change: Partial<Course> = {}): Course {
  return {
    seen: CALLS,
    lateness: CALLS.map(({ atMs }) => ({ atMs, lateMs: 0 })),
    struckMs: 1_000,
    healedMs: 2_000,
    backMs: 2_100,
    away: undefined,
    isBehindNginx: false,
    version: '1.0.0',
    before: ['1.0.0'],
    thanked: ['A'],
    kept: new Set(['A']),
    log: ['{"level":50,"msg":"The store is lost."}'],
    largestMb: 120,
    strain: 1,
    ...change,
  };
}

/** The course with one more call, while the fault holds unless it says otherwise. */
const withCall = (change: Partial<Seen>) => ({ seen: [...CALLS, call(1_500, change)] });
const lost: Partial<Seen> = { fate: 'cut', isExpected: false };

const BROKEN: [name: string, change: Partial<Course>, sentence: RegExp][] = [
  ['a wrong answer', withCall({ wrong: '/a answers b' }), /^1 wrong answers: \/a answers b/],
  [
    'a status that may not be',
    withCall({ fate: 500, isExpected: false }),
    /^1 answers that may not be: \/a 500 after 0\.0 s, at 0\.5 s/,
  ],
  ['calls lost', { seen: [...CALLS, call(1, lost), call(2, lost)] }, /^2 calls lost \(bound 1\)/],
  ['a long wait', withCall({ ms: 501 }), /^501 ms was the longest wait \(bound 500\)/],
  [
    'long waits of many',
    { seen: CALLS.map((one) => (one.atMs < 1_000 ? one : { ...one, ms: 24 })) },
    /^24 ms or more waited half of the callers \(bound 23\)/,
  ],
  ['no return', { backMs: undefined }, /^not back within 10 s/],
  ['another build', withCall({ versions: ['1.1.0'] }), /^1 answers of a build not to be served/],
  [
    'the build before, behind its end',
    { version: '1.1.0', before: ['1.0.0', '1.1.0'] },
    /^89 answers of a build not to be served/,
  ],
  ['a lead that the sink has not', { thanked: ['A', 'B'] }, /^1 visitors thanked .*: B/],
  ['memory', { largestMb: 301 }, /^301 MB took a process/],
  [
    'a line at every call',
    { log: Array(6).fill('{"level":40,"msg":"Port 12 is lost."}') },
    /^1 lines said again and again: 6 x "Port 0 is lost\."/,
  ],
  ['silence', { log: [] }, /^1 lines that the log should have: \/is lost\//],
];

test('nothing is broken in a course as it should be', () => {
  assert.deepEqual(brokenInvariants(courseOf(), BOUNDS), []);
});

for (const [name, change, sentence] of BROKEN) {
  test(`${name} breaks its invariant alone`, () => {
    const broken = brokenInvariants(courseOf(change), BOUNDS);
    assert.equal(broken.length, 1, broken.join('\n'));
    assert.match(broken[0], sentence);
  });
}

test('while nobody need be served a refusal is no loss, and a reset only of what was accepted', () => {
  const away = { fromMs: 1_000, toMs: 2_000 };
  const fates: Partial<Seen>[] = [{ fate: 'refused' }, { fate: 'cut' }, { fate: 503 }];
  const seen = [
    ...CALLS,
    ...fates.map((fate, i) => call(1_500 + i, { ...fate, isExpected: false })),
  ];
  const toll = { lost: 0, longestMs: 500 };
  assert.deepEqual(brokenInvariants(courseOf({ seen, away }), { toll }), []);
  const log = [`{"level":30,"id":"call-1501"}`];
  assert.match(brokenInvariants(courseOf({ seen, away, log }), { toll })[0], /^1 calls lost/);
});

test('behind nginx answers of the build before may still be kept, of another not', () => {
  const swapped = { version: '1.1.0', before: ['1.0.0', '1.1.0'], isBehindNginx: true };
  assert.deepEqual(brokenInvariants(courseOf(swapped), BOUNDS), []);
  const seen = [...CALLS, call(2_500, { versions: ['0.9.0'] })];
  assert.match(brokenInvariants(courseOf({ ...swapped, seen }), BOUNDS)[0], /not to be served/);
});

test('a machine that holds everybody up is not the service', () => {
  const lateness = CALLS.map(({ atMs }) => ({ atMs, lateMs: 100 }));
  const slow = withCall({ ms: 1_200 });
  assert.deepEqual(brokenInvariants(courseOf({ ...slow, lateness }), BOUNDS), []);
  assert.deepEqual(brokenInvariants(courseOf({ ...slow, strain: 4 }), BOUNDS), []);
});
