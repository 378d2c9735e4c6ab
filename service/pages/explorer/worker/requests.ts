import { VERDICT_STRATEGIES } from '#engine/economy/battery-choice.ts';
import { ORE_PER_SEK, vatFactor } from '#engine/money.ts';
import { roundTo } from '#engine/round.ts';
import { MONTHS } from '../../../../schemas/codec/axes.ts';
import type {
  BatteryStrategiesRequest,
  PvYieldSeriesRequest,
  SimulationBattery,
  SimulationConsumption,
  SimulationPrices,
} from '../../../../schemas/types.ts';
import { BOUNDS } from '../../ui/bounds.ts';
import { type HouseState, type MeterHours, mayClip, SIZES_KWH } from '../state.ts';
import type { House, Place } from './local-calls.ts';
import type { PlaceMarket } from './place-market.ts';

/** The answers about a house's place that its request is built of. */
export interface HouseAnswers {
  /** The roof's 8760 hours. */
  pvKwh: readonly number[];
  market: PlaceMarket;
  /** The market's import price of each hour. Null where the dataset has no hours, or a grid fee of one's own raises none. */
  importHours: readonly number[] | null;
  /** The house's own. With an export it describes roof and house together. */
  meter: MeterHours | null;
}

/** Reads the system losses as the API takes them. Null for its own. */
export function readSystemLoss({ systemLossPct }: Place): number | null {
  return systemLossPct === null ? null : Number((systemLossPct / 100).toFixed(4));
}

/** Builds a call's place, with the system losses of its roofs where they are not the API's own. */
export function buildPlace(place: Place): { lat: number; lng: number; system_loss?: number } {
  const { lat, lng } = place;
  const system_loss = readSystemLoss(place);
  return { lat, lng, ...(system_loss === null ? {} : { system_loss }) };
}

/** Builds the call for the roof's hours. */
export function buildSeriesRequest(state: HouseState): PvYieldSeriesRequest {
  const { faces, snowPct, shadingPct, horizonDeg, inverterKw } = state;
  const { lat, lng, ...loss } = buildPlace(state);
  const own = {
    ...loss,
    ...(snowPct ? { snow_loss: snowPct.map((percent) => percent / 100) } : {}),
    ...(shadingPct ? { shading: shadingPct.map((percent) => (100 - percent) / 100) } : {}),
  };
  return {
    lat,
    lng,
    faces: faces.map(({ tilt, azimuth, kwp }) => ({ tilt, azimuth, kwp, ...own })),
    ...(horizonDeg ? { horizon_deg: [...horizonDeg] } : {}),
    ...(mayClip(state) ? { inverter_kw: inverterKw } : {}),
  };
}

/**
 * Builds the comparison of batteries in the house: one object for the engine, the API and the examples of code.
 */
export function buildComparisonRequest(
  state: HouseState,
  house: HouseAnswers,
): BatteryStrategiesRequest {
  const { pvKwh, meter } = house;
  const { lat, lng } = state;
  const prices = buildPrices(state, house);
  const isHybrid = storesClipped(state, meter);
  const throughInverter = isHybrid ? pvKwh.map((kwh) => Math.min(kwh, state.inverterKw)) : pvKwh;
  return {
    location: { lat, lng },
    consumption: meter
      ? { hourly_kwh: roundKwh(meter.importKwh) }
      : estimateUse(state, throughInverter),
    pv: { hourly_kwh: meter?.exportKwh ? roundKwh(meter.exportKwh) : [...pvKwh] },
    battery: buildBattery(state, meter),
    ...(Object.keys(prices).length > 0 ? { prices } : {}),
    compare: { strategies: [...VERDICT_STRATEGIES], sizes_kwh: [...SIZES_KWH] },
  };
}

/** Whether the battery may store what the inverter clips. What a meter exports has passed the inverter. */
function storesClipped(state: HouseState, meter: MeterHours | null): boolean {
  return state.isHybrid && mayClip(state) && !meter?.exportKwh;
}

