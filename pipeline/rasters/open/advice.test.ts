/** The line that a refusal gives is run on a file of the refused kind, and what it makes is read. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testFolder } from '../../files/folder.test-kit.ts';
import { pixelsOf } from '../xyz-truth.test-kit.ts';
import { openRaster } from './open-raster.ts';

const root = testFolder();
const GRID = 'ncols 2\nnrows 1\nxllcorner 13\nyllcorner 56\ncellsize 1\n5 6\n';

function run(command: string, cwd: string): void {
  const { status, stderr } = spawnSync('bash', ['-c', command], { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${command}: ${stderr}`);
}

/** The first line that a message gives, without what is explained behind it. */
function lineOf(message: string): string {
  const line = /with: (.*)$/s.exec(message)?.[1] ?? assert.fail(message);
  return line.split(/, and name| \(|, or |\. [A-Z]|\.$/)[0];
}

/** Files by what is special about them, and the file that the line leaves. The tools are those of every Unix. */
const REFUSED: Record<string, [file: string, content: Buffer | string, out: string]> = {
  'gzip under another name': ['in.asc', gzipSync(GRID), 'in.asc'],
  'a tar archive': ['in.tar', GRID, 'a.asc'],
  'text before the header': ['in.asc', `x: y\n ${GRID.replace('ncols', 'NCOLS')}`, 'out.asc'],
  'UTF-16': ['in.asc', Buffer.from(`\ufeff${GRID}`, 'utf16le'), 'out.asc'],
};

for (const [name, [file, content, out]] of Object.entries(REFUSED)) {
  test(`what the refusal of ${name} says to do makes it readable`, async () => {
    const folder = join(root, name);
    mkdirSync(folder);
    writeFileSync(join(folder, file), content);
    if (file === 'in.tar') run(`mv in.tar a.asc && tar -cf in.tar a.asc && rm a.asc`, folder);
    const message = await openRaster({ path: join(folder, file) }).then(
      () => assert.fail('was not refused'),
      (error: Error) => error.message,
    );
    run(lineOf(message), folder);
    const pixels = await pixelsOf(await openRaster({ path: join(folder, out) }));
    assert.deepEqual([...pixels], [5, 6]);
  });
}
