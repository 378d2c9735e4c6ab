/**
 * Three journeys through the pages of a service of its own, in Chromium and Firefox ESR, at three widths, light
 * and dark, in both languages (`make journeys`), before them the explorer from a file server. Environment: BROWSER and WIDTH, one instead of all; SHOTS, a
 * folder for pictures of the stops; CHROMIUM, FIREFOX, the browsers.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fixture from '../../../../fixtures/embeds.json' with { type: 'json' };
import { SERVICE, startProgram } from '../../../test/start-program.ts';
import { LANGUAGES } from '../../messages/messages.ts';
import { siteOf } from '../sdk-stand-ins.ts';
import { checkStaticSite } from '../static-site.ts';
import { SCHEMES } from '../visit.ts';
import { BROWSERS } from './browsers.ts';
import { goAsCustomer, installersPage } from './customer.ts';
import { goAsDeveloper } from './developer.ts';
import { goAsHomeOwner } from './home-owner.ts';
import type { Journey } from './journey.ts';

const JOURNEYS = [goAsHomeOwner, goAsCustomer, goAsDeveloper];
const { BROWSER, WIDTH, SHOTS } = process.env;
const NAMES = BROWSER ? [BROWSER] : Object.keys(BROWSERS);
const WIDTHS = WIDTH ? [Number(WIDTH)] : [360, 768, 1280];

const failures: string[] = [];

function expect(holds: boolean, what: string): void {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) failures.push(what);
}

/** All journeys in one browser and scheme, at each width in each language. */
async function travel(
  name: string,
  scheme: (typeof SCHEMES)[number],
  sites: Pick<Journey, 'base' | 'installer'>,
): Promise<void> {
  await using browser = await BROWSERS[name](scheme);
  for (const width of WIDTHS) {
    for (const language of LANGUAGES) {
      const where = `${name}-${width}-${scheme}-${language}`;
      const options = { viewport: { width, height: 800 }, colorScheme: scheme };
      const journey = { browser, ...sites, expect, language, options, where };
      for (const go of JOURNEYS) {
        await go(journey).catch((error: Error) => expect(false, `${where}: ${error.message}`));
      }
    }
  }
}

/** The explorer from a file server, without the service. */
async function useStatic(name: string): Promise<void> {
  await using browser = await BROWSERS[name]('light');
  const told = (holds: boolean, what: string) => expect(holds, `${name} ${what}`);
  await checkStaticSite({ browser, base, expect: told }).catch((error: Error) =>
    told(false, `static: ${error.message}`),
  );
}

if (SHOTS) mkdirSync(SHOTS, { recursive: true });
let base = '';
const installer = await siteOf((path) => ({
  type: 'text/html',
  text: installersPage(base, path.slice(1)),
}));
const folder = mkdtempSync(join(tmpdir(), 'journeys-'));
const EMBEDS_FILE = join(folder, 'embeds.json');
writeFileSync(
  EMBEDS_FILE,
  JSON.stringify({ demo: { ...fixture.demo, origins: [installer.base] } }),
);
// Visits name their own addresses.
const service = await startProgram([SERVICE], { env: { EMBEDS_FILE, TRUST_PROXY: '1' } });
base = service.base;
try {
  for (const name of NAMES) {
    await useStatic(name);
    for (const scheme of SCHEMES) await travel(name, scheme, { base, installer: installer.base });
  }
} finally {
  await service.stop();
  installer.close();
  rmSync(folder, { recursive: true });
}
console.log(failures.length === 0 ? 'All arrive.' : `${failures.length} checks failed.`);
process.exitCode = failures.length === 0 ? 0 : 1;
