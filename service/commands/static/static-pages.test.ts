import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
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
