import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../../schemas/project.ts';

const linesOf = (path: string): string[] =>
  readFileSync(join(PROJECT, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

test('what git ignores, keys and databases among it, goes into no image', () => {
  const ignored = linesOf('.dockerignore');
  for (const line of linesOf('.gitignore')) {
    // Without a slash inside git means every folder, an image's context only its root.
    const isAnywhere = !/.\/./.test(line);
    assert.ok(ignored.includes(isAnywhere ? `**/${line}` : line), line);
  }
});