/** Builds the call for the hours of the roof in a house: before the inverter where the battery is behind that, too. */
export function buildHouseSeries({ state, meter }: House): PvYieldSeriesRequest {
  return buildSeriesRequest(storesClipped(state, meter) ? { ...state, inverterKw: 0 } : state);
}

/**
 * Estimates a house's use without its meter's hours: by its numbers, or by the energies that its meter bought and sold,
 * a car's among them. A house uses what it buys, and what its roof yields but does not sell.
 */
function estimateUse(
  { useKwh, evKmPerDay, meterBoughtKwh, meterSoldKwh }: HouseState,
  pvKwh: readonly number[],
): SimulationConsumption {
  if (meterBoughtKwh === null) return { yearly_kwh: useKwh, ev_km_per_day: evKmPerDay };
  const yieldKwh = pvKwh.reduce((sum, kwh) => sum + kwh, 0);
  const usedKwh = meterSoldKwh ? Math.max(0, Math.round(yieldKwh) - meterSoldKwh) : 0;
  return { yearly_kwh: Math.min(meterBoughtKwh + usedKwh, BOUNDS.yearlyKwh.max) };
}

/** Whether each month is one of the dark and stormy ones, November to March. */
const IS_WINTER = Array.from({ length: MONTHS }, (_, month) => month < 3 || month > 9);

/** Builds what all sizes share. */
function buildBattery(state: HouseState, meter: MeterHours | null): SimulationBattery {
  const { fadePct, standbyW, reservePct, isWinterReserve, inverterKw } = state;
  const share = reservePct / 100;
  return {
    ...(storesClipped(state, meter) ? { inverter_kw: inverterKw, coupling: 'dc' } : {}),
    capacity_kwh: 0,
    reserve_share: isWinterReserve ? IS_WINTER.map((isWinter) => (isWinter ? share : 0)) : share,
    standby_w: standbyW,
    fade_pct_per_year: fadePct,
  };
}

/** Builds what is not the place's own by month and clock hour. The fees are those that a bill shows, with VAT. */
function buildPrices(state: HouseState, { market, importHours }: HouseAnswers): SimulationPrices {
  const { gridFeeOre, powerChargeSek, gridTariff, fuseA } = state;
  const { prices, isByTheHour } = market;
  const resolution: SimulationPrices = isByTheHour ? { resolution: 'hourly' } : {};
  if (gridTariff) return { ...resolution, grid_tariff: gridTariff, fuse_a: fuseA };
  if (gridFeeOre === null) {
    const own = powerChargeSek === null ? {} : { peak_charge_sek_per_kw_month: powerChargeSek };
    return { ...resolution, ...own };
  }
  const moreSek = gridFeeDeltaSek(gridFeeOre, market);
  const raise = (row: readonly number[]) => row.map((sek) => roundTo(sek + moreSek, 6));
  return {
    ...resolution,
    import_sek_per_kwh: importHours ? raise(importHours) : prices.import_sek_per_kwh.map(raise),
    monthly_fee_sek: prices.monthly_fee_sek,
    peak_charge_sek_per_kw_month: powerChargeSek ?? prices.peak_charge_sek_per_kw_month,
  };
}

/** Computes by how much a grid fee of one's own raises the price of a bought kWh, SEK. */
function gridFeeDeltaSek(gridFeeOre: number, { tariff }: PlaceMarket): number {
  const published = tariff.grid_fee.value * vatFactor(tariff.vat.value);
  return roundTo((gridFeeOre - published) / ORE_PER_SEK, 6);
}

/** Computes the same for the market's hours. Null without a fee of one's own, or hours. */
export function computeRaiseSek({ gridFeeOre }: HouseState, market: PlaceMarket): number | null {
  return gridFeeOre === null || !market.isByTheHour ? null : gridFeeDeltaSek(gridFeeOre, market);
}

/** Rounds to tenths of a Wh, as a meter counts, for a shorter body. */
function roundKwh(kwh: Float64Array): number[] {
  return Array.from(kwh, (value) => roundTo(value, 4));
}
