/** The range of the API, from the page's own request and market. */

import { defaultPowerKw } from '#engine/battery/home-battery.ts';
import { vatFactor } from '#engine/money.ts';
import { heatShare } from '#engine/range/heat-share.ts';
import { type RangeCase, type RangeYears, rangeYears } from '#engine/range/range-years.ts';
import type {
  BatteryStrategiesRequest,
  BatteryStrategy,
  SimulationMarket,
} from '../../../../schemas/types.ts';
import { buildBatteriesCase, expandHours } from './engine.ts';

/** How years of sun, prices and cold lie apart at the place. */
export type YearEnds = Pick<RangeCase, 'sun' | 'spreads'>;

/** Simulates the years of the range of a house with one battery of a request; size 0 is none. */
export function computeRange(
  request: BatteryStrategiesRequest,
  market: SimulationMarket,
  { sizeKwh, strategy }: { sizeKwh: number; strategy: BatteryStrategy },
  years: YearEnds,
): RangeYears {
  const { house, prices, battery } = buildBatteriesCase(request, market);
  const { consumption, prices: own } = request;
  const isHourly = own?.resolution === 'hourly';
  const spot = expandHours((isHourly && market.hours?.spot_sek_per_kwh) || market.spot_sek_per_kwh);
  const withVat = vatFactor(market.tariff.vat.value);
  const yearlyKwh = consumption?.hourly_kwh ? undefined : consumption?.yearly_kwh;
  return rangeYears({
    house,
    prices,
    battery: { ...battery, capacityKwh: sizeKwh, powerKw: defaultPowerKw(sizeKwh), strategy },
    program: null,
    // A grid fee of one's own raises each hour alike.
    market: { importSekPerKwh: spot.map((sek) => sek * withVat), exportSekPerKwh: spot },
    ...years,
    heatShare: heatShare(market.household.record, house.loadKwh, yearlyKwh),
  });
}
