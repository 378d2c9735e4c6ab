/** Kinds of files as houses have them, each made of a known year. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { group } from 'd3-array';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { HOUR_MS, utcOffsetMs } from '#clock/stockholm-time.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { writeMessage } from '../../pages/explorer/meter/write-message.ts';
import { type Choices, NO_CHOICES } from './columns/choices.ts';
import { type MessageCode, MeterProblem } from './files/problem.ts';
import type { MeterFile } from './files/unpack.ts';
import {
  assertHours,
  assertHouse,
  BOUGHT,
  boughtAt,
  clockHours,
  codesOf,
  comma,
  type Energy,
  fileOf,
  hoursOf,
  lines,
  ownAt,
  reported,
  SOLD,
  soldAt,
  stepsOf,
  sum,
  sunAt,
  timedLines,
  useAt,
  writeClock,
  YEAR,
} from './known-house.test-kit.ts';
import { readMeter } from './read-meter.ts';

const both: Energy[] = [boughtAt, soldAt];
const bought = (ms: number) => comma(boughtAt(ms));
const USE_HEAD = 'Tid;Förbrukning (kWh)';

/** A file with a column for each energy. */
function table(head: string, energies: Energy[], hours = YEAR): string {
  return timedLines(head, (ms) => energies.map((of) => comma(of(ms))).join(';'), hours);
}

const readTable = (...given: Parameters<typeof table>) =>
  readMeter([fileOf(table(...given))], null);

function counter(energy: Energy, start: number, anew: (clock: string) => boolean = () => false) {
  let reading = start;
  return (utcMs: number) => {
    if (anew(writeClock(utcMs))) reading = 0;
    reading += energy(utcMs);
    return reading;
  };
}

const exchanged = counter(boughtAt, 41_234.1, (clock) => clock === '2025-06-03 10:00');
const long = counter(boughtAt, 98_000);
const today = counter(boughtAt, 0, (clock) => clock.endsWith('00:00'));
const part =
  (share: number): Energy =>
  (ms) =>
    share * boughtAt(ms);
const dateOf = (ms: number) => writeClock(ms).slice(0, 10);
const hourOf = (ms: number) => Number(writeClock(ms).slice(11, 13));
/** Energy bought by day in the first column, and by night in the second. */
const byTariff = (ms: number) => (hourOf(ms) >= 6 ? `${bought(ms)};0` : `0;${bought(ms)}`);

