/** Rasters and price files with changed bytes: a reader refuses a file by its name, or gives finite numbers. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { CASES, mutatedBytes } from '../../schemas/test/mutated-bytes.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { readElprisetjustnu } from '../prices/spot/elprisetjustnu.ts';
import { readEnergyCharts } from '../prices/spot/energy-charts.ts';
import { readEntsoe } from '../prices/spot/entsoe.ts';
import { parseRates } from '../prices/spot/exchange-rates.ts';
import { readPriceCsv } from '../prices/spot/price-csv.ts';
import { type PriceFile, readPriceFiles } from '../prices/spot/price-files.ts';
import type { QuotedPrice } from '../prices/spot/spot-price.ts';
import { openRaster } from '../rasters/open/open-raster.ts';

const RASTERS = fileURLToPath(new URL('../../fixtures/raster-formats/', import.meta.url));
/** Larger windows are not read here. */
const MOST_PIXELS = 1 << 14;

const folder = testFolder();

/** Tries a file with changed bytes many times. */
async function checkMutations(
  name: string,
  bytes: Buffer,
  read: (path: string) => Promise<Iterable<number>>,
  numRuns = CASES,
): Promise<void> {
  const path = join(folder, name);
  const check = async (mutated: Buffer) => {
    writeFileSync(path, mutated);
    try {
      for (const value of await read(path)) assert.ok(Number.isFinite(value), `it gives ${value}`);
    } catch (error) {
      assert.ok((error as Error).message.includes(name), (error as Error).stack);
    }
  };
  await fc.assert(fc.asyncProperty(mutatedBytes(bytes), check), { numRuns });
}

test('a raster with changed bytes is refused by name or read', async () => {
  const names = readdirSync(RASTERS).filter((name) => /\.(tif|asc|zip)$/.test(name));
  const runs = Math.ceil((10 * CASES) / names.length);
  for (const name of names)
    await checkMutations(name, readFileSync(join(RASTERS, name)), readPixels, runs);
});

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

const DAY = Array.from({ length: 24 }, (_, hour) => ({
  SEK_per_kWh: 0.1 + hour / 100,
  EUR_per_kWh: 0.01,
  EXR: 11.4,
  time_start: `2025-01-02T${String(hour).padStart(2, '0')}:00:00+01:00`,
  time_end: `2025-01-02T${String(hour + 1).padStart(2, '0')}:00:00+01:00`,
}));

const ENERGY_CHARTS = {
  license_info: 'x',
  unix_seconds: [1759262400, 1759266000, 1759269600, 1759270500, 1759271400],
  price: [40.5, null, 12.71, 10.85, -3],
  unit: 'EUR / MWh',
  deprecated: false,
};

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

const PRICE_FILES: [name: string, text: string, read: (file: PriceFile) => Iterable<number>][] = [
  ['01-02_SE3.json', JSON.stringify(DAY), (file) => numbersOf(readElprisetjustnu(file))],
  [
    'price_SE3_2025.json',
    JSON.stringify(ENERGY_CHARTS),
    (file) => numbersOf(readEnergyCharts(file)),
  ],
  ['a44.xml', ENTSOE, (file) => numbersOf(readEntsoe(file))],
  ['p.csv', CSV, (file) => numbersOf(readPriceCsv(file))],
  ['rates.csv', RATES, (file) => parseRates(file).values()],
];

for (const [name, text, read] of PRICE_FILES) {
  test(`${name} with changed bytes is refused by name or read`, async () => {
    const readPath = async (path: string) => {
      const { files } = await readPriceFiles(folder, basename(path), '');
      return read(files[0]);
    };
    assert.ok(Array.from(await readUnchanged(name, text, readPath)).every(Number.isFinite));
    await checkMutations(name, Buffer.from(text), readPath);
  });
}

async function readUnchanged(
  name: string,
  text: string,
  read: (path: string) => Promise<Iterable<number>>,
): Promise<Iterable<number>> {
  const path = join(folder, name);
  writeFileSync(path, text);
  return read(path);
}
