import { ORE_PER_SEK, vatFactor } from '#engine/money.ts';
import type {
  BatteryStrategiesRequest,
  BatteryStrategy,
  PvYieldSeriesRequest,
  SimulationMarket,
  SimulationPrices,
} from '../../../../schemas/types.ts';
import type { ExplorerState } from '../../shared/state.ts';
import type { MeterYear } from '../meter/meter-file.ts';

/** Batteries that the page compares, kWh, also with the house without one. */
const SIZES_KWH: readonly number[] = [5, 10, 15, 20];

/** Builds the call for the roof's hours. */
export function buildSeriesRequest({ lat, lng, faces }: ExplorerState): PvYieldSeriesRequest {
  return { lat, lng, faces: faces.map(({ tilt, azimuth, kwp }) => ({ tilt, azimuth, kwp })) };
}

/** Computes the price of the roof's panels installed, SEK with VAT. */
export function computePanelCostSek({ faces, panelSekPerKwp }: ExplorerState): number {
  return Math.round(panelSekPerKwp * faces.reduce((sum, { kwp }) => sum + kwp, 0));
}

/** Computes the price of a battery of a size installed, SEK with VAT. */
export function computeBatteryCostSek(
  { batteryFixedSek, batterySekPerKwh }: ExplorerState,
  sizeKwh: number,
): number {
  return Math.round(batteryFixedSek + batterySekPerKwh * sizeKwh);
}

/**
 * Builds the comparison of batteries in the house: one object for the engine, the API and the examples of code.
 * @param pvKwh the roof's 8760 hours
 * @param meter the house's own; with an export it stands for roof and house together
 */
export function buildComparisonRequest(
  state: ExplorerState,
  pvKwh: readonly number[],
  market: SimulationMarket,
  meter: MeterYear | null,
): BatteryStrategiesRequest {
  const { lat, lng, useKwh, evKmPerDay } = state;
  const prices = buildOwnPrices(state, market);
  const costs = SIZES_KWH.map((size) => [String(size), computeBatteryCostSek(state, size)]);
  return {
    location: { lat, lng },
    consumption: meter
      ? { hourly_kwh: roundKwh(meter.importKwh) }
      : { yearly_kwh: useKwh, ev_km_per_day: evKmPerDay },
    pv: { hourly_kwh: meter?.exportKwh ? roundKwh(meter.exportKwh) : [...pvKwh] },
    ...(prices ? { prices } : {}),
    compare: {
      strategies: chooseStrategies(prices?.peak_charge_sek_per_kw_month ?? readPeakCharge(market)),
      sizes_kwh: [...SIZES_KWH],
      cost_sek_by_size: Object.fromEntries(costs),
    },
  };
}

/** Without a power charge there are no peaks worth shaving. */
function chooseStrategies(peakChargeSek: number): BatteryStrategy[] {
  const always: BatteryStrategy[] = ['self_consumption', 'arbitrage', 'combined'];
  return peakChargeSek > 0 ? [...always, 'peak_shaving'] : always;
}

/** Null if the place's own prices hold. The fees are those that a bill shows, with VAT. */
function buildOwnPrices(state: ExplorerState, market: SimulationMarket): SimulationPrices | null {
  const { gridFeeOre, powerChargeSek } = state;
  if (gridFeeOre === null) {
    return powerChargeSek === null ? null : { peak_charge_sek_per_kw_month: powerChargeSek };
  }
  const { prices, tariff } = market;
  const published = tariff.grid_fee.value * vatFactor(tariff.vat.value);
  const moreSek = (gridFeeOre - published) / ORE_PER_SEK;
  return {
    import_sek_per_kwh: prices.import_sek_per_kwh.map((day) =>
      day.map((sek) => roundSek(sek + moreSek)),
    ),
    monthly_fee_sek: prices.monthly_fee_sek,
    peak_charge_sek_per_kw_month: powerChargeSek ?? readPeakCharge(market),
  };
}

function readPeakCharge({ prices }: SimulationMarket): number {
  return prices.peak_charge_sek_per_kw_month;
}

function roundSek(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Rounds to tenths of a Wh, as a meter counts, for a shorter body. */
function roundKwh(kwh: Float64Array): number[] {
  return Array.from(kwh, (value) => Math.round(value * 1e4) / 1e4);
}
