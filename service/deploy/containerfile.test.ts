/** Content of the images, as far as a machine without an engine can check it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const linesOf = (path: string): string[] =>
  readFileSync(join(PROJECT, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

test('what git ignores, keys and databases among it, goes into no image', () => {
  const ignored = linesOf('.dockerignore');
  for (const line of linesOf('.gitignore')) {
    // Without a slash inside git means every folder, an image's context its root alone.
    const isAnywhere = !/.\/./.test(line);
    assert.ok(ignored.includes(isAnywhere ? `**/${line}` : line), line);
  }
});

test('the Containerfile copies what is there, and runs as nobody that owns it', () => {
  const lines = linesOf('service/deploy/Containerfile');
  const copies = lines.filter((line) => /^COPY (?!--from)/.test(line));
  assert.ok(copies.length >= 2);
  for (const line of copies) {
    for (const path of line.split(/\s+/).slice(1, -1)) {
      assert.ok(existsSync(join(PROJECT, path)), path);
    }
  }
  const user = lines.findLastIndex((line) => line.startsWith('USER '));
  assert.equal(lines[user], 'USER node');
  assert.ok(user > lines.findLastIndex((line) => /^(FROM|COPY|RUN) /.test(line)));
});
