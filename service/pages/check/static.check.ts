import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveFolder, withoutNginx } from '../../test/file-server.ts';
import type { Checked } from './check.ts';
import { siteOf } from './sdk-stand-ins.ts';
import { visit } from './visit.ts';

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
  host.close();
  rmSync(folder, { recursive: true, force: true });
}
