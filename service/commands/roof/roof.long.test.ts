/** `make roof` on the test dataset: it says what the service says, in 80 columns, and what is wrong with an option. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { writeDataset, writePrices } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { readPrices, readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { testPrices, testPricesWithHours } from '../../api/simulation/test/prices.ts';
import { testArtifact } from '../../test/artifact.ts';
import { writeBuildWithoutPrices } from '../../test/build-folder.ts';
import { startTestService, testLoaded } from '../../test/service.ts';
import { readArtifacts } from '../read-artifacts.ts';
import { roofAnswers } from './roof-answers.ts';
import { inOptions, roofQuestion } from './roof-bodies.ts';
import { roofText } from './roof-text.ts';

const folder = testFolder();
writeDataset(join(folder, 'pv-yield.bin'), testArtifact());
writePrices(join(folder, 'prices.bin'), testPrices());

const DATA = yieldDataset(testArtifact());
const PRICES = testPrices();
const PLACE = { lat: 59.13, lng: 15.29 };
const ROOF = { lat: '59.13', lng: '15.29', faces: '27/100/5 27/280/4.5' };

/** The command with its options. */
function run(options: Record<string, string>, ...more: string[]) {
  const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const entry = fileURLToPath(new URL('roof.ts', import.meta.url));
  const args = ['--import', 'tsx', entry, `--artifacts=${folder}`, ...given, ...more];
  return spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 24 });
}

/** Answers and text of the command. */
function answersOf(options: Record<string, string>, prices = PRICES) {
  const question = roofQuestion({ ...ROOF, ...options });
  const answers = roofAnswers(DATA, prices, question);
  return { ...answers, text: roofText(answers, question.roofCostSek) };
}

test('--json is what the service answers, call after call', async () => {
  const house = { kwh: '12000', ev: '30', battery: '10', 'battery-cost': '70000' };
  const { status, stdout, stderr } = run({ ...ROOF, ...house }, '--json');
  assert.equal(status, 0, stderr);
  const { pv_yield, series, battery_strategies, simulation, range } = JSON.parse(stdout);
  const pvYield = yieldDataset(await readPvYield(join(folder, 'pv-yield.bin')));
  const prices = await readPrices(join(folder, 'prices.bin'));
  const service = await startTestService({
    loaded: { ...testLoaded(), pvYield, prices },
  });
  const answer = async (path: string, body?: object) => {
    const post = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return JSON.parse((await service.call(path, post)).text);
  };
  const faces = [
    { tilt: 27, azimuth: 100, kwp: 5 },
    { tilt: 27, azimuth: 280, kwp: 4.5 },
  ];
  for (const [i, face] of faces.entries()) {
    const query = new URLSearchParams(
      Object.entries({ ...PLACE, ...face }).map(([k, v]) => [k, String(v)] as [string, string]),
    );
    assert.deepEqual(pv_yield[i], await answer(`/api/v1/pv-yield?${query}`));
  }
  assert.deepEqual(series, await answer('/api/v1/pv-yield/series', { ...PLACE, faces }));
  const sent = {
    location: PLACE,
    consumption: { yearly_kwh: 12000, ev_km_per_day: 30 },
    pv: { hourly_kwh: series.hourly_kwh },
  };
  const compare = { sizes_kwh: [10], cost_sek_by_size: { '10': 70000 } };
  assert.deepEqual(
    battery_strategies,
    await answer('/api/v1/simulation/battery-strategies', { ...sent, compare }),
  );
  const { strategy } = battery_strategies.best.by_size[0];
  const battery = { capacity_kwh: 10, strategy };
  assert.deepEqual(
    simulation,
    await answer('/api/v1/simulation', { ...sent, battery, detail: 'typical_days' }),
  );
  assert.deepEqual(range, await answer('/api/v1/simulation/range', { ...sent, battery }));
});

test('the text has the figures of the answers', () => {
  const options = { battery: '10', 'battery-cost': '1000', 'roof-cost': '150000' };
  const { text, series, simulation, battery_strategies } = answersOf(options);
  assert.ok(battery_strategies);
  const { yearly } = simulation;
  const roofSek = battery_strategies.no_battery.savings_sek;
  const [before, payback] = text.split('Pays for itself');
  assertFigure(before, 'Jan', series.monthly_kwh[0]);
  assertFigure(before, 'Year', series.annual_kwh);
  assertFigure(before, 'bill with them', yearly.cost_with_system_sek);
  assertFigure(before, 'saved by the roof', roofSek);
  assertFigure(payback, 'roof', 10 * roofSek);
  assertFigure(payback, 'battery', 10 * yearly.battery.savings_sek);
  const years = [...payback.matchAll(/: ([\d.]+) years$/gm)].map(([, shown]) => Number(shown));
  assert.equal(years.length, 2);
  assert.ok(Math.abs(years[0] - 150000 / roofSek) < 0.051);
  const batteryYears = battery_strategies.best.by_payback?.payback_years ?? 0;
  assert.ok(Math.abs(years[1] - batteryYears) < 0.056);
});

