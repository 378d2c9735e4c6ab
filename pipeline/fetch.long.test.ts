/** The program itself: exit codes, what it prints. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { PROJECT } from '../schemas/project.ts';
import { smallRecipe } from './dataset/dataset.test-kit.ts';
import { CONTENT, SHA256, serverAndFolder } from './fetch/server.test-kit.ts';

const { server, folder } = await serverAndFolder();
beforeEach(() => {
  writeFileSync(join(folder, 'recipe.json'), JSON.stringify(smallRecipe()));
});

function listFile(more: object = {}): void {
  const file = { url: `${server.base}/a.tif`, path: 'rasters/a.tif', ...more };
  writeFileSync(join(folder, 'downloads.json'), JSON.stringify({ files: [file] }));
}

/** Runs the program next to the server of this process. */
async function run(...words: string[]): Promise<{ code: number | null; text: string }> {
  const recipe = join(folder, 'recipe.json');
  const args = ['--import', 'tsx', 'pipeline/fetch.ts', '--recipe', recipe, ...words];
  const child = spawn(process.execPath, args, { cwd: PROJECT });
  let text = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (piece) => (text += piece));
  const [code] = await once(child, 'close');
  return { code, text };
}

test('an unpinned file needs ACCEPT_NEW=1, which prints the pin', async () => {
  listFile();
  server.handle((_, response) => response.end(CONTENT));
  const refused = await run();
  assert.equal(refused.code, 1);
  assert.match(
    refused.text,
    /error: .*no "sha256" for rasters\/a\.tif\. Run once with ACCEPT_NEW=1/,
  );
  assert.equal(server.requests.length, 0);
  const accepted = await run('--accept-new');
  assert.equal(accepted.code, 0, accepted.text);
  assert.match(accepted.text, new RegExp(`Pin it: "sha256": "${SHA256}", "bytes": 200000`));
});

test('one entry that fails does not stop the others, but the program fails', async () => {
  const gone = { url: `${server.base}/gone`, path: 'gone.tif', sha256: SHA256 };
  const here = { url: `${server.base}/here`, path: 'here.tif', sha256: SHA256 };
  writeFileSync(join(folder, 'downloads.json'), JSON.stringify({ files: [gone, here] }));
  server.handle((request, response) => {
    if (request.url === '/gone') response.writeHead(404).end();
    else response.end(CONTENT);
  });
  const { code, text } = await run();
  assert.equal(code, 1);
  assert.match(text, /\/gone: answers 404/);
  assert.match(text, /here\.tif: downloaded/);
  assert.match(text, /error: 1 of 2 entries, see above/);
});

test('a recipe without downloads has nothing to fetch', async () => {
  const { code, text } = await run();
  assert.equal(code, 0);
  assert.match(text, /has no downloads\.json next to it, nothing to fetch/);
});
