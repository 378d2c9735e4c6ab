import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { writeBuildWithoutPrices } from '../../test/build-folder.ts';
import { relinkPage, writeStaticPages } from './static-pages.ts';

test('links to pages lead to the folder of their language, those to files up to the site', () => {
  const html = `<a href="/?l=sv">1</a> <a href='/docs?l=en'>2</a> <a href="/docs/api/x?l=sv#a.b">3</a>
<link href="/assets/a.1.css"> {"url":"/data/cells.1.bin"} <a href="/?l=sv&amp;lat=59">4</a> <a href="/?lat=59&amp;f=1_2&amp;l=en">6</a> <a href="/llms.txt">5</a>`;
  assert.equal(
    relinkPage(html, 2),
    `<a href="../../sv/">1</a> <a href='../../en/docs/'>2</a> <a href="../../sv/docs/api/x/#a.b">3</a>
<link href="../../assets/a.1.css"> {"url":"../../data/cells.1.bin"} <a href="../../sv/?lat=59">4</a> <a href="../../en/?lat=59&amp;f=1_2">6</a> <a href="../../llms.txt">5</a>`,
  );
});

test('what is another server’s or the API’s stays', () => {
  const html = '<a href="https://example.org/data/x">1</a> <a href="/api/v1/pv-yield/meta">2</a>';
  assert.equal(relinkPage(html, 3), html);
});

test('a page that cannot be made ends the writing, and is named with its reason', async () => {
  const folder = testFolder();
  const loaded = {
    get pvYield(): never {
      throw new Error('The dataset is out of reach.');
    },
    prices: null,
  };
  const parts = { loaded, artifacts: testFolder(), assets: 'artifacts/pages', baseUrl: '' };
  await assert.rejects(
    writeStaticPages(parts, folder),
    /^Error: \/ ?\S* cannot be made \(status 500\): The dataset is out of reach\.$/,
  );
  assert.ok(!existsSync(join(folder, 'index.html')), 'nothing leads to what is not there');
});

test('a build without prices becomes a site, also for a caller in another folder', async () => {
  const [artifacts, caller, tools] = [testFolder(), testFolder(), testFolder()];
  await writeBuildWithoutPrices(artifacts, '1.0.0');
  // The pages are built, and other tests read them: nothing is made anew.
  writeFileSync(join(tools, 'make'), '#!/bin/sh\n', { mode: 0o755 });
  const script = join(PROJECT, 'service/commands/sun.mjs');
  const words = [script, 'static', '--artifacts', artifacts, '--out', 'site'];
  const env = { ...process.env, PATH: `${tools}:${process.env.PATH}` };
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: caller,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.ok(existsSync(join(caller, 'site/sv/index.html')));
  const bins = readdirSync(join(caller, 'site/data')).filter((name) => name.endsWith('.bin'));
  assert.match(bins.join(), /^pv-yield\.[0-9a-f]{16}\.bin$/);
});
