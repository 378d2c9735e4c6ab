/** One year of one house in any way of writing it: what is read back is that year. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HOUR_MS, utcOffsetMs } from '#clock/stockholm-time.ts';
import { NO_CHOICES } from './columns/choices.ts';
import {
  assertHours,
  boughtAt,
  clockHours,
  codesOf,
  type Energy,
  hoursOf,
  ownAt,
  soldAt,
  stepsOf,
  sunAt,
  useAt,
  writeClock,
} from './known-house.test-kit.ts';
import { readMeter } from './read-meter.ts';

/** Names of one quantity in the languages of the issue. */
const BOUGHT = [
  'Uttag',
  'Från nätet',
  'Köpt el',
  'Import',
  'From grid',
  'Energy purchased',
  'Netzbezug',
  'Bezug',
  'Køb',
  'Kjøpt',
  'Uttak',
  'Osto',
  'Verkosta',
  'Afname',
  'Soutirage',
  '1-0:1.8.0',
  'grid_import',
];
const SOLD = [
  'Inmatning',
  'Till nätet',
  'Såld el',
  'Export',
  'To grid',
  'Returned to grid',
  'Feed-in',
  'Einspeisung',
  'Salg',
  'Solgt',
  'Innmating',
  'Myynti',
  'Verkkoon',
  'Teruglevering',
  'Injection',
  '1-0:2.8.0',
  'grid_export',
];
const USE = [
  'Förbrukning',
  'Consumption',
  'Verbrauch',
  'Forbrug',
  'Forbruk',
  'Kulutus',
  'Verbruik',
  'Consommation',
  'Hausverbrauch',
  'Load',
];
const SUN = [
  'Solproduktion',
  'PV production',
  'PV-Erzeugung',
  'Solproduksjon',
  'Aurinkotuotanto',
  'Opwekking zon',
  'Solar generation',
];
const OWN = [
  'Egenförbrukning',
  'Self consumption',
  'Eigenverbrauch',
  'Egetforbrug',
  'Oma kulutus',
  'Zelfverbruik',
  'Autoconsommation',
];
const TIME = ['Tid', 'Time', 'Zeit', 'Tidpunkt', 'Ajankohta', 'Tijd', 'Timestamp', 'Datum'];
const START = ['Start', 'Från', 'From', 'Von', 'Beginn', 'Alku', 'Fra', 'Début'];
const END = ['Slut', 'Till', 'To', 'End', 'Ende', 'Bis', 'Loppu', 'Fin', 'period_end'];

interface Unit {
  name: string;
  perKwh: number;
  isPower: boolean;
}
const UNITS: Unit[] = [
  ...['kWh', 'KWH', 'kwh'].map((name) => ({ name, perKwh: 1, isPower: false })),
  ...['Wh', 'wh'].map((name) => ({ name, perKwh: 1000, isPower: false })),
  { name: 'MWh', perKwh: 1e-3, isPower: false },
  { name: 'GJ', perKwh: 3.6e-3, isPower: false },
  { name: 'kW', perKwh: 1, isPower: true },
  { name: 'W', perKwh: 1000, isPower: true },
];

const two = (n: number) => String(n).padStart(2, '0');
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'maj', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'];
/** Ways of writing a clock's reading. */
const DATES: Record<string, (clock: Date) => string> = {
  iso: (at) => at.toISOString().slice(0, 16).replace('T', ' '),
  isoT: (at) => at.toISOString().slice(0, 19),
  german: (at) =>
    `${two(at.getUTCDate())}.${two(at.getUTCMonth() + 1)}.${at.getUTCFullYear()} ${at.toISOString().slice(11, 16)}`,
  slashes: (at) =>
    `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()} ${at.toISOString().slice(11, 19)}`,
  american: (at) =>
    `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()} ${((at.getUTCHours() + 11) % 12) + 1}:${two(at.getUTCMinutes())} ${at.getUTCHours() < 12 ? 'AM' : 'PM'}`,
  shortYear: (at) =>
    `${two(at.getUTCFullYear() % 100)}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())} ${at.toISOString().slice(11, 16)}`,
  named: (at) =>
    `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()} ${at.toISOString().slice(11, 16)}`,
  compact: (at) => at.toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', ' '),
};

