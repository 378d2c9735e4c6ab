import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { PROJECT } from '../files/file-record.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { swedenCoverage } from './coverage.ts';
import { keptSwedenCoverage } from './kept-coverage.ts';

const MASK = swedenCoverage();
const project = testFolder();
const folder = join(project, 'node_modules/.cache/sun-over-sweden');
const file = join(folder, 'coverage.json');

before(() => {
  const outlines = 'node_modules/world-atlas/countries-10m.json';
  for (const name of [
    'pipeline/common',
    'pipeline/coverage',
    'schemas',
    'package-lock.json',
    outlines,
  ]) {
    cpSync(join(PROJECT, name), join(project, name), { recursive: true });
  }
});

/** Whether asking for the mask drew it again, which publishes a new file. */
function drawsAnew(): boolean {
  const before = statSync(file).ino;
  assert.deepEqual(keptSwedenCoverage(project), MASK);
  return statSync(file).ino !== before;
}

test('a mask is kept whole and serves as long as its inputs are the same', () => {
  assert.deepEqual(keptSwedenCoverage(project), MASK);
  assert.deepEqual(readdirSync(folder), ['coverage.json']);
  assert.equal(drawsAnew(), false);
  assert.equal(drawsAnew(), false);
});

test('other outlines or code, or a damaged file: drawn anew', () => {
  for (const name of [
    'pipeline/coverage/coverage.ts',
    'node_modules/world-atlas/countries-10m.json',
  ]) {
    appendFileSync(join(project, name), '\n');
    assert.equal(drawsAnew(), true, name);
    assert.equal(drawsAnew(), false, name);
  }
  const whole = readFileSync(file, 'utf8');
  const { bits } = JSON.parse(whole);
  for (const damaged of [
    whole.slice(0, whole.length / 2),
    whole.replace(bits, bits.replace('/', '0')),
  ]) {
    assert.notEqual(damaged, whole);
    writeFileSync(file, damaged);
    assert.deepEqual(keptSwedenCoverage(project), MASK);
    assert.equal(readFileSync(file, 'utf8'), whole);
  }
});

test('where nothing can be kept it is drawn each time', () => {
  rmSync(folder, { recursive: true });
  mkdirSync(join(file, 'in the way'), { recursive: true });
  assert.deepEqual(keptSwedenCoverage(project), MASK);
  assert.deepEqual(readdirSync(folder), ['coverage.json']);
});
