/** Files that have too much, or are something else: each gets its sentence before much is computed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { meterAnswers } from '../../pages/explorer/meter/meter-answer.ts';
import { NO_CHOICES } from './columns/choices.ts';
import { readFiles } from './files/bytes.ts';
import { BOOK, bookOf, SHEET } from './files/workbook.test-kit.ts';
import { clockHours, fileOf, stepsOf, sum, YEAR } from './known-house.test-kit.ts';
import { readMeter } from './read-meter.ts';

const MEGABYTE = 1_000_000;

/** Zeros as deflate packs them. A flushed piece stands for itself, so that it can be repeated. */
function packedZeros(megabytes: number): Uint8Array {
  const piece = deflateRawSync(Buffer.alloc(10 * MEGABYTE), {
    finishFlush: constants.Z_FULL_FLUSH,
  });
  return Buffer.concat([...Array(megabytes / 10).fill(piece), deflateRawSync(Buffer.alloc(0))]);
}

/** A zip in which one file's packed content is given, and its size is said to be that of the packed one. */
function zipWith(name: string, packed: Uint8Array, others: Record<string, Uint8Array> = {}) {
  const bytes = Buffer.from(zipSync({ ...others, [name]: packed }, { level: 0 }));
  const deflated = 8;
  bytes.writeUInt16LE(deflated, bytes.indexOf(name) - 22);
  bytes.writeUInt16LE(deflated, bytes.lastIndexOf(name) - 36);
  return { name: 'file.zip', bytes };
}

const cell = (place: string) => `<c r="${place}"><v>1</v></c>`;

async function problemOf(file: { name: string; bytes: Uint8Array }): Promise<string | undefined> {
  const files = [new File([Uint8Array.from(file.bytes)], file.name)];
  const { problem } = await meterAnswers()({ files, roof: null, choices: NO_CHOICES });
  return problem?.code;
}

/** Processor time of this process. */
async function costMs(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  return process.cpuUsage(before).user / 1000;
}

test('a bomb costs no more than a tenth of it, whatever it says of its size', async () => {
  for (const bombOf of [
    (packed: Uint8Array) => zipWith('a.csv', packed),
    (packed: Uint8Array) => zipWith(SHEET, packed, BOOK),
  ]) {
    const [small, large] = [bombOf(packedZeros(100)), bombOf(packedZeros(10_000))];
    const smallMs = await costMs(async () => assert.equal(await problemOf(small), 'tooLarge'));
    const largeMs = await costMs(async () => assert.equal(await problemOf(large), 'tooLarge'));
    assert.ok(largeMs < 10 * smallMs + 200, `${smallMs} ms for 100 MB, ${largeMs} ms for 10 GB`);
  }
});

test('zips in zips and gzips in zips are counted together', async () => {
  const part = gzipSync(Buffer.alloc(25 * MEGABYTE, '1;2\n'));
  const inner = zipSync({ 'a.csv.gz': part, 'b.csv.gz': part });
  assert.equal(
    await problemOf({ name: 'c.zip', bytes: zipSync({ inner, 'c.gz': part }) }),
    'tooLarge',
  );
});

test('a file of 61 MB is not read, and one of too many lines or cells is refused', async () => {
  const bytes = Buffer.alloc(61 * MEGABYTE, '1;2\n');
  assert.equal(await problemOf({ name: 'a.csv', bytes }), 'tooLarge');
  assert.equal(await problemOf({ name: 'b.csv', bytes: bytes.subarray(0, 4_000_000) }), 'tooLarge');
  const ragged = `${'1;'.repeat(100_000)}\n${'1\n'.repeat(1000)}`;
  assert.equal(await problemOf(fileOf(ragged)), 'tooLarge');
});

