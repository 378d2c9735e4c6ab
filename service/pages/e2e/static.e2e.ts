/** The folder of `make static`, used in a browser from file servers with ranges and without. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { PROJECT } from '../../../schemas/project.ts';
import { serveFolder, withoutNginx } from '../../test/file-server.ts';
import { siteOf } from './sdk-stand-ins.ts';
import { type Checked, expectGoodLook, test } from './test.ts';
import { placeOn, settle, visit } from './visit.ts';

const LOOKUP = '/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180&kwp=10';

test('the static site from file servers, with ranges and without', async ({
  checked: { browser, base, expect },
}) => {
  if (withoutNginx) return expect(false, `static: ${withoutNginx}`);
  const folder = await writeSite();
  const site = join(folder, 'site');
  const name = readdirSync(join(site, 'data')).find((file) => file.startsWith('pv-yield.'));
  const expected = JSON.stringify(await (await fetch(base + LOOKUP)).json());
  const host = await siteOf(() => ({
    type: 'text/html',
    text: '<!doctype html><title>Host</title>',
  }));
  for (const ranges of [true, false]) {
    const server = await serveFolder(site, { ranges });
    const { page, troubles } = await visit(browser, host.base);
    await page.route(`${server.base}/**`, (route) => route.continue());
    await page.goto(`${host.base}/`);
    const code = `import(${JSON.stringify(`${server.base}/sdk/lookup.mjs`)}).then(async ({ open }) => {
      const sun = await open(${JSON.stringify(`${server.base}/data/${name}`)}, { whole: ${!ranges} });
      return JSON.stringify(await sun.lookup({ lat: 59.33, lng: 18.07, tilt: 40, azimuth: 180, kwp: 10 }));
    })`;
    const found = await page.evaluate(code).catch(String);
    const where = ranges ? 'by ranges' : 'from a file read whole';
    expect(found === expected, `static: a page of another site looks a roof up ${where}`);
    expect(
      troubles.length === 0,
      `static: without trouble ${where} ${troubles.join('; ')}`.trimEnd(),
    );
    await page.context().close();
    server.stop();
  }
  const verdict = await verdictOf({ browser, base, expect });
  for (const ranges of [true, false])
    await useSite({ browser, base, expect }, folder, ranges, verdict);
  host.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the site below a new folder. @returns that folder. Removing it is the caller's */
async function writeSite(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'static-check-'));
  const artifacts = process.env.ARTIFACTS || 'artifacts';
  const build = ['--import', 'tsx', 'service/tools/static/build.ts', artifacts];
  await promisify(execFile)(process.execPath, [...build, join(folder, 'site')], { cwd: PROJECT });
  return folder;
}

/** Query of the roof that is looked at. */
const ROOF = 'lat=57.7&lng=11.97&f=35_200_8&net=goteborg-gnm63-2026';

/** The service's own words about the roof. */
async function verdictOf({ browser, base }: Checked): Promise<string> {
  const { page } = await visit(browser, base);
  await page.goto(`${base}/?${ROOF}&l=sv`);
  await settle(page);
  await page.locator('.band p').last().waitFor();
  const verdict = await page.locator('.verdict').innerText();
  await page.context().close();
  return verdict;
}

/** Uses the explorer and the reference from a file server, below a folder of its own: the service has no part in it. */
async function useSite(
  { browser, expect }: Checked,
  folder: string,
  ranges: boolean,
  expected: string,
): Promise<void> {
  const where = `${ranges ? 'with' : 'without'} ranges`;
  const server = await serveFolder(folder, { ranges });
  const { page, troubles } = await visit(browser, server.base);
  await page.goto(`${server.base}/site/sv/?${ROOF}`);
  await settle(page);
  await page.locator('.band p').last().waitFor();
  const found = await page.locator('.verdict').innerText();
  expect(
    found === expected,
    `static: the explorer says what the service's does ${where}: ${found}`,
  );
  if (ranges) await lookAround(page, server.base, expect);
  expect(troubles.length === 0, `static: no trouble ${where} ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
  server.stop();
}

/** Chooses another place and language, and reads the reference. */
async function lookAround(page: Page, base: string, expect: Checked['expect']): Promise<void> {
  await page.locator('[role=combobox]').first().fill('kiruna');
  await page.locator('[role=option]', { hasText: 'Kiruna' }).first().click();
  await settle(page);
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL(/\/en\//);
  await settle(page);
  const place = await placeOn(page);
  expect(place === 'Kiruna', `static: the other language keeps the place: ${place}`);
  await expectGoodLook(page);
  await page.goto(`${base}/site/sv/docs/api/`);
  await page.getByRole('link', { name: '/pv-yield/series' }).first().click();
  await page.waitForURL(/docs\/api\/postPvYieldSeries\/$/);
}