/** Files of what the house bought, by what is special about them. */
const OF_BOUGHT: Record<string, string> = {
  'lines above and a total below': `Anläggning;735999123456789012\nFrån;Till\n2025-01-01;2025-12-31\n${table('Tid;Förbrukning (kWh)', [boughtAt])}\nSumma;10588,4`,
  'readings and a price next to the energies': timedLines(
    'Tid;Mätarställning;Pris (öre/kWh);Förbrukning (kWh);Temperatur',
    (ms, i) => `${41_000 + i};81,5;${bought(ms)};-3`,
  ),
  'tariffs are added': timedLines(
    'Tid;Förbrukning höglast (kWh);Förbrukning låglast (kWh)',
    byTariff,
  ),
  'tariffs by their names only': timedLines('Tid;Normal Tariff (kWh);Low Tariff (kWh)', byTariff),
  'phases and their total': table(
    'Tid;Uttag L1 (kWh);Uttag L2 (kWh);Uttag L3 (kWh);Uttag totalt (kWh)',
    [0.5, 0.3, 0.2, 1].map(part),
  ),
  'a meter that was exchanged': timedLines('Tid;Mätarställning (kWh)', (ms) =>
    comma(exchanged(ms)),
  ),
  'a counter that rolls over': timedLines('Tid;Mätarställning (kWh)', (ms) =>
    comma(long(ms) % 100_000),
  ),
  'a counter of the day': timedLines('Time;Import today (kWh)', (ms) => comma(today(ms))),
  'hours, then quarters': [
    'Tid;Förbrukning (kWh)',
    ...YEAR.filter((ms) => dateOf(ms) < '2025-10-01').map(
      (ms) => `${writeClock(ms)};${bought(ms)}`,
    ),
    ...stepsOf(YEAR, 4)
      .filter(([ms]) => dateOf(ms) >= '2025-10-01')
      .map(([ms, hour]) => `${writeClock(ms)};${comma(boughtAt(hour) / 4)}`),
  ].join('\n'),
  'a row a day': [
    `Datum;${Array.from({ length: 24 }, (_, hour) => `Timme ${hour + 1}`).join(';')}`,
    ...Array.from(group(YEAR, dateOf), ([day, hours]) => {
      const row = Array<string>(24).fill('');
      for (const ms of hours) row[hourOf(ms)] = bought(ms);
      return [day, ...row].join(';');
    }),
  ].join('\n'),
  'date and hour from 1 to 24': lines(
    'Datum;Timme;kWh',
    (ms) => `${dateOf(ms)};${hourOf(ms) + 1};${bought(ms)}`,
  ),
  'ends that are written to the second': lines(
    'Tid;kWh',
    (ms) => `${writeClock(ms).slice(0, 13)}:59:59;${bought(ms)}`,
  ),
  'seconds of Unix': lines('time;consumption_kwh', (ms) => `${ms / 1000};${bought(ms)}`),
  'InfluxDB: nanoseconds of Unix': lines('name;time;kWh', (ms) => `grid;${ms}000000;${bought(ms)}`),
  'days of Excel': lines('Tid;kWh', (ms) => {
    const days = (ms + utcOffsetMs(ms)) / 86_400_000 + 25_569;
    return `${days.toFixed(6).replace('.', ',')};${bought(ms)}`;
  }),
  'a zone’s name behind the offset': lines('time;kWh', (ms) => {
    const clock = writeClock(ms).replace(' ', 'T');
    return `${clock}+0${utcOffsetMs(ms) / HOUR_MS}:00[Europe/Stockholm];${bought(ms)}`;
  }),
  'times of a server in New York': lines('time;kWh', (ms) => {
    const clock = new Date(ms - 5 * HOUR_MS).toISOString().slice(0, 19);
    return `${clock}-05:00;${bought(ms)}`;
  }),
  'a workbook has midnight in its dates, and the hours next to them': lines(
    'Datum;Tid;kWh',
    (ms) => `${dateOf(ms)}T00:00:00;${hourOf(ms)}:00;${bought(ms)}`,
  ),
  'thousands of Wh with commas': lines(
    '"Date/Time","Energy Consumed (Wh)"',
    (ms) => `"${writeClock(ms)}","${Math.round(1000 * boughtAt(ms)).toLocaleString('en')}"`,
  ),
  'a unit in each cell': timedLines('Tid;Förbrukning', (ms) => `${bought(ms)} kWh`),
  'objects of JSON with nested data': JSON.stringify({
    data: {
      home: {
        nodes: YEAR.map((ms) => ({
          from: new Date(ms).toISOString(),
          use: { consumption: boughtAt(ms) },
        })),
      },
    },
  }),
  'JSON with numbers as text and a decimal comma': JSON.stringify(
    YEAR.map((ms) => ({ time: writeClock(ms), kWh: bought(ms) })),
  ),
};

const MONTHS = Array.from(group(YEAR, (ms) => writeClock(ms).slice(0, 7)));

/** Files of what the house bought and sold. */
const OF_BOTH: Record<string, string | MeterFile> = {
  'names, then units in brackets': table(
    'Tid;Uttag;Inmatning\n[yyyy-MM-dd HH:mm];[kWh];[kWh]',
    both,
  ),
  'one signed column': table('Tid;Netto (kWh)', [(ms) => boughtAt(ms) - soldAt(ms)]),
  'sold below 0 in its own column': table('Tid;Uttag (kWh);Inmatning (kWh)', [
    boughtAt,
    (ms) => -soldAt(ms),
  ]),
  'registers in lines of their own': timedLines(
    'Tid;Register;Värde;Enhet',
    (ms) => `1.8.0;${bought(ms)};kWh\n${writeClock(ms)};2.8.0;${comma(soldAt(ms))};kWh`,
  ),
  'blank marks in every column': timedLines('Tid;Uttag;Inmatning', (ms, i) =>
    i === 0 || i === 5000 ? '--;null' : both.map((of) => comma(of(ms))).join(';'),
  ),
  'Home Assistant: a column for each hour, two meters': [
    ['entity_id', 'type', 'unit', ...YEAR.map((ms) => new Date(ms).toISOString())],
    ['sensor.in', 'grid_consumption', 'kWh', ...YEAR.map(part(0.25))],
    ['sensor.in', 'grid_consumption', 'kWh', ...YEAR.map(part(0.75))],
    ['sensor.out', 'grid_return', 'Wh', ...YEAR.map((ms) => 1000 * soldAt(ms))],
    ['sensor.cost', 'grid_consumption_cost', 'SEK', ...YEAR.map(() => 9)],
  ]
    .map((row) => row.join(','))
    .join('\n'),
  'twelve months in a zip': {
    name: 'months.zip',
    bytes: zipSync(
      Object.fromEntries(
        MONTHS.map(([month, hours]) => [
          `${month}.csv`,
          strToU8(table('Tid;Uttag (kWh);Inmatning (kWh)', both, hours)),
        ]),
      ),
    ),
  },
};

