import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveFolder, withoutNginx } from '../../test/file-server.ts';
import type { Checked } from './check.ts';
import { siteOf } from './sdk-stand-ins.ts';
import { axeFaults, MOST_MS, settle, visit } from './visit.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const LOOKUP = '/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180&kwp=10';

/** Looks a roof up from a page of another site, in the folder that `make static` writes, on file servers with ranges and without. */
export async function checkStatic({ browser, base, expect }: Checked): Promise<void> {
  if (withoutNginx) return expect(false, `static: ${withoutNginx}`);
  const folder = mkdtempSync(join(tmpdir(), 'static-check-'));
  const site = join(folder, 'site');
  const artifacts = process.env.ARTIFACTS || 'artifacts';
  const build = ['--import', 'tsx', 'service/tools/static/build.ts', artifacts, site];
  execFileSync(process.execPath, build, { cwd: PROJECT, stdio: 'pipe' });
  const { cells, head } = JSON.parse(readFileSync(join(site, 'data/current.json'), 'utf8'));
  const expected = JSON.stringify(await (await fetch(base + LOOKUP)).json());
  const host = await siteOf(() => ({
    type: 'text/html',
    text: '<!doctype html><title>Host</title>',
  }));
  for (const [ranges, name] of [
    [true, cells],
    [true, head],
    [false, cells],
    [false, head],
  ]) {
    const server = await serveFolder(site, { ranges });
    const { page, troubles } = await visit(browser, host.base);
    await page.route(`${server.base}/**`, (route) => route.continue());
    await page.goto(`${host.base}/`);
    const code = `import(${JSON.stringify(`${server.base}/sdk/lookup.mjs`)}).then(async ({ open }) => {
      const sun = await open(${JSON.stringify(`${server.base}/data/${name}`)});
      return JSON.stringify(await sun.lookup({ lat: 59.33, lng: 18.07, tilt: 40, azimuth: 180, kwp: 10 }));
    })`;
    const found = await page.evaluate(code).catch(String);
    const where = `${ranges ? 'with' : 'without'} ranges, ${name === head ? 'files by digest' : 'one file'}`;
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
  await leaveSite({ browser, base, expect }, folder);
  host.close();
  rmSync(folder, { recursive: true, force: true });
}

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
  await page.locator('[role=combobox]').first().fill('kiruna');
  await page.locator('[role=option]', { hasText: 'Kiruna' }).first().click();
  await settle(page);
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL(/\/en\//);
  await settle(page);
  const place = await page.locator('.where strong').innerText();
  expect(place === 'Kiruna', `static: the other language keeps the place ${where}: ${place}`);
  const faults = await axeFaults(page);
  expect(Object.keys(faults).length === 0, `static: axe ${JSON.stringify(faults)}`);
  await page.goto(`${server.base}/site/sv/docs/api/`);
  await page.getByRole('link', { name: '/pv-yield/series' }).first().click();
  await page.waitForURL(/docs\/api\/postPvYieldSeries\/$/);
  expect(troubles.length === 0, `static: no trouble ${where} ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
  server.stop();
}

/** Reads the explorer of a file server without it. */
async function leaveSite({ browser, expect }: Checked, folder: string): Promise<void> {
  // A browser gives its own copy of what has not changed for long without asking the server.
  const monthAgo = Date.now() / 1000 - 30 * 24 * 3600;
  utimesSync(join(folder, 'site/sv/index.html'), monthAgo, monthAgo);
  const server = await serveFolder(folder);
  const context = await browser.newContext({ locale: 'sv-SE' });
  const page = await context.newPage();
  page.setDefaultTimeout(MOST_MS);
  await page.goto(`${server.base}/site/sv/?${ROOF}`);
  await settle(page);
  await page.locator('.band p').last().waitFor();
  const before = await page.locator('.verdict').innerText();
  const isKept = () => page.evaluate<boolean>("caches.match('/site/sv/').then(Boolean)");
  while (!(await isKept())) await page.waitForTimeout(100);
  server.stop();
  await context.setOffline(true);
  await page.reload();
  await settle(page);
  await page.locator('.band p').last().waitFor();
  const after = await page.locator('.verdict').innerText();
  expect(after === before, `static: it says the same without the file server: ${after}`);
  const told = await page.locator('#kept').isVisible();
  await page.goto(`${server.base}/site/sv/`);
  await settle(page);
  expect(told, 'static: and that it is without it, at its bare address, too');
  await context.close();
}
