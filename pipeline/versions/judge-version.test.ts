/** Verdicts on a recorded dataset when its inputs change: one change at a time, and the bump that it is due. */
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import type { Recipe } from '../../schemas/types.ts';
import {
  asciiGrid,
  type Field,
  MARKET_RECORDS,
  plausibleGhi,
  SMALL_BBOX,
  SMALL_FRAME,
  smallPrices,
  smallRecipe,
  writeMonths,
} from '../dataset/dataset.test-kit.ts';
import { PROJECT } from '../files/file-record.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { buildDatasetOf, buildJob } from './build-job.ts';
import { judgeVersion } from './judge-version.ts';
import type { Bump, Verdict } from './version-verdict.ts';

const FIXTURES = join(PROJECT, 'fixtures');
/** Coverage by data spares the builds the country's outline. */
const GRID: Recipe['grid'] = { step_deg: 0.25, bbox: SMALL_BBOX, coverage: 'data' };
const HOUR_MS = 3_600_000;
const JUNE = 5;

const root = testFolder();
const inputs = join(root, 'inputs');
const record = join(root, 'record');

const PRICES = smallPrices();

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
  const interannual = { places: join(FIXTURES, 'interannual.json') };
  return { ...smallRecipe(), grid: GRID, sources, prices: PRICES, interannual };
}

/** A change of a copy of the inputs. */
type Change = (folder: string) => void;

/** Both, one after the other. */
const all =
  (...changes: Change[]): Change =>
  (folder) => {
    for (const change of changes) change(folder);
  };

const months =
  (name: string, field: (month: number) => Field): Change =>
  (folder) =>
    writeMonths(folder, name, field);

const warmer = (addedC: number | ((month: number) => number)) =>
  months('t2m', (month) => () => {
    const added = typeof addedC === 'number' ? addedC : addedC(month);
    return 7 - 9 * Math.cos((month * Math.PI) / 6) + added;
  });

const elevation =
  (metres: number, decimals = 4): Change =>
  (folder) =>
    writeFileSync(
      join(folder, 'elevation.asc'),
      asciiGrid(SMALL_FRAME, () => metres, decimals),
    );

/** A year of hours that differ by area, month and hour, SEK/kWh; `above` is added on a day of the month. */
const spotPrices =
  (factor: number, above: (day: number) => number = () => 0): Change =>
  (folder) => {
    const lines = ['timestamp_utc,SE1_sek_per_kwh,SE2_sek_per_kwh,SE3_sek_per_kwh,SE4_sek_per_kwh'];
    for (let at = Date.UTC(2024, 11, 31, 23); at < Date.UTC(2025, 11, 31, 23); at += HOUR_MS) {
      const time = new Date(at);
      const price = 0.4 + 0.2 * Math.cos(time.getUTCHours() / 4) + 0.01 * time.getUTCMonth();
      const areas = [0.5, 0.6, 1, 1.2].map((share) =>
        (factor * share * price + above(time.getUTCDate())).toFixed(6),
      );
      lines.push(`${time.toISOString().slice(0, 16)}Z,${areas.join(',')}`);
    }
    writeFileSync(join(folder, 'spot.csv'), lines.join('\n'));
  };

const inRecipe =
  (changes: Partial<Recipe>): Change =>
  (folder) =>
    writeJson(folder, 'recipe.json', { ...recipe(), ...changes });

const inModel = (changes: Partial<Recipe['model']>) =>
  inRecipe({ model: { ...recipe().model, ...changes } });

const inSource = (changes: Partial<Recipe['sources'][0]>) =>
  inRecipe({ sources: [{ ...recipe().sources[0], ...changes }] });

/** Replaces a text in a record, which must be there. */
const inRecord =
  (name: keyof typeof MARKET_RECORDS, from: string | RegExp, to: string): Change =>
  (folder) => {
    const path = join(folder, MARKET_RECORDS[name]);
    const text = readFileSync(path, 'utf8');
    assert.notEqual(text.replace(from, to), text, `${name}: ${from}`);
    writeFileSync(path, text.replace(from, to));
  };

const june = (factor: number) => ghi(factor, [JUNE]);
const ghi = (factor: number, scaled = [...Array(12).keys()]) =>
  months(
    'ghi',
    (month) => (lat, lng) => plausibleGhi(month)(lat, lng) * (scaled.includes(month) ? factor : 1),
  );

const without = (name: 'prices' | 'interannual' | 'diffuse_fraction'): Change => {
  const { [name === 'prices' ? 'prices' : 'interannual']: _, ...rest } = recipe();
  const [{ diffuse_fraction: _kd, ...source }] = recipe().sources;
  const left = name === 'diffuse_fraction' ? { ...recipe(), sources: [source] } : rest;
  return (folder) => writeJson(folder, 'recipe.json', left);
};

/** The places of the spread between years, every standard deviation times a factor. */
const spread =
  (factor: number): Change =>
  (folder) => {
    const text = readFileSync(join(FIXTURES, 'interannual.json'), 'utf8');
    const places = JSON.parse(text, (key, value: unknown) =>
      key === 'annual_sd_pct' ? Number(value) * factor : value,
    );
    writeJson(folder, 'interannual.json', places);
    inRecipe({ interannual: { places: 'interannual.json' } })(folder);
  };

