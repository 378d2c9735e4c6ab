import { readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { serveFolder, withoutNginx } from '../../test/file-server.ts';
import type { Checked } from './check.ts';
import { siteOf } from './sdk-stand-ins.ts';
import { ROOF, useSites, writeSite } from './static-site.ts';
import { MOST_MS, settle, visit } from './visit.ts';

const LOOKUP = '/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180&kwp=10';

/** Looks a roof up from a page of another site, in the folder that `make static` writes, on file servers with ranges and without. */
export async function checkStatic({ browser, base, expect }: Checked): Promise<void> {
  if (withoutNginx) return expect(false, `static: ${withoutNginx}`);
  const folder = await writeSite();
  const site = join(folder, 'site');
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
  await useSites({ browser, base, expect }, folder);
  await leaveSite({ browser, base, expect }, folder);
  host.close();
  rmSync(folder, { recursive: true, force: true });
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
