import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../files/folder.test-kit.ts';
import { writeArtifact } from './write-artifact.ts';

const folder = testFolder();

const SECTIONS = [
  { name: 'a', type: 'uint16', byteLength: 6 },
  { name: 'b', type: 'float64', byteLength: 16 },
] as const;

test('until it is finished the old file stays, and abandoning removes the new one', () => {
  const path = join(folder, 'old.bin');
  writeFileSync(path, 'old');
  const writer = writeArtifact(path, {}, SECTIONS, 1);
  writer.append('a', Uint16Array.of(1, 2, 3));
  assert.equal(readFileSync(path, 'utf8'), 'old');
  writer.abandon();
  assert.equal(readFileSync(path, 'utf8'), 'old');
  assert.ok(!existsSync(`${path}.part`));
});

test('a section that is too short is refused and nothing is renamed', () => {
  const path = join(folder, 'short.bin');
  const writer = writeArtifact(path, {}, SECTIONS, 1);
  writer.append('a', Uint16Array.of(1, 2));
  assert.throws(() => writer.finish(), /section "a" got 4 bytes, expected 6/);
  writer.abandon();
  assert.ok(!existsSync(path));
});
