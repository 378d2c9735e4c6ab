/** Files with changed bytes: each reader refuses a file by its name, or gives finite numbers. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { houseLoad } from '#engine/house/house-load.ts';
import { MeterProblem } from '#engine/meter/files/problem.ts';
import { readMeter } from '#engine/meter/read-meter.ts';
import { placeTemperatures } from '#engine/simulation/resolve/place.ts';
import { spotPreset } from '#engine/simulation/resolve/spot-preset.ts';
import { emptyYield, planeYield, pointNumbers } from '#engine/yield/lookup.ts';
import { emptyWeights, spatialWeights } from '#engine/yield/spatial-weights.ts';
import { writeDataset, writePrices } from '../../pipeline/dataset/artifact.test-kit.ts';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { readElprisetjustnu } from '../../pipeline/prices/spot/elprisetjustnu.ts';
import { readEntsoe } from '../../pipeline/prices/spot/entsoe.ts';
import { parseRates } from '../../pipeline/prices/spot/exchange-rates.ts';
import { readPriceCsv } from '../../pipeline/prices/spot/price-csv.ts';
import { type PriceFile, readPriceFiles } from '../../pipeline/prices/spot/price-files.ts';
import type { QuotedPrice } from '../../pipeline/prices/spot/spot-price.ts';
import { openRaster } from '../../pipeline/rasters/open/open-raster.ts';
import { decodeHead } from '../../schemas/codec/artifact.ts';
import { readPrices, readPvYield } from '../../schemas/codec/read-artifact.ts';
import { CASES, mutatedBytes, place } from '../../schemas/test/mutated-bytes.ts';
import { testPrices } from '../api/simulation/test/prices.ts';
import { testArtifact } from './artifact.ts';

const RASTERS = fileURLToPath(new URL('../../fixtures/raster-formats/', import.meta.url));
/** Larger windows are not read here. */
const MOST_PIXELS = 1 << 14;

const folder = testFolder();

interface Kind {
  name: string;
  bytes: Buffer;
  /** Reads it and gives numbers of its content. */
  read(path: string): Promise<Iterable<number>>;
  /** Files with changes. By default of any bytes. */
  changed?: fc.Arbitrary<Buffer | Promise<Buffer>>;
  runs?: number;
  /** Whether it may be refused without any change. */
  mayBeBad?: boolean;
}

async function readPixels(path: string): Promise<number[]> {
  const raster = await openRaster({ path, ...(path.endsWith('.zip') && { entry: 'linear.asc' }) });
  try {
    const { cols, rows } = raster;
    assert.ok(cols > 0 && rows > 0 && Number.isSafeInteger(cols * rows), `${cols} x ${rows}`);
    if (cols * rows > MOST_PIXELS) return [];
    const pixels = await raster.readWindow({ col: 0, row: 0, cols, rows });
    assert.equal(pixels.length, cols * rows);
    return [raster.xEdge, raster.yEdge, raster.xStep, raster.yStep];
  } finally {
    await raster.close();
  }
}

async function readMeterFile(path: string): Promise<number[]> {
  try {
    const { kwh } = await readMeter([{ name: basename(path), bytes: readFileSync(path) }], null);
    return [...kwh];
  } catch (error) {
    if (error instanceof MeterProblem) return [];
    throw error;
  }
}

/** A year of hours as a grid company exports it. */
const METER = [
  'Tid;kWh',
  ...Array.from({ length: 8760 }, (_, hour) => {
    const time = new Date(Date.UTC(2025, 0, 1, hour)).toISOString();
    return `${time.slice(0, 10)} ${time.slice(11, 16)};${(1 + (hour % 24) / 8).toFixed(2)}`;
  }),
].join('\n');

const DAY = Array.from({ length: 24 }, (_, hour) => ({
  SEK_per_kWh: 0.1 + hour / 100,
  EUR_per_kWh: 0.01,
  EXR: 11.4,
  time_start: `2025-01-02T${String(hour).padStart(2, '0')}:00:00+01:00`,
  time_end: `2025-01-02T${String(hour + 1).padStart(2, '0')}:00:00+01:00`,
}));