for (const files of [OF_BOUGHT, OF_BOTH])
  for (const [name, file] of Object.entries(files))
    test(name, async () => {
      const found = await readMeter([typeof file === 'string' ? fileOf(file) : file], null);
      assert.deepEqual(found.questions, []);
      assertHouse(found, files === OF_BOTH);
    });

const without = (pattern: RegExp) => YEAR.filter((ms) => !pattern.test(writeClock(ms)));
const DAYS = YEAR.filter((ms) => writeClock(ms).endsWith('00:00'));

test('a doubtful year gives a question, and an unreadable file an error', async () => {
  const wh = (ms: number) => 1000 * boughtAt(ms);
  // A spreadsheet made dates of numbers, and quotes around decimal commas were lost where some numbers are whole.
  const asDate = (ms: number) => (boughtAt(ms) > 1 ? '01-maj' : boughtAt(ms).toFixed(1));
  const short = (kwh: number) => `${Number(kwh.toFixed(1))}`.replace('.', ',');
  const unquoted = (ms: number) => `${writeClock(ms)},${short(boughtAt(ms))},${short(soldAt(ms))}`;
  const cases: [MessageCode[], string][] = [
    [['unitTooLarge'], table('Tid;Förbrukning (kWh)', [wh])],
    [['unitMissing'], table('Tid;Imported', [wh])],
    [['unknownColumns'], table('Tid;Serie 1 (kWh);Serie 2 (kWh)', both)],
    [['manyMissing'], table('Tid;kWh', [boughtAt], without(/^2025-07-(0|1[0-4])/))],
    [['gaps'], table('Tid;kWh', [boughtAt], without(/^2025-(0[1-6])/))],
    [
      ['emptyMonths'],
      table('Tid;kWh', [(ms) => (writeClock(ms).startsWith('2025-07') ? 0 : boughtAt(ms))]),
    ],
    [['spike'], table('Tid;kWh', [(ms) => (ms === YEAR[3000] ? 500 : boughtAt(ms))])],
    [['soldAtNight'], table('Tid;Uttag (kWh);Inmatning (kWh)', [soldAt, boughtAt])],
    [
      ['soldOverProduction'],
      table('Tid;Uttag (kWh);Inmatning (kWh);Solproduktion (kWh)', [
        boughtAt,
        soldAt,
        (ms) => sunAt(ms) / 10,
      ]),
    ],
    [['twice'], `${table('Tid;kWh', [boughtAt])}\n${table('Tid;kWh', [useAt]).slice(8)}`],
    [['dayTotals'], table('Tid;kWh', [boughtAt], DAYS)],
    [
      ['noDate'],
      ['Klockslag;kWh', ...Array.from({ length: 24 }, (_, hour) => `${hour}:00;0,4`)].join('\n'),
    ],
    [['noConsumption'], table('Tid;Solproduktion (kWh)', [sunAt])],
    [['valueCount'], '1\n2\n3'],
    [['noTable'], 'hello\nworld'],
    [['excelDates'], timedLines(USE_HEAD, asDate)],
    [['moreCells'], lines('Tid,Uttag (kWh),Inmatning (kWh)', unquoted)],
  ];
  for (const [wanted, file] of cases)
    assert.deepEqual(await reported(readMeter([fileOf(file)], null)), wanted, file.slice(0, 60));
});

