import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { PROJECT } from '../files/file-record.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { buildKey, codeDigest, keyDifference } from './build-key.ts';

const INPUTS = [
  { path: 'recipe.json', bytes: 1, sha256: '00' },
  { path: 'a.tif', bytes: 1, sha256: '11' },
  { path: 'b.tif', bytes: 1, sha256: '22' },
];

test('the key changes with any content, any name and any file more or less, and says where', () => {
  const key = buildKey(INPUTS, 'code');
  const [recipe, a, b] = INPUTS;
  assert.equal(keyDifference(key, buildKey(INPUTS, 'code')), '');
  const elsewhere = [recipe, { ...a, path: '../data/a.tif' }, b];
  assert.equal(
    keyDifference(key, buildKey(elsewhere, 'code')),
    '',
    'the folder is not the content',
  );
  const changes = [
    [recipe, { ...a, sha256: '12' }, b],
    [recipe, { ...a, sha256: '22' }, { ...b, sha256: '11' }],
    [recipe, { ...a, path: 'c.tif' }, b],
    [recipe, a],
    [...INPUTS, { path: 'd.tif', bytes: 0, sha256: '' }],
  ];
  for (const changed of changes) {
    assert.match(keyDifference(key, buildKey(changed, 'code')), /^inputs/);
  }
  const other = buildKey([{ ...recipe, sha256: '01' }, a, b], 'code');
  assert.equal(keyDifference(key, other), 'recipe');
  assert.equal(keyDifference(key, { ...other, code: 'x' }), 'recipe and code');
});

const copy = testFolder();
before(() => {
  for (const name of [
    'pipeline',
    'schemas',
    'package-lock.json',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(join(PROJECT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
});

/** The digest with one file changed for the moment. */
async function digestWith(name: string, change: (text: string) => string): Promise<string> {
  const path = join(copy, name);
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  assert.notEqual(changed, text, name);
  writeFileSync(path, changed);
  const digest = await codeDigest(copy);
  writeFileSync(path, text);
  return digest;
}

test('the code that counts is what makes the bytes, without its comments', async () => {
  const digest = await codeDigest(copy);
  assert.equal(digest, await codeDigest(PROJECT));
  const comment = (text: string) => `// A remark.\n${text}`;
  const unused = (text: string) => `${text}\nexport function other() { return 1; }\n`;
  for (const [name, change] of [
    ['pipeline/pages/report/page.ts', comment],
    ['pipeline/pages/report/page.ts', (text: string) => text.replace('optimum', 'best')],
    [
      'pipeline/versions/version-verdict.ts',
      (text: string) => text.replace('patch: 1', 'patch: 2'),
    ],
    ['pipeline/common/solar/plane-geometry.ts', comment],
    ['pipeline/common/solar/plane-geometry.ts', unused],
    ['schemas/api/simulation-response.schema.json', (text: string) => `${text}\n`],
  ] as const) {
    assert.equal(await digestWith(name, change), digest, name);
  }
  for (const [name, change] of [
    ['pipeline/common/solar/module-yield.ts', (text: string) => text.replace('2.3', '2.4')],
    ['pipeline/common/solar/add-day-wasm.ts', (text: string) => text.replace('AGFzbQ', 'AGFzbR')],
    [
      'pipeline/dataset/cube/kernel-pool.ts',
      (text: string) => text.replace('rowCubes(task)', 'rowCubes({ ...task })'),
    ],
    [
      'schemas/codec/artifact.ts',
      (text: string) => text.replace('ALIGNMENT = 8', 'ALIGNMENT = 16'),
    ],
    ['package-lock.json', (text: string) => `${text}\n`],
  ] as const) {
    assert.notEqual(await digestWith(name, change), digest, name);
  }
});
