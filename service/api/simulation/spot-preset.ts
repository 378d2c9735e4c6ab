import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type {
  EnergyTaxArea,
  ModelTariff,
  PriceArea,
  SimulationLocation,
  SimulationModel,
  Tariff,
} from '../../../schemas/types.ts';
import { energyTaxArea } from './energy-tax.ts';
import { PROFILE } from './series.ts';

/*
 * The preset se_spot: the area's spot price profile under the newest tariff record, whose parts are
 * in öre without VAT.
 */

const SEK_PER_ORE = 0.01;
const PER_CENT = 0.01;

/** Full import price, SEK/kWh [month][clock hour]: (spot + markup + grid fee + energy tax) x (1 + VAT). */
export function spotImport(
  prices: PricesArtifact,
  location: SimulationLocation | null,
  zone: PriceArea,
): Float64Array {
  const tariff = newestTariff(prices);
  const taxOre = energyTaxOre(tariff, energyTaxArea(prices, location, zone));
  const ore = tariff.supplier_markup.value + tariff.grid_fee.value + taxOre;
  const withVat = vatFactor(tariff);
  return spotProfile(prices, zone).map((spot) => (spot + ore * SEK_PER_ORE) * withVat);
}

/** Export price, SEK/kWh [month][clock hour]: spot + grid benefit, without VAT. */
export function spotExport(prices: PricesArtifact, zone: PriceArea): Float64Array {
  const benefitSek = newestTariff(prices).grid_benefit.value * SEK_PER_ORE;
  return spotProfile(prices, zone).map((spot) => spot + benefitSek);
}

/** Monthly fee and power charge of the preset with VAT, SEK. */
export function presetCharges(prices: PricesArtifact): { feeSek: number; peakSekPerKw: number } {
  const tariff = newestTariff(prices);
  const withVat = vatFactor(tariff);
  return {
    feeSek: tariff.monthly_fee.value * withVat,
    peakSekPerKw: tariff.power_charge.value * withVat,
  };
}

/** What an answer's `model` tells of the preset. */
export type PresetModel = Required<
  Pick<
    SimulationModel,
    'price_profile_window_days' | 'spot_profile_refreshed_at' | 'spot_source' | 'tariff'
  >
>;

/** What the preset prices a house by. */
export function presetModel(
  artifact: PricesArtifact,
  location: SimulationLocation | null,
  zone: PriceArea,
): PresetModel {
  const { spot } = artifact.header;
  return {
    price_profile_window_days: spot.window_days,
    spot_profile_refreshed_at: spot.refreshed_at,
    spot_source: spot.source,
    tariff: tariffOf(artifact, energyTaxArea(artifact, location, zone)),
  };
}

function tariffOf(artifact: PricesArtifact, taxArea: EnergyTaxArea): ModelTariff {
  const tariff = newestTariff(artifact);
  const part = ({ value, unit, source }: ModelTariff['vat']) => ({ value, unit, source });
  return {
    valid_from: tariff.valid_from,
    supplier_markup: part(tariff.supplier_markup),
    grid_fee: part(tariff.grid_fee),
    energy_tax: { ...part(tariff.energy_tax), value: energyTaxOre(tariff, taxArea) },
    energy_tax_area: taxArea,
    vat: part(tariff.vat),
    grid_benefit: part(tariff.grid_benefit),
    monthly_fee: part(tariff.monthly_fee),
    power_charge: part(tariff.power_charge),
  };
}

/** The tariff record with the latest first day. */
export function newestTariff({ header }: PricesArtifact): Tariff {
  return header.tariffs.records.reduce((newest, record) =>
    record.valid_from > newest.valid_from ? record : newest,
  );
}

/** Energy tax, öre/kWh without VAT. */
function energyTaxOre({ energy_tax }: Tariff, { reduced }: EnergyTaxArea): number {
  return reduced ? energy_tax.reduced : energy_tax.value;
}

function vatFactor({ vat }: Tariff): number {
  return 1 + vat.value * PER_CENT;
}

/** Spot price of an area, SEK/kWh without tax and VAT [month][clock hour]. */
export function spotProfile(prices: PricesArtifact, zone: PriceArea): Float64Array {
  const first = PRICE_AREAS.indexOf(zone) * PROFILE;
  return prices.spot_profile.subarray(first, first + PROFILE);
}
