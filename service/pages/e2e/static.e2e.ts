/** The folder of `make static`, used in a browser from file servers with ranges and without. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { PROJECT } from '../../../schemas/project.ts';
import { type FileServer, serveFolder } from '../../test/file-server.ts';
import { withoutNginx } from '../../test/nginx.ts';
import { expectGoodLook, test } from './test.ts';
import { placeOn, settle } from './visit.ts';

const POINT = { lat: 59.33, lng: 18.07, tilt: 40, azimuth: 180, kwp: 10 };
const LOOKUP = '/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180&kwp=10';
/** Query of the roof that is looked at. */
const ROOF = 'lat=57.7&lng=11.97&f=35_200_8&net=goteborg-gnm63-2026&v=2';

// A header of a test's own would make a request to another origin one that asks first.
test.use({ extraHTTPHeaders: {} });

test('the static site from file servers, with ranges and without', async ({
  page,
  service,
  installer,
}) => {
  if (withoutNginx) throw new Error(withoutNginx);
  const folder = await writeSite();
  const verdict = await verdictAt(page, `${service}/?${ROOF}&l=sv`);
  const servers: FileServer[] = [];
  for (const ranges of [true, false]) {
    const server = await serveFolder(folder, { ranges });
    servers.push(server);
    expect(await verdictAt(page, `${server.base}/site/sv/?${ROOF}`)).toBe(verdict);
    if (ranges) await lookAround(page, server.base);
  }
  // A page of another origin looks a roof up, as the files' headers let it.
  const server = await serveFolder(join(folder, 'site'));
  servers.push(server);
  const name = readdirSync(join(folder, 'site/data')).find((file) => file.startsWith('pv-yield.'));
  await page.goto(`${installer}/received`);
  const found = await page.evaluate(`import('${server.base}/sdk/lookup.mjs')
    .then(({ open }) => open('${server.base}/data/${name}'))
    .then((sun) => sun.lookup(${JSON.stringify(POINT)}))`);
  expect(found).toEqual(await (await fetch(service + LOOKUP)).json());
  // A page or its worker that still loads would find no server.
  await page.close();
  for (const { stop } of servers) stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the site below a new folder. @returns that folder. Removing it is the caller's */
async function writeSite(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'static-check-'));
  const artifacts = process.env.ARTIFACTS || 'artifacts';
  const build = ['--import', 'tsx', 'service/commands/static/build.ts', '--artifacts', artifacts];
  await promisify(execFile)(process.execPath, [...build, '--out', join(folder, 'site')], {
    cwd: PROJECT,
  });
  return folder;
}

/** The explorer's own words about the roof. */
async function verdictAt(page: Page, address: string): Promise<string> {
  await page.goto(address);
  await settle(page);
  await page.locator('.flow b', { hasText: /\d/ }).last().waitFor();
  return await page.locator('.verdict').innerText();
}

/** Chooses another place and language, and reads the reference. */
async function lookAround(page: Page, base: string): Promise<void> {
  await page.getByRole('combobox').first().fill('kiruna');
  await page.getByRole('option', { name: 'Kiruna' }).first().click();
  await settle(page);
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL(/\/en\//);
  expect(await placeOn(page)).toBe('Kiruna');
  await expectGoodLook(page);
  await page.goto(`${base}/site/sv/docs/api/`);
  await page.getByRole('link', { name: '/pv-yield/series' }).first().click();
  await page.waitForURL(/docs\/api\/postPvYieldSeries\/$/);
}