const version = (dataset_version: string) => inRecipe({ dataset_version });
const grid = (changes: Partial<Recipe['grid']>) => inRecipe({ grid: { ...GRID, ...changes } });
const [west, south, east, north] = SMALL_BBOX;
const SOUTH_ROOF = { name: 'A roof', lat: 56.6, lng: 13.9, tilt: 40, azimuth: 180 };
const ANCHOR = { ...SOUTH_ROOF, annual_kwh_kwp: 1200, source: 'Made up' };
const LATER = '2026-02-01T00:00:00Z';

/**
 * A change and the bump it is due. `moves` has the kinds of values that move, and no other may be named. A
 * change is not announced, so that the check passes where nothing is due; `ok` says otherwise.
 */
type Case = [name: string, change: Change, moves?: string | null, says?: RegExp, ok?: boolean];

const CASES: Record<Bump, Case[]> = {
  none: [
    ['nothing', () => {}],
    ['the licence of a source, which is in no file', inSource({ licence: 'CC BY 4.0' })],
    ['the same figures written with two more digits', elevation(150, 6)],
    ['the version alone', version('1.3.0'), null, /no byte of the data did/, false],
  ],
  patch: [
    ['the date alone', inRecipe({ generated_at: LATER }), '', /^generated_at went from/],
    [
      'an attribution',
      inSource({ attribution: 'Made up by others.' }),
      '',
      /^pv-yield\.bin changed \(attribution\)\. At/,
    ],
    [
      "a source's name",
      inSource({ name: 'Another field' }),
      '',
      /^pv-yield\.bin changed \(sources\)\. At/,
    ],
    [
      'when the spot prices were fetched',
      inRecipe({ prices: { ...PRICES, refreshed_at: LATER } }),
      '',
      /^prices\.bin changed \(spot\)\. At/,
    ],
    ['June x 1.0005', june(1.0005), 'GHI Yields'],
    ['every month x 1.0005', ghi(1.0005), 'GHI Yields'],
    ['temperature + 0.1 °C in every month', warmer(0.1), 'Yields Temperatures'],
    [
      'July + 0.05 °C',
      warmer((month) => (month === 6 ? 0.05 : 0)),
      'Yields',
      /interannual.* a patch bump is due, decided by /,
    ],
    ['albedo 0.200 -> 0.201', inModel({ albedo: 0.201 }), 'Yields'],
    ['3 -> 4 days a month', inModel({ days_per_month: 4 }), 'Yields'],
    ['24 -> 48 steps a day', inModel({ steps_per_day: 48 }), 'Yields'],
    ['spot prices x 1.0005', spotPrices(1.0005), 'Prices Hours of prices'],
    [
      "a tariff's source",
      inRecord('tariffs', /"source": "[^"]+"/, '"source": "Elsewhere"'),
      '',
      /^prices\.bin changed \(tariffs\)\. At/,
    ],
    ["a battery program's text", inRecord('battery_programs', 'Flex Plus pays', 'It pays'), ''],
  ],
  minor: [
    [
      'June x 1.005',
      june(1.005),
      'GHI Yields',
      /GHI: \d+ of \d+ values move, by 0\.50 % in the median of these and at most 0\.5[01] % \(.* ghi_06\)/,
    ],
    [
      'June x 1.03',
      june(1.03),
      'GHI Yields',
      /by 3\.00 % in the median of these and at most 3\.00 % \(.* ghi_06\)/,
    ],
    [
      'every month x 0.97, announced by 1.3.0',
      all(ghi(0.97), version('1.3.0')),
      null,
      /A minor bump was due; 1\.2\.3 to 1\.3\.0 is enough/,
      true,
    ],
    [
      'every month x 0.97, announced by 1.2.4',
      all(ghi(0.97), version('1.2.4')),
      null,
      /Set "dataset_version": "1\.3\.0"/,
    ],
    [
      'temperature + 2 °C in every month',
      warmer(2),
      'Yields Temperatures',
      /^pv-yield\.bin changed \([^)]*temperature[^)]*\)\. prices\.bin changed \(temperature\)\. Yields: .* by (0\.[5-9]|1\.)\d* %.* Temperatures: .* by 2\.00 %/,
    ],
    [
      'the spread between years x 1.01',
      spread(1.01),
      '',
      /a minor bump is due, decided by ghi_annual_sd_pct .*\(any change\)/,
    ],
    ['diffuse fraction 0.55 -> 0.50', months('kd', () => () => 0.5), 'Yields'],
    ['no diffuse fraction', without('diffuse_fraction'), 'Yields'],
    [
      'elevation + 50 m',
      elevation(200),
      'Elevations',
      /^pv-yield\.bin changed \(elevation\)\. Elevations: .* by 33\.3\d %/,
    ],
    ['albedo 0.20 -> 0.25', inModel({ albedo: 0.25 }), 'Yields'],
    [
      '3 -> 1 days a month, by the spread of a steep plane alone',
      inModel({ days_per_month: 1 }),
      'Yields',
      /a minor bump is due, decided by Spread between years \(a value over 5 %\)\./,
    ],
    ['isotropic sky', inModel({ sky_model: 'isotropic' }), 'Yields'],
    ['anchors', inRecipe({ anchors: [ANCHOR] }), 'Yields'],
    [
      'spot prices x 0.98',
      spotPrices(0.98),
      'Prices Hours of prices',
      /^prices\.bin changed \(spot_profile, spot_hours\)\. Prices: .*by 2\.0\d % in the median/,
    ],
    [
      'a dear day and a cheap one, of one mean',
      spotPrices(1, (day) => (day === 10 ? 0.1 : day === 11 ? -0.1 : 0)),
      'Hours of prices',
      /^prices\.bin changed \(.*spot_hours\)\. .*Hours of prices: \d+ of 192 values move/,
    ],
    [
      'a grid fee of 19.96 -> 20.96 öre',
      inRecord('tariffs', '19.96', '20.96'),
      'tariffs',
      /^prices\.bin changed \(tariffs\)\. tariffs: 1 of \d+ values move, by 5\.01 % /,
    ],
    [
      'a municipality that pays the full energy tax',
      inRecord('tariffs', /"2161",?\s*/, ''),
      null,
      /1 figure is gone, first tariffs\.reduced_energy_tax\.municipalities\.2161/,
    ],
    [
      'the default consumption of a household',
      inRecord('household', '"value": 15000', '"value": 16000'),
      'household',
    ],
    ["a battery program's rate", inRecord('battery_programs', '732', '800'), 'battery_programs'],
    [
      "a battery program's basis",
      inRecord('battery_programs', '"basis": "reserved"', '"basis": "installed"'),
      null,
      /new, first battery_programs\.programs\.0\.terms\.basis installed/,
    ],
    ['a larger box', grid({ bbox: [west, south, east + 0.5, north] }), '', /cells are new/],
  ],
  major: [
    [
      'system loss 0.14 -> 0.10',
      inModel({ system_loss: 0.1 }),
      'Yields',
      /model\.system_loss went from 0\.14 to 0\.1\. .* by 4\.65 % in the median/,
    ],
    [
      'no spread between years, which leaves every answer',
      without('interannual'),
      '',
      /a major bump is due, decided by interannual \(gone from answers\)/,
    ],
    ['no prices', without('prices'), null, /prices\.bin is gone/],
    [
      'coverage by the country instead of data',
      grid({ coverage: 'sweden' }),
      null,
      /grid\.coverage went from "data" to "sweden"/,
    ],
    ['a smaller box', grid({ bbox: [west, south, east, north - 0.5] }), '', /cells are gone/],
    [
      'half the grid step',
      grid({ step_deg: 0.125 }),
      null,
      /grid\.step_deg went from 0\.25 to 0\.125/,
    ],
  ],
};

