import { ORE_PER_SEK, vatFactor } from '#engine/money.ts';
import { roundTo } from '#engine/round.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type {
  EnergyCharge,
  EnergyTaxArea,
  ModelTariff,
  PriceArea,
  SimulationLocation,
  SimulationModel,
  Tariff,
} from '../../../schemas/types.ts';
import { energyTaxArea } from './energy-tax.ts';
import type { HouseGridTariff } from './grid-tariff.ts';
import { PROFILE } from './series.ts';

/*
 * The preset se_spot: the area's spot prices, by month and clock hour or by the hour, under the newest tariff record,
 * whose parts are in öre without VAT.
 */

const SEK_PER_ORE = 1 / ORE_PER_SEK;

/**
 * The preset's part of a house: prices [month][clock hour], or of the 8760 hours, charges, and their part of an
 * answer's `model`.
 */
export interface SpotPreset {
  importSekPerKwh: Float64Array;
  exportSekPerKwh: Float64Array;
  charges: PresetCharges;
  model: PresetModel;
}

/** Monthly fee and power charge with VAT. */
interface PresetCharges {
  feeSek: number;
  peakSekPerKw: number;
}

/**
 * Prices a house by the preset; the place of its energy tax is looked up once.
 * @param spotSekPerKwh the area's hours in the place of its means by month and clock hour
 * @param grid a price list whose energy fee, where it knows one, is that of the spot prices' hours
 */
export function spotPreset(
  prices: PricesArtifact,
  location: SimulationLocation | null,
  zone: PriceArea,
  spotSekPerKwh = spotProfile(prices, zone),
  grid: HouseGridTariff | null = null,
): SpotPreset {
  const taxArea = energyTaxArea(prices, location, zone);
  const feeSekPerKwh = grid?.energySekPerKwh;
  return {
    importSekPerKwh: feeSekPerKwh
      ? importOverFee(prices, taxArea, spotSekPerKwh, feeSekPerKwh)
      : importPrices(prices, taxArea, spotSekPerKwh),
    exportSekPerKwh: exportPrices(prices, spotSekPerKwh),
    charges: presetCharges(prices),
    model: presetModel(prices, taxArea, grid),
  };
}

/** Full import price, SEK/kWh: (spot + markup + grid fee + energy tax) x (1 + VAT). */
function importPrices(
  prices: PricesArtifact,
  taxArea: EnergyTaxArea,
  spotSekPerKwh: Float64Array,
): Float64Array {
  const tariff = newestTariff(prices);
  const taxOre = energyTaxOre(tariff, taxArea);
  const ore = tariff.supplier_markup.value + tariff.grid_fee.value + taxOre;
  const withVat = vatFactor(tariff.vat.value);
  return spotSekPerKwh.map((spot) => (spot + ore * SEK_PER_ORE) * withVat);
}

/** Full import price of each hour, SEK/kWh: (spot + markup + energy tax) x (1 + VAT) + the price list's fee. */
function importOverFee(
  prices: PricesArtifact,
  taxArea: EnergyTaxArea,
  spotSekPerKwh: Float64Array,
  feeSekPerKwh: Float64Array,
): Float64Array {
  const tariff = newestTariff(prices);
  const ore = tariff.supplier_markup.value + energyTaxOre(tariff, taxArea);
  const withVat = vatFactor(tariff.vat.value);
  return spotSekPerKwh.map((spot, t) => (spot + ore * SEK_PER_ORE) * withVat + feeSekPerKwh[t]);
}

/** Export price, SEK/kWh: spot + grid benefit, without VAT. */
function exportPrices(prices: PricesArtifact, spotSekPerKwh: Float64Array): Float64Array {
  const benefitSek = newestTariff(prices).grid_benefit.value * SEK_PER_ORE;
  return spotSekPerKwh.map((spot) => spot + benefitSek);
}

function presetCharges(prices: PricesArtifact): PresetCharges {
  const tariff = newestTariff(prices);
  const withVat = vatFactor(tariff.vat.value);
  return {
    feeSek: tariff.monthly_fee.value * withVat,
    peakSekPerKw: tariff.power_charge.value * withVat,
  };
}

/** The preset's part of an answer's `model`. */
export type PresetModel = Required<
  Pick<SimulationModel, 'price_profile_window_days' | 'spot_profile_refreshed_at' | 'spot_source'>
> & { tariff: PresetTariff };

/** The parts of the preset. */
export type PresetTariff = Required<Omit<ModelTariff, 'grid'>>;

function presetModel(
  artifact: PricesArtifact,
  taxArea: EnergyTaxArea,
  grid: HouseGridTariff | null,
): PresetModel {
  const { spot } = artifact.header;
  return {
    price_profile_window_days: spot.window_days,
    spot_profile_refreshed_at: spot.refreshed_at,
    spot_source: spot.source,
    tariff: tariffOf(artifact, taxArea, grid),
  };
}

function tariffOf(
  artifact: PricesArtifact,
  taxArea: EnergyTaxArea,
  grid: HouseGridTariff | null,
): PresetTariff {
  const tariff = newestTariff(artifact);
  const part = ({ value, unit, source }: PresetTariff['vat']) => ({ value, unit, source });
  return {
    valid_from: tariff.valid_from,
    supplier_markup: part(tariff.supplier_markup),
    grid_fee: part(gridFee(tariff, grid)),
    energy_tax: { ...part(tariff.energy_tax), value: energyTaxOre(tariff, taxArea) },
    energy_tax_area: taxArea,
    vat: part(tariff.vat),
    grid_benefit: part(tariff.grid_benefit),
    monthly_fee: part(tariff.monthly_fee),
    power_charge: part(tariff.power_charge),
  };
}

/** The grid company's fee per kWh: the record's, or the mean of a price list's hours. */
export function gridFee({ grid_fee, vat }: Tariff, grid: HouseGridTariff | null): EnergyCharge {
  if (!grid?.energySekPerKwh) return grid_fee;
  const { list, energySekPerKwh } = grid;
  const { company = 'Own price list', id = '', as_of = grid_fee.as_of, trust = 'C' } = list;
  const mean = energySekPerKwh.reduce((sum, sek) => sum + sek, 0) / energySekPerKwh.length;
  const value = roundTo((mean * ORE_PER_SEK) / vatFactor(vat.value), 4);
  const source = `${company} ${id}`.trim();
  return { value, unit: grid_fee.unit, source: `${source}: mean of its hours`, as_of, trust };
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

/** Spot price of an area, SEK/kWh without tax and VAT [month][clock hour]. */
export function spotProfile(prices: PricesArtifact, zone: PriceArea): Float64Array {
  const first = PRICE_AREAS.indexOf(zone) * PROFILE;
  return prices.spot_profile.subarray(first, first + PROFILE);
}
