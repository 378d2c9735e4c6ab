import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../../schemas/project.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { buildKey, codeDigest } from './build-key.ts';

const INPUTS = [
  { path: 'recipe.json', bytes: 1, sha256: '00' },
  { path: 'a.tif', bytes: 1, sha256: '11' },
  { path: 'b.tif', bytes: 1, sha256: '22' },
];

test('the key changes with the code, any content, any name and any file more or less', () => {
  const key = buildKey(INPUTS, 'code');
  const [recipe, a, b] = INPUTS;
  assert.equal(
    buildKey([recipe, { ...a, path: '../data/a.tif' }, b], 'code'),
    key,
    'the folder is not the content',
  );
  const changes = [
    [{ ...recipe, sha256: '01' }, a, b],
    [recipe, { ...a, sha256: '12' }, b],
    [recipe, { ...a, sha256: '22' }, { ...b, sha256: '11' }],
    [recipe, { ...a, path: 'c.tif' }, b],
    [recipe, a],
    [...INPUTS, { path: 'd.tif', bytes: 0, sha256: '' }],
  ];
  const keys = [key, buildKey(INPUTS, 'other'), ...changes.map((each) => buildKey(each, 'code'))];
  assert.equal(new Set(keys).size, keys.length);
});

test('the code is that of pipeline and schemas without tests, and the versions of packages', () => {
  const copy = testFolder();
  for (const name of ['pipeline', 'schemas', 'package-lock.json']) {
    cpSync(join(PROJECT, name), join(copy, name), { recursive: true });
  }
  const digest = codeDigest(copy);
  assert.equal(digest, codeDigest(PROJECT));
  /** The digest with a line more in one file, for the moment. */
  const digestWith = (name: string) => {
    const path = join(copy, name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, `${text}\n`);
    const changed = codeDigest(copy);
    writeFileSync(path, text);
    return changed;
  };
  for (const name of ['pipeline/build.long.test.ts', 'pipeline/README.md']) {
    assert.equal(digestWith(name), digest, name);
  }
  for (const name of ['pipeline/build.ts', 'schemas/codec/artifact.ts', 'package-lock.json']) {
    assert.notEqual(digestWith(name), digest, name);
  }
});
