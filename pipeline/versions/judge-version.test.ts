/** What becomes of a recorded dataset when its inputs change: one change at a time, and the bump that it is due. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Recipe, RecipePrices } from '../../schemas/types.ts';
import {
  asciiGrid,
  type Field,
  plausibleGhi,
  SMALL_BBOX,
  SMALL_FRAME,
  smallRecipe,
  writeMonths,
} from '../dataset/dataset.test-kit.ts';
import { PROJECT } from '../files/file-record.ts';
import { buildDatasetOf, buildJob } from './build-job.ts';
import { judgeVersion } from './judge-version.ts';
import type { Bump, Verdict } from './version-verdict.ts';

const FIXTURES = join(PROJECT, 'fixtures');
const RECORDS = {
  tariffs: 'market/tariffs.json',
  household: 'market/household.json',
  battery_programs: 'market/battery-programs.json',
  price_areas: 'market/price-areas.json',
  places: 'places/places.json',
};
/** Coverage by data spares forty builds the country's outline. */
const GRID: Recipe['grid'] = { step_deg: 0.25, bbox: SMALL_BBOX, coverage: 'data' };
const HOUR_MS = 3_600_000;
const JUNE = 5;

const root = mkdtempSync(join(tmpdir(), 'judge-version-'));
const inputs = join(root, 'inputs');
const record = join(root, 'record');

const PRICES: RecipePrices = {
  feed: 'csv',
  files: 'spot.csv',
  year: 2025,
  source: 'Made up for tests',
  attribution: 'Made up.',
  refreshed_at: '2026-01-01T00:00:00Z',
  ...RECORDS,
};

before(async () => {
  writeMonths(inputs, 'ghi', plausibleGhi);
  writeMonths(inputs, 'kd', () => () => 0.55);
  writeMonths(inputs, 't2m', temperature(0));
  writeFileSync(
    join(inputs, 'elevation.asc'),
    asciiGrid(SMALL_FRAME, () => 150),
  );
  writeSpotPrices(inputs, 1);
  for (const path of Object.values(RECORDS)) {
    mkdirSync(dirname(join(inputs, path)), { recursive: true });
    cpSync(join(FIXTURES, path), join(inputs, path));
  }
  writeJson(inputs, 'recipe.json', recipe());
  await buildDatasetOf(
    await buildJob(join(inputs, 'recipe.json'), { out: record, workers: 1, force: false }),
  );
});
after(() => rmSync(root, { recursive: true }));

function temperature(addedC: number): (month: number) => Field {
  return (month) => () => 7 - 9 * Math.cos((month * Math.PI) / 6) + addedC;
}

/** A year of hours that differ by area, month and hour, SEK/kWh. */
function writeSpotPrices(folder: string, factor: number): void {
  const lines = ['timestamp_utc,SE1_sek_per_kwh,SE2_sek_per_kwh,SE3_sek_per_kwh,SE4_sek_per_kwh'];
  for (let at = Date.UTC(2024, 11, 31, 23); at < Date.UTC(2025, 11, 31, 23); at += HOUR_MS) {
    const time = new Date(at);
    const price = 0.4 + 0.2 * Math.cos(time.getUTCHours() / 4) + 0.01 * time.getUTCMonth();
    const areas = [0.5, 0.6, 1, 1.2].map((share) => (factor * share * price).toFixed(6));
    lines.push(`${time.toISOString().slice(0, 16)}Z,${areas.join(',')}`);
  }
  writeFileSync(join(folder, 'spot.csv'), lines.join('\n'));
}

function writeJson(folder: string, name: string, value: object): void {
  writeFileSync(join(folder, name), JSON.stringify(value));
}

function recipe(): Recipe {
  const [source] = smallRecipe().sources;
  const others = {
    diffuse_fraction: { files: 'kd_{month}.asc', unit: '1' as const },
    temperature: { files: 't2m_{month}.asc', unit: '°C' as const },
    elevation: { files: 'elevation.asc', unit: 'm' as const },
  };
  const sources = [{ ...source, ...others }];
  return { ...smallRecipe(), grid: GRID, sources, prices: PRICES };
}

/** A change of a copy of the inputs. */
type Change = (folder: string) => void;

interface Case {
  name: string;
  change: Change;
  due: Bump;
  /** Whether the version check passes. */
  ok?: boolean;
  /** Kinds of values that move; no other may be named. */
  moves?: string[];
  says?: RegExp;
}

