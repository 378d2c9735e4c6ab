/** Two readings of one file that are both possible and make another year: the panel asks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HOUR_MS, utcOffsetMs } from '#clock/stockholm-time.ts';
import { type Choices, NO_CHOICES } from './columns/choices.ts';
import { MeterProblem } from './files/problem.ts';
import {
  boughtAt,
  fileOf,
  hoursOf,
  soldAt,
  stepsOf,
  sum,
  writeClock,
} from './known-house.test-kit.ts';
import { readMeter } from './read-meter.ts';
import type { Understood } from './understand.ts';

/** Properties that a file does not state. */
interface Silence {
  perHour: number;
  unit: '' | ' (kWh)' | ' (Wh)' | ' (kW)';
  clock: 'swedish' | 'winter' | 'utc' | 'z';
  stamp: 'start' | 'end';
  /** Hours left out at the beginning, so that the first line shows no start of a day. */
  late: number;
  date: 'iso' | 'slashes' | 'american';
  number: 'point' | 'thousands';
  kind: 'energy' | 'reading';
  isBoth: boolean;
}

const silences: fc.Arbitrary<Silence> = fc.record({
  perHour: fc.constantFrom(1, 2, 4),
  unit: fc.constantFrom('', ' (kWh)', ' (Wh)', ' (kW)'),
  clock: fc.constantFrom('swedish', 'winter', 'utc', 'z'),
  stamp: fc.constantFrom('start', 'end'),
  late: fc.constantFrom(0, 0, 5),
  date: fc.constantFrom('iso', 'slashes', 'american'),
  number: fc.constantFrom('point', 'thousands'),
  kind: fc.constantFrom('energy', 'energy', 'reading'),
  isBoth: fc.boolean(),
});

const PER_KWH = { '': 1, ' (kWh)': 1, ' (Wh)': 1000, ' (kW)': 1 };

function writeFile(silence: Silence): string {
  const { perHour, unit, clock, stamp, late, number, kind, isBoth } = silence;
  const scale = (PER_KWH[unit] / perHour) * (unit === ' (kW)' ? perHour : 1);
  let [bought, sold] = [1000, 500];
  const rows = stepsOf(hoursOf(2025).slice(late), perHour).map(([utcMs, hour]) => {
    const ahead = { swedish: utcOffsetMs(utcMs), winter: HOUR_MS, utc: 0, z: 0 }[clock];
    const at = utcMs + (stamp === 'end' ? HOUR_MS / perHour : 0);
    bought += scale * boughtAt(hour);
    sold += scale * soldAt(hour);
    const values =
      kind === 'reading' ? [bought, sold] : [boughtAt, soldAt].map((of) => scale * of(hour));
    const cells = values.slice(0, isBoth ? 2 : 1).map((value) => writeNumber(value, number));
    return [writeDate(at + ahead, silence), ...cells].join(';');
  });
  const heads = ['Tid', `Uttag${unit}`, `Inmatning${unit}`].slice(0, isBoth ? 3 : 2);
  return [heads.join(';'), ...rows].join('\n');
}

/** Thousands with three digits behind the comma can be decimals, too. */
function writeNumber(value: number, number: Silence['number']): string {
  if (number === 'point') return value.toFixed(4);
  return (1 + Math.abs(value)).toFixed(3).replace('.', ',');
}

function writeDate(clockMs: number, { date, clock }: Silence): string {
  const text = writeClock(clockMs, 0);
  const [year, month, day, time] = text.split(/[- ]/);
  if (clock === 'z') return `${text.replace(' ', 'T')}:00Z`;
  if (date === 'iso') return text;
  return date === 'slashes' ? `${day}/${month}/${year} ${time}` : `${month}/${day}/${year} ${time}`;
}

type Part = Partial<Choices>;