/** The first figure of the line with that label is the value, rounded. */
function assertFigure(text: string, label: string, value: number): void {
  const [, figure = ''] = new RegExp(`^  ${label} +(\\d{1,3}(?: \\d{3})*)`, 'm').exec(text) ?? [];
  assert.ok(Math.abs(Number(figure.replaceAll(' ', '')) - value) <= 0.51, `${label}: ${figure}`);
}

test('the range is printed with its drivers, and with payback where all has a price', () => {
  const { range, text } = answersOf({ battery: '10' });
  assert.ok(range);
  assertFigure(text, 'nine years in ten save more than', range.savings_sek.p90);
  assertFigure(text, 'five years in ten', range.savings_sek.p50);
  assertFigure(text, 'one year in ten', range.savings_sek.p10);
  for (const name of ['mean price', 'spread of days', 'sun', 'cold, by its heat'])
    assert.match(text, new RegExp(`^  ${name} +-\\d+ to \\+\\d+ % `, 'm'));
  assert.doesNotMatch(text, /paid back in years/);
  const priced = answersOf({ battery: '10', 'battery-cost': '70000', 'roof-cost': '150000' });
  assert.match(priced.text, /^ {2}paid back in years: .*, .*, .* \(one, five, nine in ten\)$/m);
});

test('it counts with the hours of the prices where there are any, and says so', () => {
  for (const [prices, form, words] of [
    [testPricesWithHours(), 'hourly', 'each hour of 2025 at its own price'],
    [testPrices(), 'month_x_hour_profile', 'at mean prices by month and hour'],
  ] as const) {
    const { text, simulation, battery_strategies } = answersOf({ battery: '10' }, prices);
    assert.equal(simulation.model.prices, form);
    assert.equal(battery_strategies?.model.prices, form);
    assert.match(text, new RegExp(`^Electricity, SEK a year, ${words}$`, 'm'));
  }
});

test('whatever the roof, no line is longer than 80 characters', () => {
  const many = Array.from({ length: 10 }, (_, i) => `${9 * i}/${36 * i}.25/100`).join(' ');
  for (const options of [
    {},
    { faces: many, kwh: '1000000', ev: '300', battery: '1000', 'roof-cost': '100000000' },
    { faces: '0/0/0', kwh: '0', battery: '0.5', 'battery-cost': '0' },
    { battery: '10', strategy: 'peak_shaving', 'battery-cost': '100000000' },
    { battery: '0' },
  ]) {
    const { text } = answersOf(options);
    for (const line of text.split('\n')) assert.ok([...line].length <= 80, line);
    assert.doesNotMatch(text, /NaN|undefined|Infinity|-0\b/);
  }
});

test('what is wrong with an option is one sentence that names it', () => {
  const sentences: [Record<string, string>, RegExp][] = [
    [{ lat: '59,13' }, /^LAT is "59,13", expected a number from -90 to 90\.$/],
    [{ lat: '48', lng: '2' }, /^The point 48, 2 is outside the dataset's coverage/],
    [{ lat: '15.29', lng: '59.13' }, /look swapped\.$/],
    [
      { faces: '27/100' },
      /^FACES has "27\/100", expected tilt\/azimuth\/kWp of each face .*, as in /,
    ],
    [
      { faces: '27/100/5 95/280/5' },
      /^FACES: tilt of face 2 is 95, expected a number from 0 to 90\.$/,
    ],
    [{ faces: '1/1/1 '.repeat(11) }, /^FACES has 11 items, expected 1 to 10\.$/],
    [{ kwh: '-1' }, /^KWH is -1, expected a number from 0 to/],
    [
      { battery: '10', strategy: 'best' },
      /^STRATEGY is "best", expected one of self_consumption, /,
    ],
    [
      { 'battery-cost': '1' },
      /^BATTERY_COST is given, but no BATTERY, expected its size in kWh\.$/,
    ],
    [{ 'roof-cost': '-5' }, /^ROOF_COST is "-5", expected SEK, a number of 0 or more\.$/],
  ];
  for (const [options, sentence] of sentences) {
    assert.throws(
      () => answersOf(options),
      (error: Error) => {
        assert.match(inOptions(error), sentence);
        return true;
      },
    );
  }
});

test('the command reports errors on standard error, with the fix where there is no dataset', async () => {
  const { status, stdout, stderr } = run({ ...ROOF, kwh: '-1' });
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /^error: KWH is -1, expected a number from 0 to \d+\.\n$/);
  assert.equal(
    run({ ...ROOF, artifacts: '/nowhere' }).stderr,
    'error: There is no dataset at /nowhere/pv-yield.bin. Run "make artifacts".\n',
  );
  const bare = testFolder();
  await writeBuildWithoutPrices(bare, '1.0.0');
  await assert.rejects(readArtifacts(bare), /has no prices, because its recipe names none\. Add/);
});

test('a reader that stops before the end ends it quietly', () => {
  const entry = fileURLToPath(new URL('roof.ts', import.meta.url));
  const line = `${process.execPath} --import tsx ${entry} --artifacts=${folder} --lat=59.13 --lng=15.29 --faces=27/100/5 --json | head -c 20`;
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
  assert.equal(stdout.length, 20);
  assert.equal(stderr, '');
});
