import { roundTo } from '#engine/round.ts';
import consumption from '../../../schemas/api/simulation-consumption.schema.json' with {
  type: 'json',
};
import { HOUSEHOLD_USES, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type {
  MarketHousehold,
  MarketTariff,
  ModelTariff,
  SimulationMarket,
  SimulationMarketInput,
} from '../../../schemas/types.ts';
import type { HouseholdModel, HouseRequest } from './house-request.ts';
import { householdParts, useProfile } from './household-load.ts';
import { type Market, marketOf } from './market.ts';
import { firstDays, profileRows } from './series.ts';
import { newestTariff, spotPreset, spotProfile } from './spot-preset.ts';

const { yearly_kwh, ev_km_per_day } = consumption.properties;

const DEFAULT_LOAD: HouseholdModel = {
  yearly_kwh: yearly_kwh.default,
  ev_km_per_day: ev_km_per_day.default,
};

/**
 * The market of a house of which nothing is known but its place, which is covered: what `marketOf`
 * settles for its simulation, and the parts that it is made of. Prices are not rounded, so that a
 * simulation with them is to the last digit the one without.
 */
export function marketAnswer(
  dataset: PricesArtifact,
  input: SimulationMarketInput,
): SimulationMarket {
  const house = houseAt(input);
  const market = marketOf(house, undefined, dataset);
  const { prices, zone, zoneSource, attribution } = market;
  const { tariff, ...spot } = spotPreset(dataset, house.location, zone).model;
  return {
    prices: {
      import_sek_per_kwh: firstDays(prices.importSekPerKwh),
      export_sek_per_kwh: firstDays(prices.exportSekPerKwh),
      monthly_fee_sek: prices.monthlyFeeSek,
      peak_charge_sek_per_kw_month: prices.peakChargeSekPerKw,
    },
    spot_sek_per_kwh: profileRows(spotProfile(dataset, zone)),
    tariff: tariffBody(dataset, tariff),
    household: householdBody(dataset, market),
    input,
    model: { zone, zone_source: zoneSource, spot_year: dataset.header.spot.year, ...spot },
    attribution,
  };
}

/** A house by default; PV does not enter its market. */
function houseAt({ lat, lng, zone }: SimulationMarketInput): HouseRequest {
  const area = zone ? { zone } : {};
  const hasPoint = lat !== undefined && lng !== undefined;
  return {
    location: hasPoint ? { lat, lng, ...area } : null,
    ...area,
    consumption: DEFAULT_LOAD,
    pv: { monthly_profile: [] },
    prices: { preset: 'se_spot' },
  };
}

/** The tariff that priced the house, with the dates and the trust of its record. */
function tariffBody(
  dataset: PricesArtifact,
  { energy_tax: { value }, energy_tax_area }: ModelTariff,
): MarketTariff {
  const { energy_tax, ...record } = newestTariff(dataset);
  const { unit, source, as_of, trust } = energy_tax;
  return { ...record, energy_tax: { value, unit, source, as_of, trust }, energy_tax_area };
}

function householdBody(dataset: PricesArtifact, { zone, loadKwh }: Market): MarketHousehold {
  const { household } = dataset.header;
  const partsKwh = householdParts(household, DEFAULT_LOAD.yearly_kwh);
  const { hours } = household.ev.charging_hours;
  return {
    yearly_kwh: DEFAULT_LOAD.yearly_kwh,
    load_kw: roundKw(firstDays(loadKwh)),
    uses: HOUSEHOLD_USES.map((use) => ({
      use,
      kwh: partsKwh[use],
      up_to_kwh: use === 'space_heat' ? null : household.uses[use].up_to_kwh.value,
      load_kw: roundKw(profileRows(useProfile(dataset, zone, use, partsKwh[use]))),
    })),
    ev: { kwh_per_km: household.ev.kwh_per_km, charging_hours: hours },
  };
}

/** Rounds to 1 mW. */
function roundKw(table: number[][]): number[][] {
  return table.map((day) => day.map((kw) => roundTo(kw, 6)));
}