const inRecipe =
  (changes: (recipe: Recipe) => Partial<Recipe>): Change =>
  (folder) =>
    writeJson(folder, 'recipe.json', { ...recipe(), ...changes(recipe()) });

const inModel = (changes: Partial<Recipe['model']>) =>
  inRecipe(({ model }) => ({ model: { ...model, ...changes } }));

const inSource = (changes: Partial<Recipe['sources'][0]>) =>
  inRecipe(({ sources }) => ({ sources: [{ ...sources[0], ...changes }] }));

/** Replaces a text in a record, which must be there. */
const inRecord =
  (name: keyof typeof RECORDS, from: string | RegExp, to: string): Change =>
  (folder) => {
    const path = join(folder, RECORDS[name]);
    const text = readFileSync(path, 'utf8');
    assert.notEqual(text.replace(from, to), text, `${name}: ${from}`);
    writeFileSync(path, text.replace(from, to));
  };

const scaledGhi =
  (factor: number, months: (month: number) => boolean): Change =>
  (folder) =>
    writeMonths(
      folder,
      'ghi',
      (month) => (lat, lng) => plausibleGhi(month)(lat, lng) * (months(month) ? factor : 1),
    );

const isJune = (month: number) => month === JUNE;
const [west, south, east, north] = SMALL_BBOX;
const SOUTH_ROOF = { name: 'A roof', lat: 56.6, lng: 13.9, tilt: 40, azimuth: 180 };

