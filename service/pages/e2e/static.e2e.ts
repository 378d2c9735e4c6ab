import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { serveFolder, withoutNginx } from '../../test/file-server.ts';
import { siteOf } from './sdk-stand-ins.ts';
import { useSites, writeSite } from './static-site.ts';
import { test } from './test.ts';
import { visit } from './visit.ts';

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
  await useSites({ browser, base, expect }, folder);
  host.close();
  rmSync(folder, { recursive: true, force: true });
});