test('a choice overrides what was detected: role, unit, kind, clock, end of the step', async () => {
  const read = (file: string, choices: Partial<Choices>) =>
    readMeter([fileOf(file)], null, { ...NO_CHOICES, ...choices });
  const unknown = table('Tid;Serie 1 (kWh);Serie 2 (kWh)', [soldAt, boughtAt]);
  const found = await read(unknown, { roles: { 0: 'sold', 1: 'bought' } });
  assert.deepEqual(found.questions, []);
  assertHouse(found, true);
  const plain = table('Tid;kWh', [boughtAt]);
  const wh = await read(plain, { units: { 0: 'Wh' } });
  assert.ok(Math.abs(1000 * sum(wh.kwh) - sum(BOUGHT)) < 1);
  const power = await read(table('Tid;Värde', [boughtAt]), { kinds: { 0: 'power' } });
  assertHours(power.kwh, BOUGHT, 'power');
  const utc = lines('Tid;kWh', (ms) => `${writeClock(ms, 0)};${bought(ms)}`);
  assertHours((await read(utc, { clock: 'utc' })).kwh, BOUGHT, 'utc');
  const ends = lines('Tid;kWh', (ms) => `${writeClock(ms + HOUR_MS)};${bought(ms)}`);
  assertHours((await read(ends, { stamp: 'end' })).kwh, BOUGHT, 'end');
});

test('gaps are filled from the same hour of neighbouring days, and the newest of two years is used', async () => {
  const gap = without(/^2025-08-1[012]/);
  const found = await readTable('Tid;kWh', [boughtAt], gap);
  assert.deepEqual(found.gaps, [{ from: 221 * 24, to: 224 * 24, hours: 72 }]);
  assert.deepEqual(found.questions, []);
  const at = (222 - 1) * 24 + 19;
  assert.ok(Math.abs(found.kwh[at] - (BOUGHT[at - 24] + BOUGHT[at + 72]) / 2) < 1e-3);
  const years = [...hoursOf(2024), ...YEAR];
  const older: Energy = (ms) => (ms < YEAR[0] ? 9 : boughtAt(ms));
  assertHours((await readTable('Tid;kWh', [older], years)).kwh, BOUGHT, 'newest');
});

test('8760 values are read unchanged, and quarters of them as their sums', async () => {
  const choices = { ...NO_CHOICES, kinds: { 0: 'energy' }, units: { 0: 'kWh' } } as const;
  for (const separator of ['\n', ',', ';', '\t']) {
    for (const perHour of [1, 4]) {
      const all = Array.from({ length: HOURS * perHour }, (_, i) => ((i * i + i) % 9973) / 1000);
      const text = all.map((kwh) => kwh.toFixed(4)).join(separator);
      const { kwh } = await readMeter([fileOf(text)], null, choices);
      for (const t of [0, 1415, 5000, 8759]) {
        const wanted = sum(all.slice(t * perHour, (t + 1) * perHour));
        assert.ok(Math.abs(kwh[t] - wanted) < 1e-9, `${t}: ${kwh[t]} of ${wanted} kWh`);
      }
    }
  }
});

test('any text is read or gives an error message', async () => {
  const cell = fc.oneof(
    fc.constantFrom('2025-01-01 00:00', '3/4/25', '01:00', '1,5', '-3', 'kWh', '"', '[', '{"a":1}'),
    fc.constantFrom('2025-03-30', '', 'entity_id'),
    fc.string({ maxLength: 6 }),
  );
  const text = fc
    .array(fc.array(cell, { maxLength: 5 }), { maxLength: 30 })
    .map((rows) => rows.map((row) => row.join(';')).join('\n'));
  const bytes = fc.oneof(
    text.map((each) => strToU8(each)),
    fc.uint8Array({ maxLength: 200 }),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (each) => {
      try {
        assert.equal((await readMeter([{ name: 'a', bytes: each }], null)).kwh.length, HOURS);
      } catch (error) {
        assert.ok(error instanceof MeterProblem, String(error));
        for (const language of ['sv', 'en'] as const)
          assert.doesNotMatch(writeMessage(error.translatable, language), /\{\w+\}/);
      }
    }),
    { numRuns: 500 },
  );
});

