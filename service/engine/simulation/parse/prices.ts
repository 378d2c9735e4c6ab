import type { PriceSeries, SimulationRequest } from '../../../../schemas/types.ts';
import type { PricesRequest } from '../house-request.ts';
import type { Series } from '../series.ts';

/** The prices of a checked body. The preset counts where it prices a side. */
export function pricesRequest(given: SimulationRequest['prices'] = {}): PricesRequest {
  const { preset = 'se_spot', resolution, grid_tariff, fuse_a = 20, ...fees } = given;
  const { import_sek_per_kwh, export_sek_per_kwh, ...charges } = fees;
  const isEachOwn = import_sek_per_kwh !== undefined && export_sek_per_kwh !== undefined;
  return {
    ...(isEachOwn ? {} : { preset }),
    ...(resolution === 'hourly' ? { resolution } : {}),
    ...(import_sek_per_kwh === undefined
      ? {}
      : { import_sek_per_kwh: seriesOf(import_sek_per_kwh) }),
    ...(export_sek_per_kwh === undefined
      ? {}
      : { export_sek_per_kwh: seriesOf(export_sek_per_kwh) }),
    ...charges,
    ...(grid_tariff === undefined ? {} : { grid: { grid_tariff, fuse_a } }),
  };
}

function seriesOf(price: PriceSeries): Series {
  if (!Array.isArray(price) || Array.isArray(price[0])) return price as number | number[][];
  return new Float64Array(price as number[]);
}