before(async () => {
  writeMonths(inputs, 'ghi', plausibleGhi);
  writeMonths(inputs, 'kd', () => () => 0.55);
  warmer(0)(inputs);
  elevation(150)(inputs);
  spotPrices(1)(inputs);
  for (const path of Object.values(MARKET_RECORDS)) {
    mkdirSync(dirname(join(inputs, path)), { recursive: true });
    cpSync(join(FIXTURES, path), join(inputs, path));
  }
  writeJson(inputs, 'recipe.json', recipe());
  await buildDatasetOf(
    await buildJob(join(inputs, 'recipe.json'), { out: record, workers: 1, force: false }),
  );
});

const KINDS = [
  'GHI',
  'Yields',
  'Elevations',
  'Temperatures',
  'Prices',
  'Hours of prices',
  ...Object.keys(MARKET_RECORDS),
];

/** The kinds that a message says to move. */
function movingIn(message: string): string {
  return KINDS.filter((kind) => message.includes(`${kind}: `)).join(' ');
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

/** Changes that part of the verdict alone decides: always judged. */
const DECIDED_BY_A_PART = [
  'July + 0.05 °C',
  'albedo 0.200 -> 0.201',
  '3 -> 4 days a month',
  'no spread between years, which leaves every answer',
];

/** Each case is a build: every third of a bump, or all where everything is run (`make test WHOLE=1`). */
const isRun = ([name]: Case, at: number) =>
  process.env.WHOLE === '1' || at % 3 === 0 || DECIDED_BY_A_PART.includes(name);

for (const due of ['none', 'patch', 'minor', 'major'] as const) {
  for (const [name, change, moves, says, ok = due === 'none'] of CASES[due].filter(isRun)) {
    test(`${name}: ${due === 'none' ? 'no bump' : due}`, async () => {
      const verdict = await judged(change, name);
      assert.deepEqual([verdict.due, verdict.ok], [due, ok], verdict.message);
      if (moves != null) assert.equal(movingIn(verdict.message), moves, verdict.message);
      if (says) assert.match(verdict.message, says);
    });
  }
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
    await assert.rejects(judged(all(cutRaster, change), 'faults'), says);
  }
});
