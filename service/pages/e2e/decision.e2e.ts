import { expect } from '@playwright/test';
import type {
  BatteryStrategiesResponse,
  PvYieldSeries,
  SimulationRange,
} from '../../../schemas/types.ts';
import { test } from './test.ts';
import { settle } from './visit.ts';

const PLACE = { lat: 59.33, lng: 18.07 };
/** A battery of this price pays back within its warranty. */
const PRICED = `?lat=${PLACE.lat}&lng=${PLACE.lng}&f=27_180_10&p=11000&b=3000`;
const ASSUMED = 'rise=2&rate=3&life=30&inv=15000&invyear=12&service=500';
const ECONOMY = {
  price_change_pct: 2,
  interest_pct: 3,
  lifetime_years: 30,
  inverter_sek: 15_000,
  inverter_year: 12,
  service_sek_per_year: 500,
};
/** 15 % of 97 % of 110 000 SEK, and half of 97 % of a battery's price, up to 50 000 together. */
const PANELS = { sek: 110_000, deductedSek: 16_005 };
const CAP_SEK = 50_000;
const LOSS = 0.005;

test("range and payback are the API's for the link's values", async ({
  page,
  checked: { base, expect },
}) => {
  for (const [query, economy] of [
    [PRICED, {}],
    [`${PRICED}&${ASSUMED}`, ECONOMY],
    [`${PRICED.replace('b=3000', 'b=9000')}&${ASSUMED}`, ECONOMY],
  ] as const) {
    await page.goto(`/${query}&l=sv`);
    await page.locator('.band p').last().waitFor();
    await settle(page);
    const band = (await page.locator('.band').innerText()).replace(/\s*\n\s*/g, ' ');
    const decision = await page.locator('.verdict .decision').innerText();
    const sizeKwh = Number(/batteri på (\d+) kWh/.exec(decision)?.[1] ?? 0);
    const truth = await askApi(base, sizeKwh, economy);
    expect(isBandOf(band, truth.range), `the band is the API's: ${band}`);
    const { sunSek, batterySek } = truth;
    const years = paidAfter(sunSek, netSekOf(sizeKwh), economy, batterySek);
    const [, sek = '', paid] =
      /sparar ([\d\s]+) kr om året(?: och är betalda på (\d+))?/.exec(decision) ?? [];
    expect(
      Math.abs(numberOf(sek) - sunSek - batterySek) <= 51 &&
        (years === null ? paid === undefined : Number(paid) === Math.ceil(years - 0.05)),
      `${Math.round(sunSek + batterySek)} SEK a year, paid after ${years} years: ${decision}`,
    );
    const saves = await page.locator('.systems tr', { hasText: 'Sparar per år' }).innerText();
    const exact = saves
      .replace(/[^\d\s]/g, '')
      .trim()
      .split(/\t|\n/)
      .map(numberOf);
    expect(
      exact.some((one) => Math.abs(one - sunSek - batterySek) <= 1.5),
      `the table has ${exact.join(' and ')} of ${sunSek + batterySek} SEK`,
    );
    if (sizeKwh === 0) continue;
    const alone = paidAfter(sunSek, PANELS.sek - PANELS.deductedSek, economy);
    const verdict = await page.locator('.option .paid').first().innerText();
    const shown = Number(/^betalt på (\d+)/.exec(verdict)?.[1]);
    expect(
      alone === null ? Number.isNaN(shown) : shown === Math.ceil(alone - 0.05),
      `the panels alone are paid after ${alone} years: ${verdict}`,
    );
  }
});

test('panels without a price have no payback', async ({ page }) => {
  await page.goto('/?lat=59.33&lng=18.07&f=27_180_10&p=0&l=sv');
  const paid = page.locator('.systems tr', { hasText: 'Betalt på' }).locator('td');
  await expect(paid).toHaveText(['–', /^\d+,\d år$/]);
});