const CASES: Case[] = [
  { name: 'nothing', change: () => {}, due: 'none', ok: true },
  {
    name: 'the licence of a source, which is in no file',
    change: inSource({ licence: 'CC BY 4.0' }),
    due: 'none',
    ok: true,
  },
  {
    name: 'the same figures written with two more digits',
    change: (folder) =>
      writeFileSync(
        join(folder, 'elevation.asc'),
        asciiGrid(SMALL_FRAME, () => 150, 6),
      ),
    due: 'none',
    ok: true,
  },
  {
    name: 'the version alone',
    change: inRecipe(() => ({ dataset_version: '1.3.0' })),
    due: 'none',
    says: /no byte of the data did/,
  },
  {
    name: 'the date alone',
    change: inRecipe(() => ({ generated_at: '2026-02-01T00:00:00Z' })),
    due: 'patch',
    says: /^generated_at went from/,
  },
  {
    name: 'an attribution',
    change: inSource({ attribution: 'Made up by others.' }),
    due: 'patch',
    says: /^pv-yield\.bin changed \(attribution\)\. At/,
  },
  {
    name: "a source's name",
    change: inSource({ name: 'Another field' }),
    due: 'patch',
    says: /^pv-yield\.bin changed \(sources\)\. At/,
  },
  {
    name: 'when the spot prices were fetched',
    change: inRecipe(() => ({ prices: { ...PRICES, refreshed_at: '2026-02-01T00:00:00Z' } })),
    due: 'patch',
    says: /^prices\.bin changed \(spot\)\. At/,
  },
  {
    name: 'June x 1.0005',
    change: scaledGhi(1.0005, isJune),
    due: 'patch',
    moves: ['GHI', 'Yields'],
  },
  {
    name: 'June x 1.005',
    change: scaledGhi(1.005, isJune),
    due: 'minor',
    moves: ['GHI', 'Yields'],
    says: /GHI: \d+ of \d+ values move, by 0\.50 % in the median of these and at most 0\.5[01] % \(.* ghi_06\)/,
  },
  {
    name: 'June x 1.03',
    change: scaledGhi(1.03, isJune),
    due: 'minor',
    moves: ['GHI', 'Yields'],
    says: /by 3\.00 % in the median of these and at most 3\.00 % \(.* ghi_06\)/,
  },
  {
    name: 'every month x 1.0005',
    change: scaledGhi(1.0005, () => true),
    due: 'patch',
    moves: ['GHI', 'Yields'],
  },
  {
    name: 'every month x 0.97, announced by 1.3.0',
    change: (folder) => {
      scaledGhi(0.97, () => true)(folder);
      inRecipe(() => ({ dataset_version: '1.3.0' }))(folder);
    },
    due: 'minor',
    ok: true,
    says: /A minor bump was due; 1\.2\.3 to 1\.3\.0 is enough/,
  },
  {
    name: 'every month x 0.97, announced by 1.2.4',
    change: (folder) => {
      scaledGhi(0.97, () => true)(folder);
      inRecipe(() => ({ dataset_version: '1.2.4' }))(folder);
    },
    due: 'minor',
    says: /Set "dataset_version": "1\.3\.0"/,
  },
  {
    name: 'temperature + 2 °C in every month',
    change: (folder) => writeMonths(folder, 't2m', temperature(2)),
    due: 'minor',
    moves: ['Yields'],
    says: /^pv-yield\.bin changed \([^)]*temperature[^)]*\)\. Yields: .* by (0\.[5-9]|1\.)\d* %/,
  },
  {
    name: 'temperature + 0.1 °C in every month',
    change: (folder) => writeMonths(folder, 't2m', temperature(0.1)),
    due: 'patch',
    moves: ['Yields'],
  },
  {
    name: 'diffuse fraction 0.55 -> 0.50',
    change: (folder) => writeMonths(folder, 'kd', () => () => 0.5),
    due: 'minor',
    moves: ['Yields'],
  },
  {
    name: 'no diffuse fraction',
    change: inRecipe(({ sources: [{ diffuse_fraction: _, ...source }] }) => ({
      sources: [source],
    })),
    due: 'minor',
    moves: ['Yields'],
  },
  {
    name: 'elevation + 50 m',
    change: (folder) =>
      writeFileSync(
        join(folder, 'elevation.asc'),
        asciiGrid(SMALL_FRAME, () => 200),
      ),
    due: 'minor',
    moves: ['Elevations'],
    says: /^pv-yield\.bin changed \(elevation\)\. Elevations: .* by 33\.3\d %/,
  },
  {
    name: 'how years vary',
    change: (folder) => {
      cpSync(join(FIXTURES, 'interannual.json'), join(folder, 'interannual.json'));
      inRecipe(() => ({ interannual: { places: 'interannual.json' } }))(folder);
    },
    due: 'minor',
    moves: [],
    says: /^pv-yield\.bin changed \(interannual, ghi_annual_sd_pct, ghi_monthly_sd_pct\)\. At/,
  },
  {
    name: 'albedo 0.20 -> 0.25',
    change: inModel({ albedo: 0.25 }),
    due: 'minor',
    moves: ['Yields'],
  },
  {
    name: 'isotropic sky',
    change: inModel({ sky_model: 'isotropic' }),
    due: 'minor',
    moves: ['Yields'],
  },
  {
    name: '24 -> 48 steps a day',
    change: inModel({ steps_per_day: 48 }),
    due: 'patch',
    moves: ['Yields'],
  },
  {
    name: '3 -> 1 days a month',
    change: inModel({ days_per_month: 1 }),
    due: 'patch',
    moves: ['Yields'],
  },
  {
    name: 'anchors',
    change: inRecipe(() => ({
      anchors: [{ ...SOUTH_ROOF, annual_kwh_kwp: 1200, source: 'Made up' }],
    })),
    due: 'minor',
    moves: ['Yields'],
  },
  {
    name: 'system loss 0.14 -> 0.10',
    change: inModel({ system_loss: 0.1 }),
    due: 'major',
    moves: ['Yields'],
    says: /model\.system_loss went from 0\.14 to 0\.1\. .* by 4\.65 % in the median/,
  },
  {
    name: 'spot prices x 1.0005',
    change: (folder) => writeSpotPrices(folder, 1.0005),
    due: 'patch',
    moves: ['Prices'],
  },
  {
    name: 'spot prices x 0.98',
    change: (folder) => writeSpotPrices(folder, 0.98),
    due: 'minor',
    moves: ['Prices'],
    says: /^prices\.bin changed \(spot_profile\)\. Prices: .*by 2\.0\d % in the median/,
  },
  {
    name: 'a grid fee of 19.96 -> 20.96 öre',
    change: inRecord('tariffs', '19.96', '20.96'),
    due: 'minor',
    moves: ['tariffs'],
    says: /^prices\.bin changed \(tariffs\)\. tariffs: 1 of \d+ values move, by 5\.01 % /,
  },
  {
    name: "a tariff's source",
    change: inRecord('tariffs', /"source": "[^"]+"/, '"source": "Elsewhere"'),
    due: 'patch',
    moves: [],
    says: /^prices\.bin changed \(tariffs\)\. At/,
  },
  {
    name: 'a municipality that pays the full energy tax',
    change: inRecord('tariffs', /"2161",?\s*/, ''),
    due: 'minor',
    says: /1 market figure is gone, first tariffs\.reduced_energy_tax\.municipalities\.2161/,
  },
  {
    name: 'the default consumption of a household',
    change: inRecord('household', '"value": 15000', '"value": 16000'),
    due: 'minor',
    moves: ['household'],
  },
  {
    name: "a battery program's rate",
    change: inRecord('battery_programs', '732', '800'),
    due: 'minor',
    moves: ['battery_programs'],
  },
  {
    name: "a battery program's basis",
    change: inRecord('battery_programs', '"basis": "reserved"', '"basis": "installed"'),
    due: 'minor',
    says: /new, first battery_programs\.programs\.0\.terms\.basis installed/,
  },
  {
    name: "a battery program's text",
    change: inRecord('battery_programs', 'Flex Plus pays', 'It pays'),
    due: 'patch',
    moves: [],
  },
  {
    name: 'no prices',
    change: (folder) => {
      const { prices: _, ...rest } = recipe();
      writeJson(folder, 'recipe.json', rest);
    },
    due: 'major',
    says: /prices\.bin is gone/,
  },
  {
    name: 'coverage by the country instead of data',
    change: inRecipe(({ grid }) => ({ grid: { ...grid, coverage: 'sweden' } })),
    due: 'major',
    says: /grid\.coverage went from "data" to "sweden"/,
  },
  {
    name: 'a larger box',
    change: inRecipe(() => ({ grid: { ...GRID, bbox: [west, south, east + 0.5, north] } })),
    due: 'minor',
    moves: [],
    says: /cells are new/,
  },
  {
    name: 'a smaller box',
    change: inRecipe(() => ({ grid: { ...GRID, bbox: [west, south, east, north - 0.5] } })),
    due: 'major',
    moves: [],
    says: /cells are gone/,
  },
  {
    name: 'half the grid step',
    change: inRecipe(() => ({ grid: { ...GRID, step_deg: 0.125 } })),
    due: 'major',
    says: /grid\.step_deg went from 0\.25 to 0\.125/,
  },
];

