import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import root from '../../../package.json' with { type: 'json' };
import { writeDataset } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { testPrices } from '../../api/simulation/test/prices.ts';
import { testArtifact } from '../../test/artifact.ts';
import { LOOKUP, startTestService, testLoaded } from '../../test/service.ts';
import { BUILT } from '../server/assets.ts';
import { SDK_PACKAGE } from './build-sdk.ts';
import own from './package/package.json' with { type: 'json' };

const run = promisify(execFile);
const TSC = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));
const CLIENT = fileURLToPath(new URL('client.ts', import.meta.url));
const CONTRACT = fileURLToPath(new URL('./lookup/lookup-contract.ts', import.meta.url));
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

const service = await startTestService({ loaded: { ...testLoaded(), prices: testPrices() } });
const folder = testFolder();

before(async () => {
  const packed = join(BUILT, SDK_PACKAGE);
  const { stdout } = await run('npm', ['pack', packed, '--pack-destination', folder, ...QUIET]);
  writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}');
  const file = `./${stdout.trim().split('\n').at(-1)}`;
  await run('npm', ['install', file, '--offline', ...QUIET], { cwd: folder });
});

test('the packed package is installed from its file and calls a service', async () => {
  writeFileSync(
    join(folder, 'call.js'),
    `import { createClient, SunError } from 'sun-over-sweden-client';
const sun = createClient({ base: process.argv[2] });
const point = { lat: 59.13, lng: 15.29 };
const faces = [{ tilt: 40, azimuth: 180, kwp: 5 }];
const { comparison } = await sun.roof({ ...point, faces, use: 9000 });
const error = await sun.yieldOf({ ...point, tilt: 91, azimuth: 0 }).catch((error) => error);
const reported = error instanceof SunError && [error.code, error.field];
console.log(JSON.stringify({ best: comparison.best.by_size.length, reported }));`,
  );
  const { stdout } = await run(process.execPath, ['call.js', service.base], { cwd: folder });
  assert.deepEqual(JSON.parse(stdout), { best: 5, reported: ['invalid_parameter', 'tilt'] });
});

