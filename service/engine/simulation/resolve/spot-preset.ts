/*
 * The preset se_spot: the area's spot prices, by month and clock hour or by the hour, under the newest tariff record,
 * whose parts are in öre without VAT.
 */

import { PRICE_AREAS } from '../../../../schemas/codec/price-area.ts';
import {
  hoursUse,
  type PricesArtifact,
  spotHours,
} from '../../../../schemas/codec/prices-artifact.ts';
import type {
  EnergyCharge,
  EnergyTaxArea,
  MarketTariff,
  PriceArea,
  PricesHeader,
  SimulationLocation,
  SpotMonths,
  Tariff,
} from '../../../../schemas/types.ts';
import { ORE_PER_SEK, vatFactor } from '../../money.ts';
import { RequestError } from '../../refusal.ts';
import { roundTo } from '../../round.ts';
import { mean } from '../../statistics.ts';
import type { HouseGridTariff, PresetModel, PresetTariff } from '../house-case.ts';
import type { PricesRequest } from '../house-request.ts';
import { PROFILE, repeatProfile } from '../series.ts';
import { energyTaxArea } from './place.ts';

const SEK_PER_ORE = 1 / ORE_PER_SEK;

/** Decimals of a spot price in SEK, in which a float32 up to 8 SEK/kWh is the feed's own number again. */
const DECIMALS = 6;

/** Decimals of a price with its parts: finer than any, and coarser than the rounding of their sums. */
const SUM_DECIMALS = 9;

type Resolution = PricesRequest['resolution'];

/** Parts of a request that change the preset's prices: the resolution, and the supplier's fee on sold power. */
type PresetRequest = Pick<PricesRequest, 'resolution' | 'export_fee_sek_per_kwh'>;

/**
 * The preset's part of a house: prices [month][clock hour], or of the 8760 hours, charges, and their part of an
 * answer's `model`.
 */
export interface SpotPreset {
  importSekPerKwh: Float64Array;
  exportSekPerKwh: Float64Array;
  /** Monthly fee and power charge with VAT. */
  charges: { feeSek: number; peakSekPerKw: number };
  model: PresetModel;
}

/**
 * Prices a house by the preset, in each hour of the spot year or by month and clock hour.
 * @param grid a price list. Its energy fee, where it knows one, needs every hour
 * @throws RequestError not_supported where the dataset has no hours
 */
export function spotPreset(
  prices: PricesArtifact,
  location: SimulationLocation | null,
  zone: PriceArea,
  request: PresetRequest = {},
  grid: HouseGridTariff | null = null,
): SpotPreset {
  const { resolution } = request;
  const taxArea = energyTaxArea(prices, location, zone);
  const tariff = presetTariff(prices, request, grid);
  const withVat = vatFactor(tariff.vat.value);
  const feeSekPerKwh = grid?.energySekPerKwh ?? null;
  const needsHours = resolution === 'hourly' || feeSekPerKwh !== null;
  const spot = needsHours ? spotHoursOf(prices, zone, resolution) : spotProfile(prices, zone);
  const rounded = (sekPerKwh: Float64Array) =>
    resolution === 'hourly' ? sekPerKwh.map((sek) => roundTo(sek, SUM_DECIMALS)) : sekPerKwh;
  return {
    importSekPerKwh: rounded(importPrices(tariff, taxArea, spot, feeSekPerKwh)),
    exportSekPerKwh: rounded(exportPrices(tariff, spot)),
    charges: {
      feeSek: tariff.monthly_fee.value * withVat,
      peakSekPerKw: tariff.power_charge.value * withVat,
    },
    model: presetModel(prices, tariff, taxArea),
  };
}

/**
 * Full import price, SEK/kWh: (spot + markup + grid fee + energy tax) x (1 + VAT). The fee of a price list, which is
 * per hour and with VAT, replaces the record's.
 */
function importPrices(
  tariff: Tariff,
  taxArea: EnergyTaxArea,
  spotSekPerKwh: Float64Array,
  feeSekPerKwh: Float64Array | null,
): Float64Array {
  const gridOre = feeSekPerKwh ? 0 : tariff.grid_fee.value;
  const ore = tariff.supplier_markup.value + gridOre + energyTaxOre(tariff, taxArea);
  const withVat = vatFactor(tariff.vat.value);
  return spotSekPerKwh.map(
    (spot, t) => (spot + ore * SEK_PER_ORE) * withVat + (feeSekPerKwh?.[t] ?? 0),
  );
}

/** Export price, SEK/kWh: spot + grid benefit - the supplier's fee, without VAT. */
function exportPrices(
  { grid_benefit, export_fee }: PricedTariff,
  spotSekPerKwh: Float64Array,
): Float64Array {
  const moreSek = (grid_benefit.value - export_fee.value) * SEK_PER_ORE;
  return spotSekPerKwh.map((spot) => spot + moreSek);
}

