/**
 * Prints how lively the dataset's hours of prices are beside the market's, and what batteries earn on both:
 * `node --import tsx service/tools/accuracy/price-liveliness.ts [--measured=PRICES.csv]`. Without the market's
 * hours it shows the figures that were once worked out from them.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import measured from '../../../fixtures/price-liveliness.json' with { type: 'json' };
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import { spotHours } from '../../../schemas/codec/prices-artifact.ts';
import { readPrices, readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { batterySavings, tableHouses } from './battery-on-hours.ts';
import { hoursFigures, realHours } from './hours-figures.ts';

const ARTIFACTS = fileURLToPath(new URL('../../../artifacts/', import.meta.url));
const { values: options } = parseArgs({ options: { measured: { type: 'string', default: '' } } });

const prices = await readPrices(`${ARTIFACTS}prices.bin`);
const datasets = { prices, yields: await readPvYield(`${ARTIFACTS}pv-yield.bin`) };
const { year } = prices.header.spot;
const real = options.measured ? await realHours(options.measured, year) : null;

console.log(
  `\nLiveliness of the hours of prices, SEK/kWh; in brackets, the market's of ${measured.year}: ${options.measured || 'figures worked out once'}`,
);
if (prices.spot_hours) {
  printHours();
  printBatteries();
} else {
  console.log('  The dataset has no hours of prices.');
}

function printHours(): void {
  print('', [...PRICE_AREAS]);
  const names = {
    daily_spread: 'mean spread of a day',
    below_zero: 'hours below zero',
    highest: 'highest hour',
  };
  const all = PRICE_AREAS.map((area) => {
    const [own, market] = [spotHours(prices, area), real?.get(area)];
    return {
      own: hoursFigures(own ?? new Float64Array()),
      market: market ? hoursFigures(market) : measured.hours[area],
    };
  });
  for (const name of Object.keys(names) as (keyof typeof names)[]) {
    const decimals = name === 'below_zero' ? 0 : 3;
    const cells = all.map(
      ({ own, market }) => `${own[name].toFixed(decimals)} (${market[name].toFixed(decimals)})`,
    );
    print(names[name], cells);
  }
}

function printBatteries(): void {
  const { roof, strategy } = measured.battery;
  console.log(
    `\nSaved by a battery, SEK a year: ${roof.kwp} kWp south at ${roof.tilt}°, ${strategy}`,
  );
  print('', ['on means', 'on hours', "on the market's", 'hours / market']);
  for (const house of tableHouses()) {
    const { area, yearlyKwh, capacityKwh, powerKw } = house;
    const savings = (hours: Float64Array | null) => batterySavings(datasets, house, hours);
    const market = real?.get(area);
    const own = savings(spotHours(prices, area));
    const sek = market ? savings(market) : house.measuredSek;
    const place = `${area} ${measured.places[area].name}, ${yearlyKwh} kWh`;
    print(`${place}: ${capacityKwh} kWh, ${powerKw} kW`, [
      savings(null).toFixed(0),
      own.toFixed(0),
      sek.toFixed(0),
      (own / sek).toFixed(3),
    ]);
  }
}

function print(label: string, cells: readonly string[]): void {
  console.log(`  ${label.padEnd(48)}${cells.map((cell) => cell.padStart(18)).join('')}`);
}