/** Compiles a file of the folder as a user's: strictly, the package's own types looked at, too. */
async function compile(source: string, options: string[]): Promise<string> {
  writeFileSync(join(folder, 'use.ts'), source);
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022'];
  const types = ['--lib', 'es2022,dom', '--types', ''];
  return await run(TSC, ['use.ts', ...strict, ...types, ...options], { cwd: folder }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

const WAYS = ['nodenext', 'bundler'].map((way) => [
  '--moduleResolution',
  way,
  '--module',
  way === 'bundler' ? 'esnext' : way,
]);

const USE = `import { type Client, createClient, type PvYield, SunError } from 'sun-over-sweden-client';
import type { Embed, EmbedEvent, Loader } from 'sun-over-sweden-client/loader';
import { type Lookups, open } from 'sun-over-sweden-client/lookup';
export const lookups: Lookups = await open('https://data.example/pv-yield.bin', { fetch });
export const same: PvYield = await lookups.lookup({ lat: 59, lng: 18, tilt: 40, azimuth: 180 });
export const sun: Client = createClient({ base: 'https://sol.example', fetch });
const answer: PvYield = await sun.yieldOf({ lat: 59, lng: 18, tilt: 40, azimuth: 180 });
export const year: number = answer.annual_kwh_kwp;
export const field = (error: unknown) => (error instanceof SunError ? error.field?.length : 0);
export function listen(loader: Loader, target: Element): Embed {
  return loader.mount({ slug: 'demo', target, prefill: { use_kwh: 9000 }, onEvent });
}
function onEvent(event: EmbedEvent): number {
  return event.type === 'calculated' ? event.payload.saving_sek : 0;
}
window.SunOverSweden?.mount({ slug: 'demo', target: '#sun' }).destroy();
`;

test('its types compile with both module resolutions', async () => {
  for (const way of WAYS) assert.equal(await compile(USE, way), '', way.join(' '));
  for (const wrong of [
    'await sun.yieldOf({ lat: 59, lng: 18, tilt: 40, azimut: 180 });',
    "await sun.market({ zone: 'SE5' });",
    'await lookups.lookup({ lat: 59, lng: 18 });',
    'export const text: string = answer.annual_kwh_kwp;',
    "window.SunOverSweden?.mount({ slug: 'demo', target: '#sun', prefill: { use: 1 } });",
  ]) {
    assert.match(await compile(USE + wrong, WAYS[0]), /^use\.ts\(\d+,\d+\): error TS/, wrong);
  }
});

const SAME = {
  client: `import * as code from ${JSON.stringify(CLIENT)};
import type * as declared from 'sun-over-sweden-client';
export const held: typeof declared = code;
export const back: typeof code = held;
`,
  lookups: `import type { DatasetSource, Lookups, OpenOptions } from ${JSON.stringify(CONTRACT)};
import type * as declared from 'sun-over-sweden-client/lookup';
type Open = (source: DatasetSource, options?: OpenOptions) => Promise<Lookups>;
export const held = (code: Open): typeof declared.open => code;
export const back = (code: typeof declared.open): Open => code;
`,
};

for (const [name, same] of Object.entries(SAME))
  test(`the types of the ${name} are those of the code`, async () => {
    const options = [...WAYS[0], '--allowImportingTsExtensions', '--skipLibCheck'];
    assert.equal(await compile(same, options), '');
  });

test('the packed lookups work without a service', async () => {
  writeDataset(join(folder, 'pv-yield.bin'), testArtifact());
  writeFileSync(
    join(folder, 'look.js'),
    `import { readFileSync } from 'node:fs';
import { open, SunError } from 'sun-over-sweden-client/lookup';
const sun = await open(readFileSync('pv-yield.bin'));
const roof = { lat: 59.13, lng: 15.29, tilt: 40, azimuth: 180 };
const error = await sun.lookup({ ...roof, tilt: 91 }).catch((error) => error);
const reported = error instanceof SunError && error.message;
const faces = [{ tilt: 40, azimuth: 180, kwp: 5 }];
const { hourly_kwh } = await sun.series({ lat: roof.lat, lng: roof.lng, faces });
console.log(JSON.stringify({ answer: await sun.lookup(roof), reported, hours: hourly_kwh.length }));`,
  );
  const { stdout } = await run(process.execPath, ['look.js'], { cwd: folder });
  const { answer, reported, hours } = JSON.parse(stdout);
  const { text } = await service.call(LOOKUP);
  assert.deepEqual(answer, JSON.parse(text));
  assert.deepEqual([reported, hours], ['"tilt" is 91, expected a number from 0 to 90.', 8760]);
});

test('the English frame has an English title', () => {
  const list = JSON.parse(readFileSync(join(BUILT, 'assets.json'), 'utf8'));
  assert.match(readFileSync(join(BUILT, list['v1.js']), 'utf8'), /"Solar calculator"/);
});

test('compressed, the client has at most 4 kB, the loader 2, the lookups 16, their series 9 more; no dependencies', () => {
  const list = JSON.parse(readFileSync(join(BUILT, 'assets.json'), 'utf8'));
  const size = (name: string) => gzipSync(readFileSync(join(BUILT, list[name]))).length;
  assert.ok(size('client.mjs') <= 4000, `${size('client.mjs')}`);
  assert.ok(size('v1.js') <= 2000, `${size('v1.js')}`);
  for (const [name, most] of [
    ['lookup.mjs', 16_000],
    ['lookup-series.mjs', 9000],
  ] as const) {
    const brotli = brotliCompressSync(readFileSync(join(BUILT, list[name]))).length;
    assert.ok(brotli <= most, `${name}: ${brotli}`);
  }
  assert.deepEqual(Object.keys(own).includes('dependencies'), false);
  assert.equal(own.version, root.version);
});
