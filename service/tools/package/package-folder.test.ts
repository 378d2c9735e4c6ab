/** What the package has beside its bundles, and what its command says of a slip; `make package-check` uses it whole. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { copyBesideBundles } from './package-folder.ts';

const artifacts = testFolder();
await writeBuild(artifacts, '1.0.0');

test('it has data, pages, contract and the default recipe, and nothing of tests or sources', () => {
  const folder = testFolder();
  copyBesideBundles(artifacts, folder);
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
  ...['artifacts', 'fixtures', 'schemas', 'service'],
]);

test('npm needs no registry for it, runs nothing and compiles nothing', () => {
  const folder = testFolder();
  copyBesideBundles(artifacts, folder);
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

function readPackage(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

for (const [words, said] of [
  [
    ['srve'],
    /^"srve" is no command, expected one of serve, roof, build, validate, diff, verdict\.$/m,
  ],
  [['serve', '--prt', '1'], /^Serve: Unknown option '--prt'/],
] as const) {
  test(`"${words.join(' ')}" is refused with how it is used`, () => {
    const script = fileURLToPath(new URL('sun.ts', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, ...words], {
      encoding: 'utf8',
    });
    assert.equal(status, 2);
    assert.match(stderr, said);
    assert.match(stderr, /^Usage: sun-over-sweden <command>/m);
  });
}
