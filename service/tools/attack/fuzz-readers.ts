/**
 * Mutated files at the readers of them: `fuzz-readers.ts SUBJECT SEED CASES`. A reader refuses a file by its
 * name, or gives finite numbers. Prints each thousand cases, so that who waits can recognise a hang.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '#common/seeded-random.ts';
import { writeDataset, writePrices } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { readElprisetjustnu } from '../../../pipeline/prices/spot/elprisetjustnu.ts';
import { readEnergyCharts } from '../../../pipeline/prices/spot/energy-charts.ts';
import { readEntsoe } from '../../../pipeline/prices/spot/entsoe.ts';
import { parseRates } from '../../../pipeline/prices/spot/exchange-rates.ts';
import { readPriceCsv } from '../../../pipeline/prices/spot/price-csv.ts';
import { type PriceFile, readPriceFiles } from '../../../pipeline/prices/spot/price-files.ts';
import type { QuotedPrice } from '../../../pipeline/prices/spot/spot-price.ts';
import { openRaster } from '../../../pipeline/rasters/open-raster.ts';
import { decodeHead } from '../../../schemas/codec/artifact.ts';
import { readPrices, readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { spotPreset } from '../../api/simulation/spot-preset.ts';
import { testPrices } from '../../api/simulation/test/prices.ts';
import { emptyWeights, spatialWeights } from '../../api/spatial-weights.ts';
import { emptyYield, planeYield, pointNumbers } from '../../api/yield/lookup.ts';
import { testArtifact } from '../../test/artifact.ts';
import { mutate, rightDigests } from './mutate.ts';

const REPORT_EVERY = 1000;
const RASTERS = fileURLToPath(new URL('../../../fixtures/raster-formats/', import.meta.url));
/** No window of a raster that is larger is read: its pixels are bounded by other tests. */
const MOST_PIXELS = 1 << 14;

/** A file as it should be, and what reads it. */
interface Case {
  name: string;
  bytes: Buffer;
  /** Makes the digests of a changed artifact right, so that what it says is looked at. */
  mended?(bytes: Buffer): Buffer;
  read(path: string): Promise<Iterable<number>>;
}

const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const SUBJECTS: Record<string, () => Case[]> = {
  artifacts: () => [
    { ...writeCase('pv-yield.bin', (path) => writeDataset(path, testArtifact())), read: readYield },
    {
      ...writeCase('prices.bin', (path) => writePrices(path, testPrices())),
      read: readPriceArtifact,
    },
  ],
  rasters: () =>
    readdirSync(RASTERS)
      .filter((name) => /\.(tif|asc|zip)$/.test(name))
      .map((name) => ({ name, bytes: readFileSync(join(RASTERS, name)), read: readPixels })),
  prices: () => [
    priceCase('01-02_SE3.json', dayOfPrices(), readElprisetjustnu),
    priceCase('price_SE3_2025.json', ENERGY_CHARTS, readEnergyCharts),
    priceCase('a44.xml', ENTSOE, readEntsoe),
    priceCase('p.csv', PRICE_CSV, readPriceCsv),
    {
      ...textCase('rates.csv', 'date,sek_per_eur\n2025-01-01,11.4501\n2025-01-02,11.5\n'),
      read: async (path) => parseRates(await fileOf(path)).values(),
    },
  ],
};

function writeCase(name: string, write: (path: string) => void): Omit<Case, 'read'> {
  const path = join(folder, `whole-${name}`);
  write(path);
  const bytes = readFileSync(path);
  const { entries } = decodeHead(bytes, bytes.length, name);
  const headBytes = entries[0].offset;
  return { name, bytes, mended: (changed) => rightDigests(changed, entries.length, headBytes) };
}

async function readYield(path: string): Promise<number[]> {
  const artifact = await readPvYield(path);
  const around = emptyWeights();
  const found = emptyYield();
  if (!spatialWeights(artifact, 59.3, 15.4, around)) return [];
  planeYield(artifact, around, 33, 170, found);
  pointNumbers(artifact, around, found);
  assert.ok(found.annualKwhKwp <= found.optimumAnnualKwhKwp * (1 + 1e-9));
  return [found.annualKwhKwp, found.poaAnnualKwhM2, found.optimumTiltDeg];
}

async function readPriceArtifact(path: string): Promise<Iterable<number>> {
  return spotPreset(await readPrices(path), null, 'SE2').exportSekPerKwh;
}

async function readPixels(path: string): Promise<number[]> {
  const entry = path.endsWith('.zip') ? { entry: 'linear.asc' } : {};
  const raster = await openRaster({ path, ...entry });
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

async function fileOf(path: string): Promise<PriceFile> {
  const { files } = await readPriceFiles(folder, basename(path), '');
  return files[0];
}

function textCase(name: string, text: string): Omit<Case, 'read'> {
  return { name, bytes: Buffer.from(text) };
}

function priceCase(name: string, text: string, read: (file: PriceFile) => QuotedPrice[]): Case {
  return {
    ...textCase(name, text),
    read: async (path) =>
      read(await fileOf(path)).flatMap(({ startMs, minutes, price }) => [startMs, minutes, price]),
  };
}

function dayOfPrices(): string {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    SEK_per_kWh: 0.1 + hour / 100,
    EUR_per_kWh: 0.01,
    EXR: 11.4,
    time_start: `2025-01-02T${String(hour).padStart(2, '0')}:00:00+01:00`,
    time_end: `2025-01-02T${String(hour + 1).padStart(2, '0')}:00:00+01:00`,
  }));
  return JSON.stringify(hours);
}

const ENERGY_CHARTS = JSON.stringify({
  license_info: 'x',
  unix_seconds: [1759262400, 1759266000, 1759269600, 1759270500, 1759271400],
  price: [40.5, null, 12.71, 10.85, -3],
  unit: 'EUR / MWh',
  deprecated: false,
});

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

const PRICE_CSV = `timestamp_utc,SE3_sek_per_kwh,SE4_eur_per_mwh,sek_per_eur
2024-12-31T23:00Z,0.03618,-3.02,11.4501
2025-01-01T00:00:00Z,0.5,4,11.5
`;

const [subject, seedText, casesText] = process.argv.slice(2);
const cases = SUBJECTS[subject]();
const random = seededRandom(Number(seedText));
let refused = 0;
for (let i = 1; i <= Number(casesText); i++) {
  const { name, bytes, mended, read } = cases[i % cases.length];
  const mutated = mutate(bytes, random);
  const path = join(folder, name);
  writeFileSync(path, mended && random() < 0.5 ? mended(mutated) : mutated);
  try {
    for (const value of await read(path)) {
      assert.ok(Number.isFinite(value), `it gives ${value}`);
    }
  } catch (error) {
    const { message, stack } = error as Error;
    if (!message.includes(name)) {
      throw new Error(`Case ${i} of seed ${seedText}, ${name}: ${stack}`);
    }
    refused++;
  }
  if (i % REPORT_EVERY === 0) console.log(i);
}
console.log(`${refused} refused by name, ${Number(casesText) - refused} read`);
