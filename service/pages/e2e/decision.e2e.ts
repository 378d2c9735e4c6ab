import { type APIRequestContext, expect } from '@playwright/test';
import { paybackYears } from '#engine/cash-flow.ts';
import type {
  BatteryStrategiesResponse,
  PvYieldSeries,
  SimulationRange,
  SimulationVerdict,
} from '../../../schemas/types.ts';
import { fill, formatYears } from '../messages/format.ts';
import { wordsOf } from '../messages/messages.ts';
import { runCode } from './run-code.ts';
import { expectGoodLook, test } from './test.ts';
import { openFolds, settle } from './visit.ts';

const PLACE = { lat: 59.33, lng: 18.07 };
/** A battery of this price pays back within its warranty. */
const PRICED = `lat=${PLACE.lat}&lng=${PLACE.lng}&f=27_180_10&p=11000&b=3000`;
const ASSUMED = 'rise=2&rate=3&life=30&inv=15000&invyear=12&fade=3&service=500';
const ECONOMY = {
  price_change_pct: 2,
  interest_pct: 3,
  lifetime_years: 30,
  inverter_sek: 15_000,
  inverter_year: 12,
  service_sek_per_year: 500,
};
const OUTLOOK = {
  ...{ priceChange: 0.02, interest: 0.03, years: 30 },
  ...{ inverterSek: 15_000, inverterYear: 12, serviceSekPerYear: 500, batteryFade: 0.03 },
};
/** 15 % of 97 % of 110 000 SEK, and half of 97 % of a battery's price, up to 50 000 together. */
const PANELS = { sek: 110_000, deductedSek: 16_005 };
const CAP_SEK = 50_000;

test("range, years and savings are the API's for the link's values", async ({
  page,
  request,
  service,
}) => {
  await page.goto(`/?${PRICED}&${ASSUMED}&l=sv`);
  await page.locator('.band p').last().waitFor();
  await settle(page);
  const decision = await page.locator('.verdict .decision').innerText();
  const sizeKwh = Number(/batteri på (\d+) kWh/.exec(decision)?.[1]);
  const { solarSek, batterySek, payback } = await askApi(request, sizeKwh);
  const savedSek = solarSek + batterySek;
  const [, sek = '', years] =
    /sparar ([\d\s]+) kr om året och är betalda på ungefär ([\d,]+)/.exec(decision) ?? [];
  expect(numberOf(sek)).toBe(100 * Math.round(savedSek / 100));
  const paid = paybackYears(netSekOf(sizeKwh), { solarSek, batterySek }, OUTLOOK);
  expect(years).toBe(formatYears(paid ?? 0, 'sv', 'sentence'));
  const saves = page.locator('.systems tr', { hasText: 'Sparar per år' }).locator('td');
  expect((await saves.allInnerTexts()).map(numberOf)).toEqual([solarSek, savedSek].map(Math.round));
  const panels = paybackYears(netSekOf(0), { solarSek, batterySek: 0 }, OUTLOOK);
  await expect(page.locator('.option .paid').first()).toContainText(
    `betalt på ungefär ${formatYears(panels ?? 0, 'sv', 'sentence')} år`,
  );
  const [soon, late] = [payback.p10, payback.p90].map((each) =>
    formatYears(each ?? 0, 'sv', 'sentence'),
  );
  const { bandPaid } = wordsOf('sv').earnings;
  await expect(page.locator('.band p').first()).toHaveText(fill(bandPaid, { soon, late }));

  await openFolds(page, 'quote');
  const quote = page.locator('.quote [role=status] p').first();
  await expect(quote).toContainText(`Offerten är betald på ${years} år. Den vore betald på `);
  const [, wanted, price = ''] =
    /vore betald på (\d+) år vid ([\d\s]+) kr/.exec(await quote.innerText()) ?? [];
  await expectGoodLook(page);
  // A price that is 200 SEK higher takes longer.
  for (const [moreSek, isPaid] of [
    [0, true],
    [200, false],
  ] as const) {
    const share = (numberOf(price) + moreSek) / (PANELS.sek + batterySekOf(sizeKwh));
    const years = paybackYears(netSekOf(sizeKwh, share), { solarSek, batterySek }, OUTLOOK);
    expect((years ?? 99) <= Number(wanted)).toBe(isPaid);
  }

  await openFolds(page, 'code');
  const printed = await runCode('curl', await page.locator('.code pre').innerText(), service);
  const { systems }: SimulationVerdict = JSON.parse(printed);
  expect(systems[0].savings_sek).toBe(Math.round(solarSek));

  // Panels without a price have no payback. A price asks for nothing.
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByLabel('Solceller, kr').fill('0');
  await page.waitForURL(/p=0&/);
  const rows = page.locator('.systems tr', { hasText: 'Betalt på' }).locator('td');
  await expect(rows).toHaveText(['–', /^\d+,\d år$/]);
  // The same house in other places is computed from the dataset's files.
  expect(requests.filter((url) => !/\/(assets|data)\//.test(url))).toEqual([]);
});

function numberOf(text: string): number {
  return Number(/[\d\s]+/.exec(text)?.[0].replace(/\s/g, ''));
}

/** Asks the API for the house of the link, with a battery of a size. */
async function askApi(request: APIRequestContext, sizeKwh: number) {
  const faces = [{ tilt: 27, azimuth: 180, kwp: 10 }];
  const series = { ...PLACE, faces };
  const { hourly_kwh } = await post<PvYieldSeries>(request, 'pv-yield/series', series);
  const house = {
    location: PLACE,
    consumption: { yearly_kwh: 15_000 },
    pv: { hourly_kwh },
    prices: { resolution: 'hourly' },
  };
  const strategies = ['self_consumption', 'arbitrage', 'combined'];
  const { no_battery, matrix } = await post<BatteryStrategiesResponse>(
    request,
    'simulation/battery-strategies',
    { ...house, compare: { strategies, sizes_kwh: [sizeKwh] } },
  );
  const best = matrix.find((cell) => cell.best_for_size);
  if (!best) throw new Error(`No strategy is best for ${sizeKwh} kWh.`);
  const { payback } = await post<SimulationRange>(request, 'simulation/range', {
    ...house,
    battery: { capacity_kwh: sizeKwh, strategy: best.strategy, fade_pct_per_year: 3 },
    economy: { cost_sek: netSekOf(sizeKwh), ...ECONOMY },
  });
  if (!payback) throw new Error('The range has no payback.');
  const { battery_savings_sek } = best;
  return {
    solarSek: no_battery.savings_sek,
    batterySek: battery_savings_sek,
    payback: payback.years,
  };
}

function batterySekOf(sizeKwh: number): number {
  return sizeKwh > 0 ? 15_000 + 3000 * sizeKwh : 0;
}

/** Price of panels and battery less the deduction, SEK. @param share of the prices that is paid */
function netSekOf(sizeKwh: number, share = 1): number {
  const batterySek = batterySekOf(sizeKwh);
  const deductedSek = PANELS.deductedSek + 0.485 * batterySek;
  return share * (PANELS.sek + batterySek) - Math.min(CAP_SEK, share * deductedSek);
}

async function post<Body>(request: APIRequestContext, path: string, data: object): Promise<Body> {
  const response = await request.post(`/api/v1/${path}`, { data });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as Body;
}