test('names outside the table do not decide: of companies, of contracts, of downloads', async () => {
  const month = (m: number) => YEAR.filter((ms) => Number(writeClock(ms).slice(5, 7)) === m + 1);
  const months = (name: (m: number) => string, head: string) =>
    Array.from({ length: 12 }, (_, m) => fileOf(table(head, [boughtAt], month(m)), name(m)));
  for (const files of [
    months((m) => `Vattenfall_${m + 1}.csv`, 'Tid;Förbrukning (kWh)'),
    months((m) => `Anläggning 735999 (${m}).csv`, 'Tid;Förbrukning (kWh)'),
    months((m) => `Solgatan 3 batteri ${m}.csv`, 'Tid;kWh'),
    months((m) => `export (${m}).csv`, 'Tid;kWh'),
    ...['Nätbolag;Vattenfall Eldistribution', 'Avtal;Kvartspris', 'Produkt;Elbil natt'].map(
      (line) => [fileOf(`${line}\n${table('Tid;Förbrukning (kWh)', [boughtAt])}`)],
    ),
  ]) {
    assertHouse(await readMeter(files, null), false, files[0].name);
  }
  const pair = [
    fileOf(table('Tid;kWh', [soldAt]), 'export (2).csv'),
    fileOf(table('Tid;kWh', [boughtAt]), 'import (2).csv'),
  ];
  assertHouse(await readMeter(pair, null), true);
});

test('a value that was published twice counts once: the measured one, or else the later line', async () => {
  const isAgain = (ms: number) => writeClock(ms).startsWith('2025-02');
  const guessAt = (ms: number) => 1.3 * boughtAt(ms - 24 * HOUR_MS);
  const line = (ms: number, kwh: number, mark: string) => `${writeClock(ms)};${comma(kwh)}${mark}`;
  for (const word of ['Uppskattad', 'Beräknat', 'Preliminärt', 'EST', 'Estimeret', 'E']) {
    const mark = word === 'E' ? ';M' : ';Mätt';
    const measured = YEAR.map((ms) => line(ms, boughtAt(ms), mark));
    const guessed = YEAR.filter(isAgain).map((ms) => line(ms, guessAt(ms), `;${word}`));
    for (const rows of [
      [...guessed, ...measured],
      [...measured, ...guessed],
    ]) {
      const { kwh, notes } = await readMeter(
        [fileOf(['Tid;Förbrukning (kWh);Status', ...rows].join('\n'))],
        null,
      );
      assertHours(kwh, BOUGHT, word);
      assert.ok(notes.some(({ code }) => code === 'estimates'));
    }
  }
  const first = YEAR.map((ms) => line(ms, isAgain(ms) ? guessAt(ms) : boughtAt(ms), ''));
  const again = YEAR.filter(isAgain).map((ms) => line(ms, boughtAt(ms), ''));
  const file = fileOf(['Tid;Förbrukning (kWh)', ...first, ...again].join('\n'));
  const { kwh, notes } = await readMeter([file], null);
  assertHours(kwh, BOUGHT, 'unmarked');
  assert.ok(notes.some(({ code }) => code === 'rewritten'));
});

test('sums of months, energy that was not sold, and a signed grid are read for what they are', async () => {
  const head = 'Tid;Import (kWh);Export (kWh);Loss Due to Export Limitation (kWh)';
  assertHouse(await readTable(head, [boughtAt, soldAt, () => 1]), true);
  const gridAt = (ms: number) => boughtAt(ms) - soldAt(ms);
  const signed = await readTable('Tid;Home (kW);Solar (kW);Grid (kW)', [useAt, sunAt, gridAt]);
  assertHours(signed.soldKwh, SOLD, 'grid');
  const withSum = (ms: number) =>
    `${bought(ms)}${writeClock(ms).endsWith('-28 23:00') ? '\n2025-01;1203,4' : ''}`;
  const sums = await readMeter([fileOf(timedLines(USE_HEAD, withSum))], null);
  assertHours(sums.kwh, BOUGHT, 'sums of months');
});

