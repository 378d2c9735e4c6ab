import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import type { ModelTariff, PriceArea, SimulationModel } from '../../schemas/types.ts';
import { DAYS } from './calendar.ts';
import { HORIZON_HOURS } from './day-ahead.ts';
import { usesPreset } from './hourly-prices.ts';
import type { PricesRequest } from './house-request.ts';
import { loadedPrices } from './loaded-prices.ts';
import { energyTaxOre, newestTariff } from './spot-preset.ts';

/** The last full calendar year without a leap day. */
const SIMULATED_YEAR = 2025;

/** The `model` of an answer: how the run was made and what the preset put in. */
export function modelOf(
  prices: PricesRequest,
  zone: PriceArea,
  artifact: PricesArtifact | null,
): SimulationModel {
  const flat = prices.importPrice?.form === 'flat' && prices.exportPrice?.form === 'flat';
  return {
    dispatch: 'day_ahead_greedy',
    time_step: 'hourly',
    simulated_days: DAYS,
    simulated_year: SIMULATED_YEAR,
    horizon_hours: HORIZON_HOURS,
    engine: 'merit-order 1',
    priority_rule:
      'A goal left out is off. peak_shaving first: monthly peaks are lowered where that pays; otherwise they are only not raised. Between self_consumption and arbitrage the higher value decides.',
    ageing: 'none within the year',
    battery_start: 'soc_min on 1 January',
    prices: flat ? 'flat' : 'month_x_hour_profile',
    ...priceNote(prices),
    ...(usesPreset(prices) ? presetModel(loadedPrices(artifact), zone) : {}),
  };
}

function priceNote({ importPrice, exportPrice }: PricesRequest): { prices_note?: string } {
  const sides = [
    ...(importPrice?.form === 'hourly' ? ['import'] : []),
    ...(exportPrice?.form === 'hourly' ? ['export'] : []),
  ];
  if (sides.length === 0) return {};
  const which = sides.join(' and ');
  return { prices_note: `The 8760 ${which} prices were averaged per month and clock hour.` };
}

function presetModel(artifact: PricesArtifact, zone: PriceArea) {
  const { spot } = artifact.header;
  return {
    price_profile_window_days: spot.window_days,
    spot_profile_refreshed_at: spot.refreshed_at,
    spot_source: spot.source,
    tariff: tariffOf(artifact, zone),
  };
}

function tariffOf(artifact: PricesArtifact, zone: PriceArea): ModelTariff {
  const tariff = newestTariff(artifact);
  const part = ({ value, unit, source }: ModelTariff['vat']) => ({ value, unit, source });
  return {
    valid_from: tariff.valid_from,
    supplier_markup: part(tariff.supplier_markup),
    grid_fee: part(tariff.grid_fee),
    energy_tax: { ...part(tariff.energy_tax), value: energyTaxOre(tariff, zone) },
    vat: part(tariff.vat),
    grid_benefit: part(tariff.grid_benefit),
    monthly_fee: part(tariff.monthly_fee),
    power_charge: part(tariff.power_charge),
  };
}
