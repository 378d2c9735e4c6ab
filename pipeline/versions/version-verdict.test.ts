import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BuildRecord, type Bump, bumped, versionVerdict } from './version-verdict.ts';

const HEADING = 'place,ghi_01,ghi_02,yield_flat,yield_s40,elevation';
const PLACES = ['59 18', '60 18', '61 18'];
const VALUES = [100, 200, 1000, 1200, 50];
const PRICES = 'SE1 01,0.5,0.6';
const TARIFF = 'tariffs.0.energy_tax.value,36';

interface Changes {
  version?: string;
  /** Contents of pv-yield.bin that are others. */
  contents?: Record<string, string>;
  /** Contents of prices.bin that are others. */
  prices?: Record<string, string>;
  /** The value that stands in a place's column instead. */
  value?: (value: number, column: number, place: string) => number;
  lines?: (lines: string[]) => string[];
}

/** A recorded build of three places. */
function record(changes: Changes = {}): BuildRecord {
  const { version = '0.4.2', contents = {}, prices = {}, lines = (all) => all } = changes;
  const { value = (x) => x } = changes;
  const file = { bytes: 10, sha256: 'aa' };
  const cells = PLACES.map((place) =>
    [place, ...VALUES.map((x, column) => value(x, column, place))].join(','),
  );
  return {
    manifest: {
      dataset_version: version,
      generated_at: '2026-01-01T00:00:00Z',
      format_version: 1,
      parameters: { grid: { step_deg: 0.25 }, model: { system_loss: 0.14, albedo: 0.2 } },
      inputs: [],
      outputs: [
        {
          ...file,
          path: 'artifacts/pv-yield.bin',
          contents: { ghi: 'a', yield: 'b', ...contents },
        },
        { ...file, path: 'artifacts/prices.bin', contents: { tariffs: 'c', ...prices } },
      ],
      summary: { ...file, path: 'artifacts/summary.csv', committed: true },
    },
    summary: lines([HEADING, ...cells, PRICES, TARIFF]),
  };
}

const GHI = (column: number) => column < 2;
const YIELD = (column: number) => column === 2 || column === 3;

async function due(changes: Changes): Promise<Bump> {
  return (await versionVerdict(record(), record({ contents: { yield: 'x' }, ...changes }))).due;
}

test('the same version and bytes are unchanged', async () => {
  const { ok, message } = await versionVerdict(record(), record());
  assert.ok(ok);
  assert.equal(message, 'Dataset 0.4.2: unchanged.');
});

test('changed bytes at the same version fail, name only what moved and the next version to type', async () => {
  const moved = record({
    contents: { yield: 'x' },
    value: (x, column) => (YIELD(column) ? 1.03 * x : x),
  });
  const { ok, message } = await versionVerdict(record(), moved);
  assert.ok(!ok);
  assert.equal(
    message,
    'pv-yield.bin changed (yield). Yields: 6 of 6 values move, by 3.00 % in the median of these and at most 3.00 % (59 18 yield_flat). At the same version that is an unannounced change: a minor bump is due, decided by Yields (a median over 0.1 % and a value over 1 %). Set "dataset_version": "0.5.0" in the recipe, run "make artifacts" and commit artifacts/; or put the change back.',
  );
});

test('what cannot move hides nothing: a kind that moves by 0.2 % is minor while all others stand', async () => {
  assert.equal(await due({ value: (x, c) => (YIELD(c) ? 1.002 * x : x) }), 'minor');
  assert.equal(await due({ value: (x, c) => (GHI(c) ? 1.002 * x : x) }), 'minor');
  const oneOfSix = (x: number, c: number, place: string) =>
    c === 3 && place === '60 18' ? 1.002 * x : x;
  assert.equal(await due({ value: oneOfSix }), 'minor', 'the median is of the values that move');
});

test('a median of 0.1 % is a patch, a little more is minor; likewise 1 % for a single value', async () => {
  assert.equal(await due({ value: (x) => 1.001 * x }), 'patch');
  assert.equal(await due({ value: (x) => 1.00101 * x }), 'minor');
  const single = (most: number) => (x: number, c: number, place: string) =>
    YIELD(c) ? x * (c === 3 && place === '60 18' ? most : 1.0005) : x;
  assert.equal(await due({ value: single(1.01) }), 'patch');
  assert.equal(await due({ value: single(0.9899) }), 'minor');
});

test('prices and market figures are judged apart, provenance of them is a patch', async () => {
  const prices = { tariffs: 'x' };
  const tariff = (value: number) => (lines: string[]) =>
    lines.map((line) => line.replace(/(tariffs.*),36/, `$1,${value}`));
  const verdict = (lines: Changes['lines']) =>
    versionVerdict(record(), record({ prices, lines: lines ?? ((all) => all) }));
  assert.equal((await verdict(tariff(36.3))).due, 'minor');
  assert.match(
    (await verdict(tariff(36.3))).message,
    /^prices\.bin changed \(tariffs\)\. tariffs: 1 of 1 values move, by 0\.83 % .*\(tariffs\.0\.energy_tax\.value\)\. At/,
  );
  assert.equal((await verdict(tariff(36))).due, 'patch');
  const spot = (lines: string[]) => lines.map((line) => line.replace('0.5,', '0.6,'));
  assert.match((await verdict(spot)).message, /Prices: 1 of 2 values move, by 20\.00 %/);
});

