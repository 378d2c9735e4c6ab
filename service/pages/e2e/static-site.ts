/** The folder of `make static`, used in a browser from file servers with ranges and without. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serveFolder, withoutNginx } from '../../test/file-server.ts';
import { type Checked, expectGoodLook } from './test.ts';
import { placeOn, settle, visit } from './visit.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** Writes the site below a new folder. @returns that folder. Removing it is the caller's */
export async function writeSite(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'static-check-'));
  const artifacts = process.env.ARTIFACTS || 'artifacts';
  const build = ['--import', 'tsx', 'service/tools/static/build.ts', artifacts];
  await promisify(execFile)(process.execPath, [...build, join(folder, 'site')], { cwd: PROJECT });
  return folder;
}

/** Writes a site and uses it in a browser. */
export async function checkStaticSite(checked: Checked): Promise<void> {
  if (withoutNginx) return checked.expect(false, `static: ${withoutNginx}`);
  const folder = await writeSite();
  await useSites(checked, folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

/** Uses the site from both kinds of servers. */
export async function useSites(checked: Checked, folder: string): Promise<void> {
  const verdict = await verdictOf(checked);
  for (const ranges of [true, false]) await useSite(checked, folder, ranges, verdict);
}

/** Query of the roof that is looked at. */
export const ROOF = 'lat=57.7&lng=11.97&f=35_200_8&net=goteborg-gnm63-2026';

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
  await page.locator('[role=combobox]').first().fill('kiruna');
  await page.locator('[role=option]', { hasText: 'Kiruna' }).first().click();
  await settle(page);
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL(/\/en\//);
  await settle(page);
  const place = await placeOn(page);
  expect(place === 'Kiruna', `static: the other language keeps the place ${where}: ${place}`);
  await expectGoodLook(page);
  await page.goto(`${server.base}/site/sv/docs/api/`);
  await page.getByRole('link', { name: '/pv-yield/series' }).first().click();
  await page.waitForURL(/docs\/api\/postPvYieldSeries\/$/);
  expect(troubles.length === 0, `static: no trouble ${where} ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
  server.stop();
}