test('the page prints on one sheet', async ({ page }) => {
  await page.goto(`/${PRICED}&l=sv`);
  await settle(page);
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.address')).toHaveText(page.url());
  for (const part of ['.form', '.verdict .word', '.option', '.months svg', '.systems'])
    await expect(page.locator(part).first()).toBeVisible();
});

function numberOf(text: string): number {
  return Number(/[\d\s]+/.exec(text)?.[0].replace(/\s/g, ''));
}

interface Truth {
  sunSek: number;
  batterySek: number;
  range: SimulationRange;
}

/** Asks the API for the house of the links, with a battery of a size or none. */
async function askApi(base: string, sizeKwh: number, economy: object): Promise<Truth> {
  const faces = [{ tilt: 27, azimuth: 180, kwp: 10 }];
  const series = { ...PLACE, faces };
  const { hourly_kwh } = await post<PvYieldSeries>(base, 'pv-yield/series', series);
  const house = {
    location: PLACE,
    consumption: { yearly_kwh: 15_000 },
    pv: { hourly_kwh },
    prices: { resolution: 'hourly' },
  };
  const strategies = ['self_consumption', 'arbitrage', 'combined'];
  const { no_battery, matrix } = await post<BatteryStrategiesResponse>(
    base,
    'simulation/battery-strategies',
    { ...house, compare: { strategies, sizes_kwh: [5, 10, 15, 20] } },
  );
  const best = matrix.find((cell) => cell.size_kwh === sizeKwh && cell.best_for_size);
  const range = await post<SimulationRange>(base, 'simulation/range', {
    ...house,
    ...(best ? { battery: { capacity_kwh: sizeKwh, strategy: best.strategy } } : {}),
    economy: { cost_sek: netSekOf(sizeKwh), ...economy },
  });
  return {
    sunSek: no_battery.savings_sek,
    batterySek: best?.battery_savings_sek ?? 0,
    range,
  };
}

/** Price of panels and battery less the deduction, SEK. */
function netSekOf(sizeKwh: number): number {
  const batterySek = sizeKwh > 0 ? 15_000 + 3000 * sizeKwh : 0;
  const deductedSek = PANELS.deductedSek + 0.485 * batterySek;
  return PANELS.sek + batterySek - Math.min(CAP_SEK, deductedSek);
}

function isBandOf(text: string, { payback }: SimulationRange): boolean {
  const years = [payback?.years.p10, payback?.years.p90].flatMap((one) => one ?? []);
  const said = /betalt på (.*?)\.(?: |$)/.exec(text)?.[1].match(/\d+/g) ?? [];
  const isPaid = years.every((one, at) => Number(said[at]) === Math.ceil(one - 0.05));
  return isPaid && (years.length > 0 || text.includes('Inte ens'));
}

/** Years until savings come to a price, as the API's documentation has it. Null if not in the panels' life. */
function paidAfter(
  sunSek: number,
  netSek: number,
  economy: Partial<typeof ECONOMY>,
  batterySek = 0,
): number | null {
  const { price_change_pct = 0, interest_pct = 0, lifetime_years = 25, ...costs } = economy;
  const { inverter_sek = 0, inverter_year = 0, service_sek_per_year = 0 } = costs;
  let left = -netSek;
  let paid: number | null = null;
  for (let year = 1; year <= lifetime_years; year++) {
    const saved = sunSek * (1 - LOSS) ** (year - 1) + (year <= 15 ? batterySek : 0);
    const spent = service_sek_per_year + (year === inverter_year ? inverter_sek : 0);
    const risen = saved * (1 + price_change_pct / 100) ** (year - 1);
    const next = left + (risen - spent) / (1 + interest_pct / 100) ** year;
    if (left < 0 && next >= 0) paid = year - next / (next - left);
    if (next < 0) paid = null;
    left = next;
  }
  return paid;
}

let callers = 0;

/** Asks the API, each time as another caller. */
async function post<Body>(base: string, path: string, body: object): Promise<Body> {
  const headers = {
    'Content-Type': 'application/json',
    'X-Forwarded-For': `10.2.0.${++callers % 256}`,
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${base}/api/v1/${path}`, init);
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}
