/** Files of the package in addition to its bundles, and messages of its command on wrong use. See also `pack.long.test.ts`. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { copyBesideBundles } from './package-folder.ts';

const artifacts = testFolder();
await writeBuild(artifacts, '1.0.0');
const folder = testFolder();
await copyBesideBundles(artifacts, folder);
mkdirSync(join(folder, 'dist'));
writeFileSync(join(folder, 'dist/sun.js'), '');

test('it has data, pages, contract and the default recipe, and nothing of tests or sources', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const own = files.filter((path) => !path.startsWith('node_modules'));
  assert.deepEqual(new Set(own.map((path) => path.split('/')[0])), TOP);
  assert.deepEqual(
    own.filter((path) => /test|\.ts$/.test(path)),
    [],
  );
  const recipe = JSON.parse(readFileSync(join(folder, 'fixtures/recipe.json'), 'utf8'));
  for (const path of [recipe.prices.files, recipe.prices.tariffs, recipe.interannual.places])
    assert.ok(existsSync(join(folder, 'fixtures', path)), path);
});

const TOP = new Set([
  ...['DATA_LICENSE', 'LICENSE', 'README.md', 'package.json'],
  ...['artifacts', 'dist', 'fixtures', 'schemas', 'service'],
]);

test('npm needs no registry for it, runs nothing and compiles nothing', () => {
  const { scripts, dependencies, bundleDependencies } = readPackage(folder);
  assert.equal(scripts, undefined);
  assert.deepEqual(Object.keys(dependencies), bundleDependencies);
  const modules = join(folder, 'node_modules');
  const carried = readdirSync(modules, { recursive: true, encoding: 'utf8' });
  assert.ok(!carried.some((path) => path.endsWith('binding.gyp')));
  for (const path of carried.filter((path) => /^(@[^/]+\/)?[^/]+\/package\.json$/.test(path))) {
    const each = readPackage(join(modules, path, '..'));
    for (const name of ['preinstall', 'install', 'postinstall'])
      assert.equal(each.scripts?.[name], undefined, `${path}: ${name}`);
    const needed = Object.keys({ ...each.dependencies, ...each.optionalDependencies });
    for (const name of needed) assert.ok(existsSync(join(modules, name)), `${path}: ${name}`);
  }
});

test('npm packs every file of the folder, licences and native files for six kinds of machines with them', () => {
  const words = ['pack', folder, '--dry-run', '--json', '--ignore-scripts', '--offline'];
  const { stdout, stderr } = spawnSync('npm', words, { encoding: 'utf8' });
  assert.notEqual(stdout, '', stderr);
  const [{ files, bundled }]: [{ files: { path: string }[]; bundled: string[] }] =
    JSON.parse(stdout);
  const packed = files.map(({ path }) => path).sort();
  const there = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  assert.deepEqual(packed, there.sort());
  for (const path of MUST) assert.ok(packed.includes(path), path);
  const { bundleDependencies } = readPackage(folder);
  assert.ok(bundleDependencies.every((name: string) => bundled.includes(name)));
  const native = packed.filter((path) => path.endsWith('.node'));
  const machines = native.map((path) => path.split('/').at(-2)).sort();
  const expected = 'darwin-arm64 darwin-x64 linux-arm64 linux-x64 win32-arm64 win32-x64';
  assert.equal(machines.join(' '), expected);
});

const MUST = [
  ...['package.json', 'README.md', 'LICENSE', 'DATA_LICENSE', 'dist/sun.js'],
  ...['artifacts/pv-yield.bin', 'artifacts/prices.bin', 'artifacts/manifest.json'],
  ...['schemas/openapi.json', 'fixtures/recipe.json', 'artifacts/pages/assets.json'],
  ...['ajv', 'proj4', 'prom-client'].map((name) => `node_modules/${name}/LICENSES`),
];

test('a package of one file does as it does whole', () => {
  const script = `
    import { Registry, Counter } from 'prom-client';
    import { createRequire } from 'node:module';
    const require = createRequire(import.meta.url);
    const { Ajv2020 } = require('ajv/dist/2020.js');
    const ajv = new Ajv2020({ allErrors: true });
    require('ajv-formats')(ajv);
    const isDay = ajv.compile({ type: 'string', format: 'date', formatMinimum: '2026-01-01' });
    const registry = new Registry();
    new Counter({ name: 'calls', help: 'Calls', registers: [registry] }).inc(3);
    const [east] = require('proj4')('EPSG:4326', '+proj=utm +zone=33 +ellps=GRS80 +units=m', [15, 60]);
    console.log(JSON.stringify([isDay('2026-02-28'), isDay('2026-02-30'), isDay('2025-12-31'),
      (await registry.metrics()).includes('calls 3'), Math.round(east)]));`;
  writeFileSync(join(folder, 'try.mjs'), script);
  const { stdout, stderr } = spawnSync(process.execPath, ['try.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  // On its central meridian UTM is 500 000 m east.
  assert.equal(stdout.trim(), '[true,false,false,true,500000]', stderr);
});

function readPackage(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Calls the command as its bundle does: whoever has the package types no variables of make. */
function call(...words: string[]) {
  const script = fileURLToPath(new URL('sun.ts', import.meta.url));
  const packaged = 'data:text/javascript,globalThis.PACKAGED=true';
  const node = ['--import', packaged, '--import', 'tsx', script];
  return spawnSync(process.execPath, [...node, ...words], { encoding: 'utf8' });
}

test('a command of a checkout is refused with those that the package has', () => {
  const { status, stderr } = call('replay');
  const names = 'serve, roof, build, validate, inspect, diff, verdict';
  const message = `error: unknown command "replay", expected one of ${names}. Try: sun-over-sweden --help\n`;
  assert.deepEqual([status, stderr], [2, message]);
});

test('--help, also of a command, shows the usage, and --version the release', () => {
  for (const words of [['--help'], ['-h'], ['roof', '--help']]) {
    const { status, stdout } = call(...words);
    assert.equal(status, 0);
    assert.match(stdout, /^Usage: sun-over-sweden (<command>|roof) \[options\]\n/);
  }
  const { version } = readPackage(fileURLToPath(new URL('../../..', import.meta.url)));
  for (const word of ['--version', '-v']) {
    const { status, stdout } = call(word);
    assert.deepEqual([status, stdout], [0, `${version}\n`]);
  }
});

test('what is said of an option names it as it is typed', () => {
  const yields = join(artifacts, 'pv-yield.bin');
  const roof = ['roof', '--lat', '59.61', '--lng', '16.55', '--faces', '27/100/5'];
  for (const [words, message] of [
    [
      roof.slice(0, 3),
      /^error: --lng is missing, expected for example 16\.55\. Try: sun-over-sweden roof --help/,
    ],
    [
      [...roof, '--battery-cost', '1'],
      /^error: --battery-cost is given, but no --battery, expected/,
    ],
    [[...roof, '--roof-cost=-5'], /^error: --roof-cost is "-5", expected SEK/],
    [['diff', '--a', yields, '--b', yields, '--out', yields], /Give another --out\.$/m],
  ] as const) {
    const { stderr } = call(...words);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\b(?:LAT|LNG|FACES|BATTERY|BATTERY_COST|ROOF_COST|WORKERS|OUT)\b/);
  }
});