/** Pairs of readings, one of which the file may mean. Units and kinds are those of all columns. */
const PAIRS: Record<string, [Part, Part]> = {
  unit: [{ units: { 0: 'kWh', 1: 'kWh' } }, { units: { 0: 'Wh', 1: 'Wh' } }],
  kind: [{ units: { 0: 'kWh', 1: 'kWh' } }, { units: { 0: 'kW', 1: 'kW' } }],
  smallKind: [{ units: { 0: 'Wh', 1: 'Wh' } }, { units: { 0: 'W', 1: 'W' } }],
  counter: [{ kinds: { 0: 'energy', 1: 'energy' } }, { kinds: { 0: 'reading', 1: 'reading' } }],
  order: [{ order: 'dmy' }, { order: 'mdy' }],
  thousands: [{ decimal: ',' }, { decimal: '.' }],
  clock: [{ clock: 'winter' }, { clock: 'utc' }],
  change: [{ clock: 'swedish' }, { clock: 'winter' }],
  stamp: [{ stamp: 'start' }, { stamp: 'end' }],
};

/** Whether the file states enough that only one reading of the pair is possible. */
function isStated(
  pair: string,
  { perHour, unit, clock, stamp, late, kind, number }: Silence,
): boolean {
  const isWholeYear = late === 0;
  const says: Record<string, boolean> = {
    unit: unit !== '',
    kind: unit !== '' || kind === 'reading',
    smallKind: unit !== '' || kind === 'reading',
    // A file of a year never has both: energies fall again, and readings do not.
    counter: true,
    order: false,
    // Four digits behind a point are no group of thousands.
    thousands: number === 'point',
    // The Swedish clock skips an hour and repeats one. A Swedish year by UTC begins at 23:00.
    clock: clock === 'swedish' || clock === 'z' || (clock === 'utc' && isWholeYear),
    change: true,
    // A Swedish year begins and ends at midnight, but hours that end it by UTC may start a year of UTC.
    stamp: isWholeYear && !(clock === 'z' && stamp === 'end' && perHour === 1),
  };
  return says[pair];
}

async function read(text: string, choices: Part): Promise<Understood | null> {
  try {
    return await readMeter([fileOf(text)], null, { ...NO_CHOICES, ...choices });
  } catch (error) {
    assert.ok(error instanceof MeterProblem, String(error));
    return null;
  }
}

/** A house's year. */
function isPossible({ kwh, soldKwh, gaps }: Understood): boolean {
  const year = sum(kwh) + sum(soldKwh ?? []);
  const missing = gaps.reduce((all, { hours }) => all + hours, 0);
  return year > 100 && year < 100_000 && missing < 300;
}

/** Whether the hours of two years differ by more than 1 % of the energy. */
function areApart(a: Understood, b: Understood): boolean {
  const apart = (one: Float64Array, other: Float64Array | null) =>
    sum(one.map((kwh, t) => Math.abs(kwh - (other?.[t] ?? 0))));
  const moved = apart(a.kwh, b.kwh) + (a.soldKwh ? apart(a.soldKwh, b.soldKwh) : 0);
  return moved > 0.01 * (sum(a.kwh) + sum(a.soldKwh ?? []));
}

test('two possible readings that differ by more than 1 % give a question', async () => {
  const plain: Silence = {
    perHour: 4,
    unit: '',
    clock: 'swedish',
    stamp: 'start',
    late: 0,
    date: 'iso',
    number: 'point',
    kind: 'energy',
    isBoth: true,
  };
  /** Files that are open in one thing each. */
  const examples: [Silence, string][] = [
    [plain, 'kind'],
    [{ ...plain, unit: ' (kWh)', clock: 'winter' }, 'clock'],
    [{ ...plain, unit: ' (kWh)', clock: 'z', stamp: 'end', perHour: 1 }, 'stamp'],
    [{ ...plain, unit: ' (kWh)', late: 5, perHour: 1 }, 'stamp'],
  ];
  let questioned = 0;
  await fc.assert(
    fc.asyncProperty(silences, fc.constantFrom(...Object.keys(PAIRS)), async (silence, pair) => {
      const text = writeFile(silence);
      const [first, second] = await Promise.all(PAIRS[pair].map((part) => read(text, part)));
      if (isStated(pair, silence) || !first || !second) return;
      if (!isPossible(first) || !isPossible(second) || !areApart(first, second)) return;
      const found = await read(text, {});
      assert.ok(!found || found.questions.length > 0, `${pair} is not asked about`);
      questioned++;
    }),
    { numRuns: 14, examples, includeErrorInReport: true },
  );
  assert.ok(questioned >= examples.length, `${questioned} files were asked about`);
});