test('a workbook of a million rows, or of two cells far apart, is refused', async () => {
  const million = Array.from(
    { length: 1e6 },
    (_, i) => `<row r="${i + 1}">${cell(`A${i + 1}`)}</row>`,
  );
  const far = `<row r="1">${cell('A1')}</row><row r="150000">${cell('XFD150000')}</row>`;
  const beyond = '<row r="1000000000"/>';
  for (const rows of [million.join(''), far, beyond])
    assert.equal(await problemOf(bookOf(rows)), 'tooLarge');
  // Some programs write an empty last row.
  assert.equal(
    await problemOf(bookOf(`<row r="1">${cell('A1')}</row><row r="1048576"/>`)),
    'valueCount',
  );
});

test('a picture and nested lists without end get a sentence', async () => {
  let state = 1;
  const noise = Uint8Array.from({ length: 200_000 }, () => {
    state = (1_103_515_245 * state + 12_345) % 2 ** 31;
    return state >> 16;
  });
  const head = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];
  assert.equal(
    await problemOf({ name: 'tak.png', bytes: Uint8Array.from([...head, ...noise]) }),
    'noText',
  );
  assert.equal(await problemOf(fileOf('[[1],'.repeat(20_000))), 'noTable');
  assert.equal(await problemOf(fileOf('['.repeat(20_000) + ']'.repeat(20_000))), 'unreadable');
});

test('a zip with sizes of 64 bits is read', async () => {
  // Python's zipfile wrote it, with ZIP64_LIMIT = 1.
  const bytes = Buffer.from(
    'UEsDBC0AAAgIAGt2fV08R9wY//////////8LABQAbcOkdGFyZS5jc3YBABAAGAAAAAAAAAAMAAAAAAAAAAvJTLHODs/gCkGjAVBLAQItAy0AAAgIAGt2fV08R9wY//////////8LABQAAAAAAAAAAACAAQAAAABtw6R0YXJlLmNzdgEAEAAYAAAAAAAAAAwAAAAAAAAAUEsGBiwAAAAAAAAALQAtAAAAAAAAAAAAAQAAAAAAAAABAAAAAAAAAE0AAAAAAAAASQAAAAAAAABQSwYHAAAAAJYAAAAAAAAAAQAAAFBLBQYAAAAAAQABAE0AAABJAAAAAAA=',
    'base64',
  );
  const [table] = await readFiles([{ name: 'a.zip', bytes }]);
  assert.deepEqual([table.name, table.rows], ['mätare.csv', Array(3).fill(['Tid', 'kWh'])]);
});

test('300 000 lines are read, with times, without a date, and all values in one line', async () => {
  const times = stepsOf(YEAR, 36).map(([ms]) => new Date(ms).toISOString());
  const rows = times.map((time) => `${time};0,05`);
  const { kwh: ofSteps } = await readMeter([fileOf(['Tid;Köpt (kWh)', ...rows].join('\n'))], null);
  const wanted = 36 * 0.05 * sum(clockHours(() => 1, YEAR));
  assert.ok(Math.abs(sum(ofSteps) / wanted - 1) < 1e-9, `${sum(ofSteps)} of ${wanted} kWh`);
  const clocks = times.map((time) => `${time.slice(11, 16)};0,05`);
  assert.equal(await problemOf(fileOf(['Tid;kWh', ...clocks].join('\n'))), 'noDate');
  const steps = 8760 * 12;
  const { kwh } = await readMeter([fileOf(Array(steps).fill('0.1').join(';'))], null);
  assert.ok(Math.abs(sum(kwh) - 0.1 * steps) < 1e-6);
});

test('a fault of the program is shown in its own words', async () => {
  const broken = new File(['Tid;kWh'], 'a.csv');
  broken.arrayBuffer = () => Promise.reject(new RangeError('Maximum call stack size exceeded'));
  const job = { files: [broken], roof: null, choices: NO_CHOICES };
  const { problem } = await meterAnswers()(job);
  assert.deepEqual(problem, {
    code: 'unreadable',
    values: { found: 'Maximum call stack size exceeded' },
  });
});