function presetModel(
  { header: { spot } }: PricesArtifact,
  tariff: PricedTariff,
  taxArea: EnergyTaxArea,
): PresetModel {
  const part = ({ value, unit, source }: PresetTariff['vat']) => ({ value, unit, source });
  return {
    price_profile_window_days: spot.window_days,
    price_profile_months: spotMonths(spot),
    spot_profile_refreshed_at: spot.refreshed_at,
    spot_source: spot.source,
    tariff: {
      valid_from: tariff.valid_from,
      supplier_markup: part(tariff.supplier_markup),
      grid_fee: part(tariff.grid_fee),
      energy_tax: { ...part(tariff.energy_tax), value: energyTaxOre(tariff, taxArea) },
      energy_tax_area: taxArea,
      vat: part(tariff.vat),
      grid_benefit: part(tariff.grid_benefit),
      export_fee: part(tariff.export_fee),
      monthly_fee: part(tariff.monthly_fee),
      power_charge: part(tariff.power_charge),
    },
  };
}

/** The twelve months of a dataset's spot prices. */
export function spotMonths({ year, months }: PricesHeader['spot']): SpotMonths {
  return months ?? { first: `${year}-01`, last: `${year}-12` };
}

/** The tariff that priced a house, with the dates and the trust of its record. */
export function marketTariff(
  prices: PricesArtifact,
  { energy_tax: { value }, energy_tax_area }: PresetTariff,
  grid: HouseGridTariff | null,
): MarketTariff {
  const { energy_tax, ...record } = presetTariff(prices, {}, grid);
  const { unit, source, as_of, trust } = energy_tax;
  return {
    ...record,
    energy_tax: { value, unit, source, as_of, trust },
    energy_tax_area,
  };
}

/** A record with all of its parts. */
type PricedTariff = Required<Tariff>;

/** The newest record, with what a price list or the caller states in the place of its figures. */
function presetTariff(
  prices: PricesArtifact,
  request: PresetRequest,
  grid: HouseGridTariff | null,
): PricedTariff {
  const record = newestTariff(prices);
  return {
    ...record,
    grid_fee: gridFee(record, grid),
    grid_benefit: gridBenefit(record, grid),
    export_fee: exportFee(record, request),
  };
}

/** The grid company's payment per exported kWh: of a price list that states it, otherwise the record's. */
function gridBenefit({ grid_benefit }: Tariff, grid: HouseGridTariff | null): EnergyCharge {
  if (!grid?.list.grid_benefit) return grid_benefit;
  const { company = 'Own price list', id = '', grid_benefit: stated } = grid.list;
  const { ore_per_kwh: value, source, as_of = grid_benefit.as_of, trust = 'C' } = stated;
  const list = `${company} ${id}`.trim();
  return {
    ...{ value, unit: grid_benefit.unit, as_of, trust },
    source: source ? `${list}: ${source}` : list,
  };
}

/** The supplier's fee per exported kWh: the caller's, otherwise the record's. */
function exportFee(
  { export_fee, valid_from: as_of }: Tariff,
  { export_fee_sek_per_kwh: sek }: PresetRequest,
): EnergyCharge {
  if (export_fee && sek === undefined) return export_fee;
  const source = sek === undefined ? 'The dataset has none' : 'The request';
  return { value: (sek ?? 0) * ORE_PER_SEK, unit: 'öre/kWh', source, as_of, trust: 'C' };
}

/** The grid company's fee per kWh: the record's, or the mean of a price list's hours. */
function gridFee({ grid_fee, vat }: Tariff, grid: HouseGridTariff | null): EnergyCharge {
  if (!grid?.energySekPerKwh) return grid_fee;
  const { list, energySekPerKwh } = grid;
  const { company = 'Own price list', id = '', as_of = grid_fee.as_of, trust = 'C' } = list;
  const value = roundTo((mean(energySekPerKwh) * ORE_PER_SEK) / vatFactor(vat.value), 4);
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

/**
 * Spot price of each hour of an area, SEK/kWh: its own, or that of its month and clock hour.
 * @throws RequestError not_supported where the dataset has no hours
 */
export function spotHoursOf(
  prices: PricesArtifact,
  zone: PriceArea,
  resolution: Resolution,
): Float64Array {
  return resolution === 'hourly'
    ? spotYear(prices, zone)
    : repeatProfile(spotProfile(prices, zone));
}

const NO_HOURS = 'the dataset has only the means of its spot prices by month and clock hour';
const NOT_LISTED = 'the terms of these spot prices do not allow to list their hours';

/**
 * The hours of an area's spot year, SEK/kWh without tax and VAT, by the Swedish clock.
 * @throws RequestError not_supported where the dataset has none
 */
export function spotYear(prices: PricesArtifact, zone: PriceArea): Float64Array {
  const hours = spotHours(prices, zone);
  if (!hours) throw notSupported('prices.resolution', `${NO_HOURS}. Leave it out.`);
  return hours.map((sek) => roundTo(sek, DECIMALS));
}

/**
 * Refuses an answer with the hours of spot prices that are not there, or may not be given on.
 * @param field that asks for it
 * @throws RequestError not_supported
 */
export function assertListed(prices: PricesArtifact, field: string): void {
  const use = hoursUse(prices);
  if (use === 'none') throw notSupported(field, `${NO_HOURS}. Leave it out.`);
  if (use === 'computed')
    throw notSupported(field, `${NOT_LISTED}. Simulations compute with them.`);
}

function notSupported(field: string, why: string): RequestError {
  return new RequestError('not_supported', `"${field}" is hourly, but ${why}`, field);
}
