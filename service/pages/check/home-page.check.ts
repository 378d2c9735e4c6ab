import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import type { SimulationRequest } from '../../../schemas/types.ts';
import { openOnSlowLine } from './budgets.ts';
import type { Checked, Measured } from './check.ts';
import { visit } from './visit.ts';

const PATH = '/docs/home-automation';
const MOST_KB = 30;
const MOST_MS = 4000;

/** Writes sensors for a house of one's own, takes them along, and comes from the explorer with a house. */
export async function checkHomePage(checked: Checked): Promise<void> {
  const { browser, base, expect } = checked;
  const { page, troubles } = await visit(browser, base);
  await page.goto(`${base}${PATH}?l=sv`);
  const shown = await sensorsOn(page);
  expect(shown.series.startsWith(`${base}/api/`), `${PATH}: the address is the page's own`);
  expect(shown.house.location?.lat === 59.33, `${PATH}: a house is there at once`);
  await page.locator('[name=faces]').fill('27/100/5 27/280/4');
  await page.locator('[name=battery]').fill('15');
  await page.locator('#house [type=submit]').click();
  await page.getByText('Skrivet, färdigt').waitFor();
  const own = await sensorsOn(page);
  expect(
    own.roof.faces.length === 2 &&
      own.house.battery?.capacity_kwh === 15 &&
      JSON.stringify(own.house.pv) !== JSON.stringify(shown.house.pv),
    `${PATH}: the sensors are the own house's`,
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base });
  await page.getByRole('button', { name: 'Kopiera' }).first().click();
  await page.getByRole('button', { name: 'Kopierat' }).waitFor();
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(JSON.stringify(parse(copied)) === own.text, `${PATH}: what is copied is what is shown`);
  expect(troubles.length === 0, `${PATH}: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.locator('[name=lat]').fill('48');
  await page.locator('#house [type=submit]').click();
  await page.locator('#said', { hasText: /\S/ }).waitFor();
  expect((await sensorsOn(page)).text === own.text, `${PATH}: a place outside is told, no more`);
  await page.context().close();
  await fromExplorer(checked);
}

/** Measures the page. */
export async function weighHomePage(checked: Measured): Promise<void> {
  const { ms, kb } = await openOnSlowLine(checked, PATH, '#sensors');
  checked.expect(kb <= MOST_KB, `${PATH}: ${kb} kB of ${MOST_KB}`);
  checked.time(ms, MOST_MS, `${PATH} on a slow line`);
}

async function fromExplorer({ browser, base, expect }: Checked): Promise<void> {
  const { page, troubles } = await visit(browser, base);
  await page.goto(`${base}/?lat=59.61&lng=16.55&f=27_100_5~27_280_3&use=9000&l=sv`);
  await page.getByRole('link', { name: 'Sensorer för det här huset' }).click();
  await page.getByText('Skrivet, färdigt').waitFor();
  const { roof, house } = await sensorsOn(page);
  expect(
    roof.lng === 16.55 && roof.faces[1].kwp === 3 && house.consumption?.yearly_kwh === 9000,
    `${PATH}: the explorer's link brings its house`,
  );
  expect(troubles.length === 0, `${PATH} from /: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
}

interface Roof {
  lng: number;
  faces: { kwp: number }[];
}

/** The configuration as it stands there, and the bodies of its two calls. */
async function sensorsOn(page: Page) {
  const configuration = parse(await page.locator('#sensors').innerText());
  const [series, simulation] = configuration.rest;
  const roof: Roof = JSON.parse(series.payload);
  const house: SimulationRequest = JSON.parse(simulation.payload);
  return { text: JSON.stringify(configuration), series: String(series.resource), roof, house };
}
