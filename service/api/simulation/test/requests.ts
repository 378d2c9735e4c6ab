/** Request bodies for tests. */
import { heatPumpHouse } from '#engine/battery/test/houses.ts';
import { HOURS } from '../../../../schemas/codec/axes.ts';

/** A year of one typical day: `kwh` from 10 to 14. */
export function noonProfile(kwh: number): number[][] {
  const day = Array.from({ length: 24 }, (_, hour) => (hour >= 10 && hour < 14 ? kwh : 0));
  return Array.from({ length: 12 }, () => day);
}

/** 12 x 24 prices: cheap from 0 to 6, expensive from 16 to 20. */
export function twoPeakPrices(cheap: number, usual: number, dear: number): number[][] {
  const day = Array.from({ length: 24 }, (_, hour) => {
    if (hour < 6) return cheap;
    return hour >= 16 && hour < 20 ? dear : usual;
  });
  return Array.from({ length: 12 }, () => day);
}

export function constantYear(kwh: number): number[] {
  return Array.from({ length: HOURS }, () => kwh);
}

/** A body that takes nothing from the dataset: its own load and prices, no location. */
export function ownDataBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    consumption: { hourly_kwh: constantYear(1) },
    pv: { monthly_profile: noonProfile(3) },
    prices: { import_sek_per_kwh: 1.5, export_sek_per_kwh: 0.5 },
    ...changes,
  };
}

/** A house with a heat pump and 9.9 MWh of PV, all its own data. */
export function heatPumpBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { loadKwh, pvKwh } = heatPumpHouse(1);
  return ownDataBody({
    consumption: { hourly_kwh: Array.from(loadKwh) },
    pv: { hourly_kwh: Array.from(pvKwh) },
    ...changes,
  });
}
