import { simulation } from '#engine/answers.ts';
import type { HouseYear } from '#engine/meter/year/house-year.ts';
import { typedOption } from '../../../pipeline/files/packaged.ts';
import { HOURS } from '../../../schemas/codec/axes.ts';
import { finestResolution, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';

/** The part of what is sold that a log may lack, by rounding and meters that are not equal. */
const MOST_LACKING = 0.01;

/**
 * Simulates a house by its meter, with the sun that was logged and with the sun that is computed for it: it used what it
 * bought and produced and did not sell.
 * @param logKwh hours of the roof's log
 * @param computedKwh hours of the calibrated roof
 * @throws Error when more is sold than is produced
 */
export function loggedHouse(
  prices: PricesArtifact,
  location: { lat: number; lng: number },
  bought: Pick<HouseYear, 'kwh' | 'soldKwh'>,
  logKwh: Float64Array,
  computedKwh: Float64Array,
) {
  const soldKwh = bought.soldKwh ?? new Float64Array(HOURS);
  rejectSalesWithoutSun(soldKwh, logKwh);
  const hourly_kwh = Array.from(bought.kwh, (kwh, t) =>
    roundWh(Math.max(0, kwh + logKwh[t] - soldKwh[t])),
  );
  const yearOf = (pvKwh: Float64Array) => {
    const pv = { hourly_kwh: Array.from(pvKwh, roundWh) };
    const body = {
      location,
      consumption: { hourly_kwh },
      pv,
      prices: { resolution: finestResolution(prices) },
    };
    return simulation({ pvYield: null, prices }, body).yearly;
  };
  return {
    /** Whether the meter records what was sold. If not, the house used all that its roof gave. */
    hasSales: bought.soldKwh !== null,
    logged: yearOf(logKwh),
    computed: yearOf(computedKwh),
  };
}

export type LoggedHouse = ReturnType<typeof loggedHouse>;

function rejectSalesWithoutSun(soldKwh: Float64Array, logKwh: Float64Array): void {
  let [sold, lacking, hours] = [0, 0, 0];
  for (let t = 0; t < HOURS; t++) {
    sold += soldKwh[t];
    if (soldKwh[t] <= logKwh[t]) continue;
    lacking += soldKwh[t] - logKwh[t];
    hours++;
  }
  if (lacking <= MOST_LACKING * sold) return;
  const percent = Math.round((100 * lacking) / sold);
  const [meter, pv] = ['METER', 'PV'].map(typedOption);
  const clocks = ['METER_CLOCK', 'PV_CLOCK'].map(typedOption).join(' or ');
  throw new Error(
    `${meter} sells ${percent} % more than ${pv} produces, in ${hours} hours, expected files of one house, year and clock. Change them if they are swapped; say ${clocks} (swedish, winter, utc).`,
  );
}

/** Rounds to tenths of a Wh. */
function roundWh(kwh: number): number {
  return Math.round(kwh * 1e4) / 1e4;
}
