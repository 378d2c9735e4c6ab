import type {
  BatteryStrategiesResponse,
  PvYieldSeries,
  SimulationMarket,
} from '../../../../schemas/types.ts';
import type { Checked } from '../check.ts';
import { PLACE, PRICED, post } from '../decision.check.ts';
import { settle, visit } from '../visit.ts';

const LEVELS = {
  sv: {
    label: 'Elbörsens pris mot det år som används',
    said: 'elbörsens pris mot det år som används +30 %',
    told: '9999',
  },
  en: {
    label: 'Price on the power exchange against the year used',
    said: 'price on the power exchange against the year used +30 %',
    told: '9999',
  },
} as const;

/** The exchange's price is moved by the worker alone: the sun saves as a house does on such prices, and nothing is checked. */
export async function checkLevel({ browser, base, expect }: Checked): Promise<void> {
  for (const lang of ['sv', 'en'] as const) {
    const { label, said, told } = LEVELS[lang];
    const { page, troubles } = await visit(browser, base, {
      viewport: { width: 1280, height: 900 },
    });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    await page.goto(`${base}/${PRICED}&level=25&l=${lang}`);
    await settle(page);
    await page.getByLabel(label).first().focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/level=30&/);
    await settle(page);
    const verdict = (await page.locator('.verdict').innerText()).replace(/\s+/g, ' ');
    expect(verdict.includes(said), `level ${lang}: ${verdict}`);
    const truth = await sunAtLevel(base, 1.3);
    const sun =
      lang === 'sv' ? /ensamma sänker den med ([\d\s]+) kr/ : /alone lower it by ([\d,]+) SEK/;
    const shown = Number(sun.exec(verdict)?.[1].replace(/\D/g, ''));
    expect(Math.abs(shown - truth) <= 1.5, `level ${lang}: the sun saves ${shown} of ${truth} SEK`);
    await page.waitForTimeout(3000);
    const status = await page.locator('.money [role=status]').innerText();
    expect(
      !/kontroll|check/.test(status),
      `level ${lang}: nothing is said to be checked: ${status}`,
    );
    expect(!sent.includes('POST'), `level ${lang}: nothing is asked of the API`);
    await page.goto(`${base}/${PRICED}&level=${told}&l=${lang}`);
    await page.waitForURL(/level=300&/);
    expect(await page.locator('#told').isVisible(), `level ${lang}: a notice says so`);
    expect(troubles.length === 0, `level ${lang}: no trouble ${troubles.join('; ')}`.trimEnd());
    await page.context().close();
  }
}

/** The sun's savings in the API's house whose prices have so many times the spot price in them, SEK. */
async function sunAtLevel(base: string, level: number): Promise<number> {
  const faces = [{ tilt: 27, azimuth: 180, kwp: 10 }];
  const { hourly_kwh } = await post<PvYieldSeries>(base, 'pv-yield/series', { ...PLACE, faces });
  const query = `lat=${PLACE.lat}&lng=${PLACE.lng}&resolution=hourly`;
  const answer = await fetch(`${base}/api/v1/simulation/market?${query}`);
  const { hours, tariff } = (await answer.json()) as SimulationMarket;
  const [spot = [], sold = [], bought = []] = [
    hours?.spot_sek_per_kwh,
    hours?.export_sek_per_kwh,
    hours?.import_sek_per_kwh,
  ];
  const vat = 1 + tariff.vat.value / 100;
  const { no_battery } = await post<BatteryStrategiesResponse>(
    base,
    'simulation/battery-strategies',
    {
      location: PLACE,
      consumption: { yearly_kwh: 15_000 },
      pv: { hourly_kwh },
      prices: {
        resolution: 'hourly',
        import_sek_per_kwh: bought.map((sek, hour) => sek + (level - 1) * vat * spot[hour]),
        export_sek_per_kwh: sold.map((sek, hour) => sek + (level - 1) * spot[hour]),
      },
      compare: { strategies: ['combined'], sizes_kwh: [5] },
    },
  );
  return no_battery.savings_sek;
}