const ENTSOE = `<?xml version="1.0" encoding="utf-8"?>
<Publication_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-3:publicationdocument:7:3">
<mRID>5d6f</mRID><revisionNumber>1</revisionNumber><type>A44</type>
<TimeSeries><mRID>1</mRID><in_Domain.mRID codingScheme="A01">10Y1001A1001A46L</in_Domain.mRID>
<out_Domain.mRID codingScheme="A01">10Y1001A1001A46L</out_Domain.mRID>
<currency_Unit.name>EUR</currency_Unit.name><price_Measure_Unit.name>MWH</price_Measure_Unit.name>
<curveType>A03</curveType><Period>
<timeInterval><start>2025-01-01T23:00Z</start><end>2025-01-02T02:00Z</end></timeInterval>
<resolution>PT60M</resolution><Point><position>1</position><price.amount>10</price.amount></Point>
<Point><position>2</position><price.amount>20.5</price.amount></Point>
</Period></TimeSeries></Publication_MarketDocument>`;

const CSV = `timestamp_utc,SE3_sek_per_kwh,SE4_eur_per_mwh,sek_per_eur
2024-12-31T23:00Z,0.03618,-3.02,11.4501
2025-01-01T00:00:00Z,0.5,4,11.5
`;
const RATES = 'date,sek_per_eur\n2025-01-01,11.4501\n2025-01-02,11.5\n';

const numbersOf = (prices: QuotedPrice[]) =>
  prices.flatMap(({ startMs, minutes, price }) => [startMs, minutes, price]);

function priceFile(name: string, text: string, read: (file: PriceFile) => Iterable<number>): Kind {
  return {
    name,
    bytes: Buffer.from(text),
    async read(path) {
      const { files } = await readPriceFiles(folder, basename(path), '');
      return read(files[0]);
    },
  };
}

async function readYields(path: string): Promise<number[]> {
  const around = emptyWeights();
  const found = emptyYield();
  const artifact = await readPvYield(path);
  if (!spatialWeights(artifact, 59.3, 15.4, around)) return [];
  planeYield(artifact, around, 33, 170, found);
  pointNumbers(artifact, around, found);
  assert.ok(found.annualKwhKwp <= found.optimumAnnualKwhKwp * (1 + 1e-9));
  const { annualKwhKwp, poaAnnualKwhM2, ghiAnnualKwhM2, optimumTiltDeg } = found;
  return [annualKwhKwp, poaAnnualKwhM2, ghiAnnualKwhM2, optimumTiltDeg];
}

async function readPriceNumbers(path: string): Promise<number[]> {
  const read = await readPrices(path);
  const preset = spotPreset(read, { lat: 62, lng: 17 }, 'SE2');
  const { household, spot } = read.header;
  const loads = [{ lat: 62, lng: 17 }, null].map((location) => {
    const { temperatureC } = placeTemperatures(read, location, 'SE2');
    const use = { yearlyKwh: 20_000, evKmPerDay: 50 };
    return houseLoad(household, temperatureC, spot.year, use);
  });
  return [...loads, preset.importSekPerKwh, preset.exportSekPerKwh].flatMap((hours) => [...hours]);
}

/** Changed bytes: of the header JSON, the section table or a section. Where in it, 0 to 1. To what. */
const CHANGES = fc.array(
  fc.tuple(fc.constantFrom('header', 'table', 'section'), place, fc.nat(255)),
  { minLength: 1, maxLength: 4 },
);
type Change = [part: string, where: number, value: number];

/** A copy with the changes made and all digests right again (artifact-format.md, sections 2 and 3). */
async function changeWithin(file: Buffer, changes: Change[]): Promise<Buffer> {
  const copy = Buffer.from(file);
  const { entries } = await decodeHead(file, file.length, 'x');
  const headerAt = 64 + 88 * entries.length;
  const headBytes = entries[0].offset;
  for (const [part, where, value] of changes) {
    const entry = Math.floor(where * entries.length);
    const { offset, byteLength } = entries[entry];
    const within = (where * entries.length) % 1;
    if (part === 'header')
      copy[headerAt + Math.floor(where * file.readUInt32LE(12))] = 32 + (value % 95);
    else if (part === 'table') copy[64 + 88 * entry + Math.floor(within * 56)] = value;
    else copy[offset + Math.floor(within * byteLength)] = value;
  }
  return rightDigests(copy, entries.length, headBytes);
}

