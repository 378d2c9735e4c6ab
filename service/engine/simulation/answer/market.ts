import { HOUSEHOLD_USES } from '../../../../schemas/codec/prices-artifact.ts';
import type {
  MarketGrid,
  MarketHours,
  MarketHousehold,
  SimulationMarket,
} from '../../../../schemas/types.ts';
import { deductionFigures } from '../../deduction/rates.ts';
import { given } from '../../given.ts';
import { HOUSE_MODEL } from '../../house/house-load.ts';
import { roundTo } from '../../round.ts';
import { plainChargeSek } from '../../tariff/power-component.ts';
import type { ResolvedMarket } from '../house-case.ts';
import { monthHourMeans, profileRows } from '../series.ts';

/** The answer to a market call. Prices are not rounded, so that a simulation with them is to the last digit the one without. */
export function marketBody(market: ResolvedMarket): SimulationMarket {
  const { input, inputs, preset, hours } = market;
  const { prices, grid, zone, zoneSource, attribution } = inputs;
  const { tariff: _, ...spot } = preset;
  const importProfile = grid?.energySekPerKwh
    ? monthHourMeans(prices.importSekPerKwh)
    : market.importSekPerKwh;
  return {
    prices: {
      import_sek_per_kwh: profileRows(importProfile),
      export_sek_per_kwh: profileRows(market.exportSekPerKwh),
      monthly_fee_sek: prices.monthlyFeeSek,
      peak_charge_sek_per_kw_month: plainChargeSek(prices.power),
    },
    spot_sek_per_kwh: profileRows(market.spotSekPerKwh),
    ...given({ hours: hours && hoursBody(hours) }),
    tariff: market.tariff,
    deduction: deductionFigures(),
    spot_means: market.spotMeans,
    ...gridBody(market),
    household: householdBody(market),
    input,
    model: { zone, zone_source: zoneSource, spot_year: market.spotYear, ...spot },
    attribution,
  };
}

/** Prices of a market hour by hour. */
function hoursBody(hours: NonNullable<ResolvedMarket['hours']>): MarketHours {
  return {
    spot_sek_per_kwh: Array.from(hours.spotSekPerKwh),
    import_sek_per_kwh: Array.from(hours.importSekPerKwh),
    export_sek_per_kwh: Array.from(hours.exportSekPerKwh),
  };
}

/** The price list as the dataset has it, and what it makes the energy cost. */
function gridBody({ list, inputs: { grid } }: ResolvedMarket): { grid?: MarketGrid } {
  if (!grid || !list) return {};
  const { unstated, energySekPerKwh } = grid;
  const energy_fee_sek_per_kwh = energySekPerKwh && profileRows(monthHourMeans(energySekPerKwh));
  return { grid: { list, unstated, energy_fee_sek_per_kwh } };
}

function householdBody({ household, inputs }: ResolvedMarket): MarketHousehold {
  const { record, yearlyKwh, partsKwh, useLoadsKwh, temperatures } = household;
  return {
    model: HOUSE_MODEL,
    yearly_kwh: yearlyKwh,
    load_kw: meanKw(inputs.loadKwh),
    uses: HOUSEHOLD_USES.map((use) => ({
      use,
      kwh: partsKwh[use],
      up_to_kwh: use === 'space_heat' ? null : record.uses[use].up_to_kwh.value,
      load_kw: meanKw(useLoadsKwh[use]),
    })),
    ev: { kwh_per_km: record.ev.kwh_per_km, charging_hours: record.ev.charging_hours.hours },
    temperature_c: temperatures.temperatureC,
    temperatures_of: temperatures.place,
    record,
  };
}

/** Means of the month's days, to 1 mW. */
function meanKw(loadKwh: Float64Array): number[][] {
  return profileRows(monthHourMeans(loadKwh).map((kw) => roundTo(kw, 6)));
}