test('provenance alone and a new date alone are patches', async () => {
  const { ok, due, message } = await versionVerdict(record(), record({ contents: { model: 'x' } }));
  assert.deepEqual([ok, due], [false, 'patch']);
  assert.match(message, /^pv-yield\.bin changed \(model\)\. At .*"0\.4\.3"/);
  const dated = record();
  dated.manifest.generated_at = '2026-02-01T00:00:00Z';
  const verdict = await versionVerdict(record(), dated);
  assert.deepEqual([verdict.ok, verdict.due], [false, 'patch']);
  assert.match(verdict.message, /^generated_at went from 2026-01-01T.* to 2026-02-01T/);
});

test('another grid step, coverage, system loss or format is major', async () => {
  const parameters = { grid: { step_deg: 0.25 }, model: { system_loss: 0.14, albedo: 0.2 } };
  for (const changed of [
    { ...parameters, grid: { step_deg: 0.125 } },
    { ...parameters, grid: { step_deg: 0.25, coverage: 'data' } },
    { ...parameters, model: { system_loss: 0.1, albedo: 0.2 } },
    null,
  ]) {
    const built = record({ contents: { grid: 'x' } });
    if (changed) built.manifest.parameters = changed;
    else built.manifest.format_version = 2;
    const { ok, due, message } = await versionVerdict(record(), built);
    assert.deepEqual([ok, due], [false, 'major']);
    assert.match(message, /"1\.0\.0"/);
  }
});

test('a country more is no other kind of coverage, a file instead of countries is', async () => {
  const outlined = (coverage: object) => {
    const one = record({ contents: { coverage: JSON.stringify(coverage) } });
    one.manifest.parameters = { grid: { step_deg: 0.25, coverage } };
    return one;
  };
  const before = outlined({ countries: ['SE', 'DK'] });
  const more = await versionVerdict(before, outlined({ countries: ['SE', 'DK', 'NO'] }));
  assert.equal(more.due, 'minor');
  const other = await versionVerdict(before, outlined({ geojson: 'norden.geojson' }));
  assert.equal(other.due, 'major');
  assert.match(other.message, /grid\.coverage went from "countries" to "geojson"/);
});

test("a market figure's unit that becomes another is major, one that is new or gone minor", async () => {
  const field = 'tariffs.0.energy_tax.unit';
  const withUnit = (unit?: string) =>
    record({
      prices: { tariffs: unit ?? 'none' },
      lines: (all) => (unit ? [...all.slice(0, -1), `${field} ${unit},1`, TARIFF] : all),
    });
  const changed = await versionVerdict(withUnit('öre/kWh'), withUnit('SEK/kWh'));
  assert.deepEqual([changed.ok, changed.due], [false, 'major']);
  assert.match(changed.message, /tariffs\.0\.energy_tax\.unit went from öre\/kWh to SEK\/kWh\./);
  for (const [before, after] of [
    [undefined, '%'],
    ['%', undefined],
  ]) {
    assert.equal((await versionVerdict(withUnit(before), withUnit(after))).due, 'minor');
  }
});

test('a cell that is gone is major, a new one, a market figure and other coverage minor', async () => {
  const without = (text: string) => (lines: string[]) => lines.filter((l) => !l.startsWith(text));
  assert.equal(await due({ lines: without('60 18') }), 'major');
  assert.equal(await due({ prices: { tariffs: 'x' }, lines: without('tariffs') }), 'minor');
  const more = (lines: string[]) => [...lines.slice(0, 4), '62 18,1,2,3,4,5', ...lines.slice(4)];
  assert.equal(await due({ lines: more }), 'minor');
  assert.equal(await due({ contents: { coverage: 'x' } }), 'minor');
});

test('an output that is gone is major, a new one minor', async () => {
  const fewer = record();
  fewer.manifest.outputs.pop();
  assert.equal((await versionVerdict(record(), fewer)).due, 'major');
  assert.equal((await versionVerdict(fewer, record())).due, 'minor');
});

test('a version that moved without the data fails and says to put it back', async () => {
  const { ok, message } = await versionVerdict(record(), record({ version: '0.5.0' }));
  assert.ok(!ok);
  assert.match(
    message,
    /moved from 0\.4\.2 to 0\.5\.0, but no byte.*Put "dataset_version": "0\.4\.2" back/,
  );
});

test('a bump that is large enough passes, a larger one too; too small or backwards fails', async () => {
  const bump = (version: string) =>
    versionVerdict(record(), record({ version, contents: { yield: 'x' }, value: (x) => 1.03 * x }));
  for (const version of ['0.5.0', '1.0.0']) assert.ok((await bump(version)).ok, version);
  for (const version of ['0.4.3', '0.3.0', '0.4.1']) {
    const { ok, message } = await bump(version);
    assert.ok(!ok, version);
    assert.match(message, /Set "dataset_version": "0\.5\.0"/);
  }
});

test('without the recorded summary a change is taken for minor, and what is missing is named', async () => {
  const recorded = { ...record(), summary: null };
  assert.ok((await versionVerdict(recorded, record())).ok, 'the bytes are the same');
  const { ok, due, message } = await versionVerdict(recorded, record({ contents: { ghi: 'x' } }));
  assert.deepEqual([ok, due], [false, 'minor']);
  assert.match(message, /artifacts\/summary\.csv of the recorded build \(SHA-256 aa\) is not here/);
});

test("a twilight month's last digit is no movement", async () => {
  const dim = (value: number) => record({ contents: { ghi: String(value) }, value: () => value });
  assert.equal((await versionVerdict(dim(0.01), dim(0.015))).due, 'patch');
});

test('a value that became no number is a movement', async () => {
  assert.equal(await due({ value: (x, c) => (c === 4 ? Number.NaN : x) }), 'minor');
});

test('bumps reset what is behind them', () => {
  assert.deepEqual(
    ['patch', 'minor', 'major'].map((bump) => bumped('1.2.3', bump as 'patch')),
    ['1.2.4', '1.3.0', '2.0.0'],
  );
});