/**
 * Makes the digests of an artifact's sections and head right again, in place (artifact-format.md, sections 2
 * and 3), as far as the bytes reach.
 * @param sections their number before anything was changed
 * @param headBytes where the first section began
 */
function rightDigests(file: Buffer, sections: number, headBytes: number): Buffer {
  if (file.length < headBytes) return file;
  for (let i = 0; i < sections; i++) {
    const at = 64 + 88 * i;
    const start = Number(file.readBigUInt64LE(at + 40));
    const section = file.subarray(start, start + Number(file.readBigUInt64LE(at + 48)));
    sha256(section).copy(file, at + 56);
  }
  sha256(file.subarray(0, 32), file.subarray(64, headBytes)).copy(file, 32);
  return file;
}

/** An artifact without the padding behind its sections, which no digest covers. */
async function digested(file: Buffer): Promise<Buffer> {
  const { entries } = await decodeHead(file, file.length, 'x');
  const sections = entries.map(({ offset, byteLength }) =>
    file.subarray(offset, offset + byteLength),
  );
  return Buffer.concat([file.subarray(0, entries[0].offset), ...sections]);
}

function sha256(...parts: Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** An artifact with changed bytes, which must be refused, and with changes whose digests are right. */
function artifactKinds(name: string, write: (path: string) => void, read: Kind['read']): Kind[] {
  const path = join(folder, name);
  write(path);
  const bytes = readFileSync(path);
  return [
    {
      name,
      bytes,
      async read(from) {
        const numbers = await read(from);
        const [found, own] = [await digested(readFileSync(from)), await digested(bytes)];
        assert.ok(found.equals(own), 'changed bytes are read');
        return numbers;
      },
    },
    {
      name: `digests of ${name}`,
      bytes,
      changed: CHANGES.map((changes) => changeWithin(bytes, changes)),
      async read(from) {
        const numbers = [...(await read(from))];
        assert.ok(
          numbers.every((value) => Math.abs(value) < 1e5),
          'large numbers',
        );
        return numbers;
      },
    },
  ];
}

const RASTER_FILES = readdirSync(RASTERS).filter((name) => /\.(tif|asc|zip)$/.test(name));

const KINDS: Kind[] = [
  ...RASTER_FILES.map((name) => ({
    name,
    bytes: readFileSync(join(RASTERS, name)),
    read: readPixels,
    mayBeBad: true,
    runs: Math.ceil((10 * CASES) / RASTER_FILES.length),
  })),
  priceFile('01-02_SE3.json', JSON.stringify(DAY), (file) => numbersOf(readElprisetjustnu(file))),
  priceFile('a44.xml', ENTSOE, (file) => numbersOf(readEntsoe(file))),
  priceFile('p.csv', CSV, (file) => numbersOf(readPriceCsv(file))),
  priceFile('rates.csv', RATES, (file) => parseRates(file).values()),
  ...artifactKinds('pv-yield.bin', (path) => writeDataset(path, testArtifact()), readYields),
  ...artifactKinds('prices.bin', (path) => writePrices(path, testPrices()), readPriceNumbers),
  { name: 'meter.csv', bytes: Buffer.from(METER), read: readMeterFile, runs: CASES / 10 },
];

for (const { name, bytes, read, changed = mutatedBytes(bytes), runs = CASES, mayBeBad } of KINDS) {
  test(`${name} with changes is refused by name or read`, async () => {
    const path = join(folder, name);
    const check = async (file: Buffer | Promise<Buffer>) => {
      writeFileSync(path, await file);
      try {
        for (const value of await read(path)) assert.ok(Number.isFinite(value), `gives ${value}`);
      } catch (error) {
        assert.ok((error as Error).message.includes(name), (error as Error).stack);
      }
    };
    writeFileSync(path, bytes);
    if (!mayBeBad) assert.ok([...(await read(path))].length > 0, 'it is read as it is');
    await fc.assert(fc.asyncProperty(changed, check), { numRuns: runs });
  });
}