/** Flows of the house, half of whose left over sun is stored, which is blank where it is 0. */
const blank = (kwh: number) => (kwh === 0 ? '' : comma(kwh));
const FLOWS = 'Grid to consumers;Grid to battery;PV to grid;PV to consumers;Battery to consumers';
const flows = (ms: number) => [boughtAt(ms), 0, soldAt(ms), ownAt(ms), 0.1].map(blank).join(';');
const eitherOf = (ms: number) => [boughtAt(ms), soldAt(ms)].map(blank).join(';');
const ids = ['735999000000000001', '735999000000000002'];
const ofTwo = ids.flatMap((id, i) =>
  YEAR.map((ms) => `${id};${writeClock(ms)};${i === 0 ? comma(boughtAt(ms)) : '0,2'}`),
);
const one = (head: string, of: (ms: number) => string, name?: string) => [
  fileOf(timedLines(head, of), name),
];
const half = (name: string, is: (ms: number) => boolean) =>
  fileOf(table(USE_HEAD, [boughtAt], YEAR.filter(is)), name);

/** Files, what is asked about each, and whether it has sold energy. Null where what is read is not right. */
const ASKED: Record<string, [ReturnType<typeof one>, string[], boolean | null]> = {
  'flows between places, blank for 0': [
    one(`timestamp;${FLOWS}\nEurope/Stockholm (+01:00)${';kWh'.repeat(5)}`, flows),
    [],
    true,
  ],
  'one energy or the other, blank for 0': [
    one('Tid;Uttag (kWh);Inmatning (kWh)', eitherOf),
    [],
    true,
  ],
  'blank where nothing was bought': [
    one(USE_HEAD, (ms) => blank(boughtAt(ms))),
    ['blankOrZero'],
    false,
  ],
  'a grid without signs next to the sun': [
    [fileOf(table('Tid;Home (kWh);Solar (kWh);Grid (kWh)', [useAt, sunAt, boughtAt]))],
    ['unknownColumns'],
    true,
  ],
  'a battery between consumption and production': [
    [fileOf(table('Tid;Förbrukning (kWh);Produktion (kWh);Batteri (%)', [useAt, sunAt, () => 55]))],
    ['battery'],
    true,
  ],
  'two facilities': [
    [fileOf(['Anläggnings-ID;Tid;Förbrukning (kWh)', ...ofTwo].join('\n'))],
    ['meters'],
    null,
  ],
  'two files of the same hours': [
    [...one(USE_HEAD, bought, 'villa.csv'), ...one(USE_HEAD, () => '0,2', 'stuga.csv')],
    ['meters'],
    null,
  ],
  'two downloads that share months': [
    [
      half('a.csv', (ms) => writeClock(ms) < '2025-10'),
      half('b.csv', (ms) => writeClock(ms) > '2025-05'),
    ],
    [],
    false,
  ],
  'sums of days': [
    one(
      USE_HEAD,
      (ms) =>
        `${bought(ms)}${writeClock(ms).endsWith('23:00') ? `\n${writeClock(ms).slice(0, 10)};33,3` : ''}`,
    ),
    [],
    false,
  ],
};

for (const [name, [files, codes, hasSold]] of Object.entries(ASKED)) {
  test(`asked where it is open: ${name}`, async () => {
    const found = await readMeter(files, null);
    assert.deepEqual(codesOf(found.questions), codes);
    if (hasSold !== null) assertHouse(found, hasSold);
  });
}

test('one energy of a roof under several names counts once, and is asked about', async () => {
  const head = 'Tid;Theoretical Yield (kWh);PV Yield (kWh);Inverter Yield (kWh)';
  const more = (factor: number) => (ms: number) => factor * sunAt(ms);
  const file = fileOf(table(head, [more(1.1), more(1.04), sunAt]));
  const roof = { calculatedKwh: clockHours(sunAt, YEAR), kwp: 5 };
  const { kwh, questions } = await readMeter([file], roof);
  assert.ok(Math.abs(sum(kwh) / sum(roof.calculatedKwh) - 1) < 0.005);
  assert.deepEqual(codesOf(questions), ['oneEnergy']);
  const double = await readMeter([fileOf(table('Tid;Produktion (kWh)', [more(2)]))], roof);
  assert.ok(double.questions.some(({ code }) => code === 'largerThanRoof'));
});

test('a refusal names its columns', async () => {
  await assert.rejects(readTable('Tid;Temperatur (°C)', [useAt]), (error) => {
    assert.ok(error instanceof MeterProblem);
    return writeMessage(error.translatable, 'sv').includes('Kolumner: ”Temperatur');
  });
});
