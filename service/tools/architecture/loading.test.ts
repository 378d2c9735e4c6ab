import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLoaded, type Module } from './loading.ts';

/** A file of each rule, so that all of them have something to look at. */
const SOURCES = ['service/main.ts', 'pipeline/solar/sun.ts', 'service/engine/house.ts'];

type Kinds = Module['dependencies'][number]['dependencyTypes'];

/** A module with what it imports, each with its kinds. */
function moduleOf(source: string, imported: Record<string, Kinds> = {}): Module {
  const dependencies = Object.entries(imported).map(([resolved, dependencyTypes]) => {
    return { resolved, dependencyTypes, dynamic: dependencyTypes.includes('dynamic-import') };
  });
  return { source, dependencies };
}

const others = (source: string) =>
  SOURCES.filter((one) => one !== source).map((one) => moduleOf(one));

test('what a file loads through others is found, with the files between', () => {
  const modules = [
    moduleOf('service/engine/house.ts', { 'schemas/a.ts': ['import'] }),
    moduleOf('schemas/a.ts', { fs: ['core', 'import'] }),
    ...others('service/engine/house.ts'),
  ];
  const found = ['no-io-in-browsers: service/engine/house.ts loads schemas/a.ts loads fs'];
  assert.deepEqual(findLoaded(modules), found);
});

test('types, imports that load later, and files of tests do not count', () => {
  const modules = [
    moduleOf('service/main.ts', {
      'service/pages/a.ts': ['import', 'type-only'],
      'service/pages/b.ts': ['dynamic-import'],
    }),
    moduleOf('service/engine/house.test.ts', { fs: ['core', 'import'] }),
    ...others('service/main.ts'),
  ];
  assert.deepEqual(findLoaded(modules), []);
});

test('a rule that is about no file fails', () => {
  assert.throws(() => findLoaded([moduleOf('service/main.ts')]), /no-io-in-pure-folders: no file/);
});