const KINDS = ['GHI', 'Yields', 'Elevations', 'Prices', ...Object.keys(RECORDS), 'household_shape'];

/** The kinds that a message says to move. */
function movingIn(message: string): string[] {
  return KINDS.filter((kind) => message.includes(`${kind}: `));
}

async function judged(change: Change, name: string): Promise<Verdict> {
  const folder = join(root, 'changed');
  rmSync(folder, { recursive: true, force: true });
  cpSync(inputs, folder, { recursive: true });
  change(folder);
  const verdict = await judgeVersion(join(folder, 'recipe.json'), record, 1);
  if (process.env.VERDICTS) console.log(`| ${name} | ${verdict.due} | ${verdict.message} |`);
  return verdict;
}

for (const { name, change, due, ok = false, moves, says } of CASES) {
  test(`${name}: ${due === 'none' ? 'no bump' : due}`, async () => {
    const verdict = await judged(change, name);
    assert.equal(verdict.due, due, verdict.message);
    assert.equal(verdict.ok, ok, verdict.message);
    if (moves) assert.deepEqual(movingIn(verdict.message), moves, verdict.message);
    if (says) assert.match(verdict.message, says);
  });
}

test('another format of the artifacts: major', async () => {
  const path = join(record, 'manifest.json');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('"format_version": 1', '"format_version": 0'));
  const verdict = await judged(() => {}, 'another format');
  writeFileSync(path, text);
  assert.deepEqual([verdict.ok, verdict.due], [false, 'major']);
  assert.match(verdict.message, /^The format version went from 0 to 1\. At/);
});

test('what is wrong with prices or market records is told before a raster is read', async () => {
  const cutRaster: Change = (folder) => {
    const path = join(folder, 'ghi_06.asc');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 500));
  };
  const faults: [Change, RegExp][] = [
    [() => {}, /ghi_06\.asc/],
    [
      (folder) => appendFileSync(join(folder, 'spot.csv'), '\n2025-06-01T00:00Z,1,1,x,1'),
      /spot\.csv/,
    ],
    [inRecord('tariffs', '19.96', '"19.96"'), /tariffs\.json: ".*" is "19\.96", expected a number/],
  ];
  for (const [change, says] of faults) {
    const both: Change = (folder) => {
      cutRaster(folder);
      change(folder);
    };
    await assert.rejects(judged(both, 'faults'), says);
  }
});
