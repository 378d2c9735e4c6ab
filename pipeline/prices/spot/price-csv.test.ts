import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPriceCsv } from './price-csv.ts';
import { priceFile } from './prices.test-kit.ts';
import { resolutionsOf } from './spot-price.ts';

const read = (...lines: string[]) => readPriceCsv(priceFile('p.csv', lines.join('\n')));

test('a column per area is read in the unit of its header', () => {
  const prices = read(
    'timestamp_utc,SE3_sek_per_kwh,SE4_eur_per_mwh,sek_per_eur',
    '2024-12-31T23:00Z,0.03618,-3.02,11.4501',
    '2025-01-01T00:00:00Z,,4,',
    '',
  );
  assert.deepEqual(prices, [
    {
      area: 'SE3',
      startMs: Date.UTC(2024, 11, 31, 23),
      minutes: 60,
      price: 0.03618,
      unit: 'sek_per_kwh',
      sekPerEur: 11.4501,
      where: 'p.csv, line 2, SE3_sek_per_kwh',
    },
    {
      area: 'SE4',
      startMs: Date.UTC(2024, 11, 31, 23),
      minutes: 60,
      price: -3.02,
      unit: 'eur_per_mwh',
      sekPerEur: 11.4501,
      where: 'p.csv, line 2, SE4_eur_per_mwh',
    },
    {
      area: 'SE4',
      startMs: Date.UTC(2025, 0, 1),
      minutes: 60,
      price: 4,
      unit: 'eur_per_mwh',
      where: 'p.csv, line 3, SE4_eur_per_mwh',
    },
  ]);
});

test('quarter hours, a byte order mark and Windows line ends are read', () => {
  const text =
    '\uFEFFtimestamp_utc,SE1_eur_per_mwh\r\n2025-10-01T00:00Z,1\r\n2025-10-01T00:15Z,2\r\n';
  const prices = readPriceCsv(priceFile('p.csv', text));
  assert.deepEqual(
    prices.map(({ minutes, price }) => [minutes, price]),
    [
      [15, 1],
      [15, 2],
    ],
  );
});

test('a table in UTF-16, as Excel and PowerShell write it, is refused by name', () => {
  const bytes = Buffer.from('\uFEFFtimestamp_utc,SE1_eur_per_mwh\r\n', 'utf16le');
  assert.throws(
    () => read(bytes.toString('utf8')),
    /^Error: p\.csv: is no text in UTF-8 \(it has bytes of 0, as UTF-16 has\)\. Save it as CSV in UTF-8\.$/,
  );
});

test('a header without time, area or unit is refused', () => {
  const refused = (header: string, message: RegExp) =>
    assert.throws(() => read(header, '2025-01-01T00:00Z,1,2'), message);
  refused('time,SE1_sek_per_kwh,x', /^Error: p\.csv: column 1 is "time", expected timestamp_utc/);
  refused('timestamp_utc,SE1_sek_per_kwh,SE2', /column 3 is "SE2", expected .*SE3_sek_per_kwh/);
  refused('timestamp_utc,SE1_ore_per_kwh,SE2', /column 2 is "SE1_ore_per_kwh"/);
  refused('timestamp_utc,NO1_eur_per_mwh,SE2', /column 2 is "NO1_eur_per_mwh"/);
  refused('timestamp_utc,SE1_sek_per_kwh,SE1_eur_per_mwh', /column 3 is "SE1_eur_per_mwh"/);
  refused('timestamp_utc,SE1_sek_per_kwh,timestamp_utc', /column 3 is "timestamp_utc"/);
  assert.throws(() => read('timestamp_utc,sek_per_eur'), /p\.csv: there is no column of prices/);
  assert.throws(() => read(''), /p\.csv: is empty/);
});

test('semicolons and decimal commas, as spreadsheets write them, are refused with a fix', () => {
  assert.throws(
    () => read('timestamp_utc;SE1_sek_per_kwh', '2025-01-01T00:00Z;0,25'),
    /^Error: p\.csv: its cells are separated by semicolons, expected commas, .*sed 's/,
  );
});

test('a line that is too long, or has no UTC time or number, is refused by its number', () => {
  const refused = (line: string, message: RegExp) =>
    assert.throws(
      () => read('timestamp_utc,SE1_sek_per_kwh', '2025-01-01T00:00Z,1', line),
      message,
    );
  refused('2025-01-01T01:00Z,0,5', /^Error: p\.csv, line 3: has 3 cells, expected 2/);
  refused('2025-01-01T01:00,1', /p\.csv, line 3: timestamp_utc is "2025-01-01T01:00", expected/);
  refused('2025-01-01T01:00+01:00,1', /expected a time in UTC such as 2025-01-31T23:00Z/);
  refused('2025-13-01T01:00Z,1', /line 3: timestamp_utc is "2025-13-01T01:00Z"/);
  refused('2025-01-01T01:00Z,n/a', /line 3, SE1_sek_per_kwh: is "n\/a", expected a number/);
  refused('2025-01-01T01:00Z,1e999', /is "1e999", expected a number/);
  refused('2025-01-01T01:00Z,0x10', /is "0x10", expected a number/);
});

const at = (...times: string[]) => times.map((time) => Date.parse(`2025-10-01T${time}Z`));

test('hours and quarter hours are recognised hour by hour, also around a gap', () => {
  assert.deepEqual(resolutionsOf(at('00:00', '01:00', '03:00')), [60, 60, 60]);
  assert.deepEqual(resolutionsOf(at('00:00', '00:15', '00:45', '02:30')), [15, 15, 15, 15]);
  assert.deepEqual(resolutionsOf(at('00:00', '01:00', '01:15')), [60, 15, 15]);
  assert.deepEqual(resolutionsOf([]), []);
});
