import type { PriceSeries, SimulationRequest } from '../../../../schemas/types.ts';
import { given } from '../../given.ts';
import type { PricesRequest } from '../house-request.ts';
import type { Series } from '../series.ts';

/** The prices of a checked body. The preset counts where it prices a side. */
export function pricesRequest(prices: SimulationRequest['prices'] = {}): PricesRequest {
  const { preset = 'se_spot', resolution, grid_tariff, fuse_a = 20, ...fees } = prices;
  const { import_sek_per_kwh, export_sek_per_kwh, ...charges } = fees;
  const isEachOwn = import_sek_per_kwh !== undefined && export_sek_per_kwh !== undefined;
  return given({
    preset: isEachOwn ? null : preset,
    resolution: resolution === 'hourly' ? resolution : null,
    import_sek_per_kwh: seriesOf(import_sek_per_kwh),
    export_sek_per_kwh: seriesOf(export_sek_per_kwh),
    ...charges,
    grid: grid_tariff === undefined ? null : { grid_tariff, fuse_a },
  });
}

function seriesOf(price?: PriceSeries): Series | undefined {
  if (!Array.isArray(price) || Array.isArray(price[0]))
    return price as Exclude<Series, Float64Array> | undefined;
  return new Float64Array(price as number[]);
}