type Clock = 'swedish' | 'winter' | 'utc' | 'offset' | 'z';
const CLOCKS: Clock[] = ['swedish', 'winter', 'utc', 'offset', 'z'];

function aheadMs(clock: Clock, utcMs: number): number {
  if (clock === 'winter') return HOUR_MS;
  return clock === 'utc' || clock === 'z' ? 0 : utcOffsetMs(utcMs);
}

/** How a file is written. */
interface Writing {
  year: number;
  perHour: number;
  unit: Unit;
  isUnitBelow: boolean;
  separator: string;
  decimal: string;
  date: string;
  clock: Clock;
  stamp: 'start' | 'end' | 'both';
  encoding: 'utf-8' | 'bom' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  lineEnd: string;
  order: 'rising' | 'falling' | 'mixed';
  kind: 'plain' | 'counter' | 'daily';
  columns: 'bought' | 'both' | 'gross' | 'all';
  names: number;
  shuffle: number;
  above: number;
  isQuoted: boolean;
}

const writings: fc.Arbitrary<Writing> = fc.record({
  year: fc.constantFrom(2023, 2024, 2025),
  perHour: fc.constantFrom(1, 1, 2, 4, 6, 12),
  unit: fc.constantFrom(...UNITS),
  isUnitBelow: fc.boolean(),
  separator: fc.constantFrom(';', '\t', ',', '|'),
  decimal: fc.constantFrom('.', ','),
  date: fc.constantFrom(...Object.keys(DATES)),
  clock: fc.constantFrom(...CLOCKS),
  stamp: fc.constantFrom('start', 'end', 'both'),
  encoding: fc.constantFrom('utf-8', 'bom', 'utf-16le', 'utf-16be', 'windows-1252'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  order: fc.constantFrom('rising', 'falling', 'mixed'),
  kind: fc.constantFrom('plain', 'plain', 'plain', 'counter', 'daily'),
  columns: fc.constantFrom('bought', 'both', 'gross', 'all'),
  names: fc.nat(1000),
  shuffle: fc.nat(1000),
  above: fc.nat(3),
  isQuoted: fc.boolean(),
});

/** Clocks whose offset is written need a date that can hold it. A comma between cells needs quotes or a point. */
function mend(given: Writing): Writing {
  const isWritten = given.clock === 'offset' || given.clock === 'z';
  const date = isWritten ? 'isoT' : given.date;
  const isQuoted = given.isQuoted || (given.separator === ',' && given.decimal === ',');
  const kind = given.unit.isPower || given.order === 'mixed' ? 'plain' : given.kind;
  // A counter's line is the reading at the end of its step, and a day's one begins again by the Swedish clock.
  const clock = kind === 'daily' && !isWritten ? 'swedish' : given.clock;
  const columns = kind === 'plain' ? given.columns : given.columns === 'bought' ? 'bought' : 'both';
  return { ...given, date, isQuoted, kind, clock, columns };
}

function writeFile(writing: Writing): Uint8Array {
  const { year, perHour, separator, lineEnd, stamp, order } = writing;
  const steps = stepsOf(hoursOf(year), perHour);
  const columns = orderColumns(writing);
  const counters = columns.map(({ energy }) => countUp(writing, energy));
  const stepMs = HOUR_MS / perHour;
  const pick = (names: string[]) => names[writing.names % names.length];
  const timeHeads =
    stamp === 'both' ? [pick(START), pick(END)] : [stamp === 'end' ? pick(END) : pick(TIME)];
  const lines = steps.map(([utcMs, hour]) => {
    const times = { start: [utcMs], end: [utcMs + stepMs], both: [utcMs, utcMs + stepMs] }[stamp];
    const cells = columns.map((_, i) => writeNumber(counters[i](utcMs, hour), writing));
    return [...times.map((ms) => writeTime(ms, writing)), ...cells]
      .map((cell) => quote(cell, writing))
      .join(separator);
  });
  const ordered =
    order === 'falling'
      ? lines.reverse()
      : order === 'mixed'
        ? [...lines.slice(lines.length / 2), ...lines.slice(0, lines.length / 2)]
        : lines;
  const name = (head: string) => (writing.isUnitBelow ? head : `${head} (${writing.unit.name})`);
  const heads = [[...timeHeads, ...columns.map((column) => name(column.name))]];
  if (writing.isUnitBelow)
    heads.push([...timeHeads.map(() => ''), ...columns.map(() => writing.unit.name)]);
  const above = ['Anläggning: Storgatan 1', `Period${separator}2025-01-01`, ''].slice(
    0,
    writing.above,
  );
  const text = [
    ...above,
    ...heads.map((row) => row.map((cell) => quote(cell, writing)).join(separator)),
    ...ordered,
  ].join(lineEnd);
  return encode(text, writing.encoding);
}

function orderColumns({
  columns,
  names,
  shuffle,
  kind,
}: Writing): { name: string; energy: Energy }[] {
  const pick = (all: string[]) => all[names % all.length];
  const reading = { plain: '', counter: 'Mätarställning ', daily: 'Dagens ' }[kind];
  const bought = { name: reading + pick(BOUGHT), energy: boughtAt };
  const sold = { name: reading + pick(SOLD), energy: soldAt };
  const use = { name: pick(USE), energy: useAt };
  const sun = { name: pick(SUN), energy: sunAt };
  const all = {
    bought: [bought],
    both: [bought, sold],
    gross: [use, sun],
    all: [bought, sold, use, sun, { name: pick(OWN), energy: ownAt }],
  }[columns];
  const first = shuffle % all.length;
  const turned = [...all.slice(first), ...all.slice(0, first)];
  return shuffle % 2 === 0 ? turned : turned.reverse();
}

/** The number of a line: the energy of its step, its mean power, or a counter after it. */
function countUp(
  { kind, unit, perHour }: Writing,
  energy: Energy,
): (utcMs: number, hour: number) => number {
  let reading = kind === 'counter' ? 41_234.1 : 0;
  let day = '';
  return (utcMs, hour) => {
    const kwh = energy(hour) / perHour;
    if (kind === 'plain') return kwh * unit.perKwh * (unit.isPower ? perHour : 1);
    const today = writeClock(utcMs).slice(0, 10);
    if (kind === 'daily' && today !== day) reading = 0;
    day = today;
    reading += kwh;
    return reading * unit.perKwh;
  };
}

function writeNumber(value: number, { decimal, unit }: Writing): string {
  const digits = unit.perKwh === 1000 ? 2 : unit.perKwh < 1 ? 8 : 5;
  return value.toFixed(digits).replace('.', decimal);
}

function writeTime(utcMs: number, { date, clock }: Writing): string {
  const text = DATES[date](new Date(utcMs + aheadMs(clock, utcMs)));
  if (clock === 'z') return `${text}Z`;
  if (clock !== 'offset') return text;
  return `${text}+0${utcOffsetMs(utcMs) / HOUR_MS}:00`;
}

function quote(cell: string, { isQuoted }: Writing): string {
  return isQuoted ? `"${cell}"` : cell;
}

function encode(text: string, encoding: Writing['encoding']): Uint8Array {
  if (encoding === 'windows-1252') return Buffer.from(text, 'latin1');
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'bom') return Buffer.from(`\ufeff${text}`);
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  return encoding === 'utf-16le' ? little : little.swap16();
}

/** The clock's two changes and the first line of a counter may move a few hours. */
const TOLERANCE = { most: 6, apartKwh: 0.002, apartShare: 0.001 };

test('a known year is read from any encoding, separator, number, date, step, clock, unit, kind, order and names', async () => {
  await fc.assert(
    fc.asyncProperty(writings.map(mend), async (writing) => {
      const file = { name: 'file.csv', bytes: writeFile(writing) };
      const clock = writing.clock === 'utc' ? ('utc' as const) : null;
      const found = await readMeter([file], null, { ...NO_CHOICES, clock });
      // A year of UTC has the hours that one in winter time has.
      assert.deepEqual(codesOf(found.questions), writing.clock === 'winter' ? ['clockOpen'] : []);
      const hours = hoursOf(writing.year);
      assertHours(found.kwh, clockHours(boughtAt, hours), 'bought', TOLERANCE);
      if (writing.columns === 'bought') assert.equal(found.soldKwh, null);
      else assertHours(found.soldKwh, clockHours(soldAt, hours), 'sold', TOLERANCE);
    }),
    { numRuns: 12, includeErrorInReport: true },
  );
});
