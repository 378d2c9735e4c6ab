import {
  BATTERY_FADE_PCT,
  BATTERY_STANDBY_W,
  INVERTER_SHARE,
  NEW_INVERTER,
} from '#engine/cash-flow.ts';
import { roundTo2 } from '#engine/round.ts';
import type { FuseA, PriceArea, SpotMonths } from '../../../schemas/types.ts';
import type { Language } from '../messages/messages.ts';
import type { Gesture } from '../ui/number-field.tsx';

export interface Face {
  /** Degrees from flat. */
  tilt: number;
  /** Compass degrees: 0 = N, 90 = E, 180 = S, 270 = W. */
  azimuth: number;
  kwp: number;
}

/** A year of a meter: 8760 Swedish clock hours. */
export interface MeterHours {
  importKwh: Float64Array;
  /** Null if the file has none, and its import is the house's whole use. */
  exportKwh: Float64Array | null;
}

/** Inputs that the savings of a year are computed from. The worker gets only these of the state. */
export interface HouseState {
  lat: number;
  lng: number;
  /** 1 to 10. */
  faces: readonly Face[];
  /** System losses of the roof, %, as calibrated by its log. Null for the API's own. */
  systemLossPct: number | null;
  /** Share of each month's production that snow takes, whole percents. Null if it does not count. */
  snowPct: readonly number[] | null;
  /** Share of each month's light that things near the roof shade, whole percents. Null if they do not count. */
  shadingPct: readonly number[] | null;
  /** Heights of what stands around, degrees, evenly spaced from north by way of east. Null for a free horizon. */
  horizonDeg: readonly number[] | null;
  /** Use of the house in a year, without its car. */
  useKwh: number;
  evKmPerDay: number;
  /**
   * Energies of a year by a meter whose file is not here but on the page that wrote the link. They then count instead of
   * the use. Null for none, and the sold ones for a house without sun.
   */
  meterBoughtKwh: number | null;
  meterSoldKwh: number | null;
  /** Share of its first capacity that the battery loses a year, %. */
  fadePct: number;
  /** Stand-by power of the battery and its inverter in every hour, W. */
  standbyW: number;
  /** Greatest power of the panels' inverter, kW. 0 for one that clips nothing. */
  inverterKw: number;
  /** Whether the battery is behind the panels' inverter, and may store what that clips. */
  isHybrid: boolean;
  /** Share of the battery's capacity that is kept for outages, %. What it always keeps is part of it. */
  reservePct: number;
  /** Whether that is kept from November to March only. */
  isWinterReserve: boolean;
  /** The grid's energy fee with VAT, öre/kWh. Null for the published tariff's. */
  gridFeeOre: number | null;
  /** The grid's power charge with VAT, SEK per kW and month. Null for the published tariff's. */
  powerChargeSek: number | null;
  /** Id of the grid company's price list, whose fees and power charges then count. Null for none. */
  gridTariff: string | null;
  /** Main fuse, A: one of FUSES_A. */
  fuseA: FuseA;
  /** Change of the price on the power exchange against today's, %, in every hour. */
  priceLevelPct: number;
  /** Whether that change is to the last known prices, wherever the house is. */
  isLatest: boolean;
}

/** The values that a person sets on the explorer, all of them held by its address. */
export interface ExplorerState extends HouseState {
  /** Price of the panels installed, VAT included. 0 if they are there already. */
  panelSekPerKwp: number;
  /** Price of a battery installed, VAT included: a fixed part and one for each kWh. */
  batteryFixedSek: number;
  batterySekPerKwh: number;
  /** The chosen system: kWh of its battery, 0 for panels only. Null for what is suggested. */
  batteryKwh: number | null;
  /** Number of owners who share the tax reduction. 0 for none. */
  owners: number;
  /** Rise of the price of electricity, % a year. Below 0 a fall. */
  priceRisePct: number;
  /** Interest by which later money counts less, % a year. */
  interestPct: number;
  lifeYears: number;
  /** Price of a new inverter, SEK with VAT, and the year at whose end it is bought. 0 SEK if none counts. */
  inverterSek: number;
  inverterYear: number;
  serviceSekPerYear: number;
  lang: Language;
}

/** Takes what the savings of a year are computed from: the state without prices of the system and later years. */
export function houseState(state: ExplorerState): HouseState {
  const { panelSekPerKwp, batteryFixedSek, batterySekPerKwh, batteryKwh, owners, ...rest } = state;
  const { priceRisePct, interestPct, lifeYears, inverterSek, inverterYear, ...others } = rest;
  const { serviceSekPerYear, lang, ...house } = others;
  return house;
}

export interface PlaceSpot {
  zone: PriceArea;
  /** The months that the spot prices are of, and their mean in the area, SEK/kWh without tax and VAT. */
  spot: SpotMean;
  /** The same of the last twelve months that are known. Null where the prices are of no earlier ones. */
  latest: SpotMean | null;
}

export interface SpotMean {
  months: SpotMonths;
  meanSek: number;
}

/**
 * The state with the price level of its place's last known prices, in whole percent, where it follows them. As it is
 * before prices have come, and where there are none that are later.
 */
export function followLatest<State extends HouseState>(
  state: State,
  prices: PlaceSpot | null,
): State {
  if (!state.isLatest || !prices?.latest) return state;
  const ratio = prices.latest.meanSek / prices.spot.meanSek;
  return { ...state, priceLevelPct: Math.round(100 * (ratio - 1)) };
}

/** The state that a link holds of a house whose meter was read: its hours stay on the page. */
export function withMeterSums(state: ExplorerState, meter: MeterHours | null): ExplorerState {
  if (!meter) return state;
  const sum = (hours: Float64Array) => hours.reduce((all, kwh) => all + kwh, 0);
  const meterSoldKwh = meter.exportKwh && sum(meter.exportKwh);
  return { ...state, meterBoughtKwh: sum(meter.importKwh), meterSoldKwh };
}

/** Whether a meter describes roof and house together. */
export function isSunInMeter(
  { meterBoughtKwh, meterSoldKwh }: HouseState,
  meter: MeterHours | null,
): boolean {
  return Boolean(meter ? meter.exportKwh : meterBoughtKwh !== null && meterSoldKwh);
}

/** Sets some of the state. A gesture that is `set` adds an entry to the history of the browser. */
export type Change = (part: Partial<ExplorerState>, gesture?: Gesture) => void;

/** Sizes of the batteries that are compared, kWh, also with the house without one. */
export const SIZES_KWH: readonly number[] = [5, 10, 15, 20];

/** Main fuses of houses, by which price lists set their fixed fees. */
export const FUSES_A: readonly FuseA[] = [16, 20, 25];

/** Sums the faces' power. */
export function sumKwp(faces: readonly Face[]): number {
  return faces.reduce((sum, { kwp }) => sum + kwp, 0);
}

/** Power of a usual panel, W. */
export const WATT_PER_PANEL = 440;

/** Counts the panels of a power. */
export function countPanels(kwp: number): number {
  return Math.round((1000 * kwp) / WATT_PER_PANEL);
}

/** Inverters of Swedish roofs have four fifths of the panels' power, and at least this, kW. Our choice, as the configurator's. */
const LEAST_INVERTER_KW = 3;

/** The usual power of an inverter of these faces, kW. */
export function usualInverterKw(faces: readonly Face[]): number {
  return Math.max(LEAST_INVERTER_KW, roundTo2(INVERTER_SHARE * sumKwp(faces)));
}

/** Whether the inverter is smaller than the panels, so that it may clip. */
export function mayClip({ inverterKw, faces }: Pick<HouseState, 'inverterKw' | 'faces'>): boolean {
  return inverterKw > 0 && inverterKw < sumKwp(faces);
}

/** Whether a horizon, shade or snow lessens what the roof yields. */
export function isLessened({ horizonDeg, shadingPct, snowPct }: HouseState): boolean {
  return horizonDeg !== null || shadingPct !== null || snowPct !== null;
}

/** The state of an empty address: a south roof in Stockholm. */
export const DEFAULT_STATE: Omit<ExplorerState, 'lang'> = {
  lat: 59.33,
  lng: 18.07,
  faces: [{ tilt: 27, azimuth: 180, kwp: 10 }],
  systemLossPct: null,
  snowPct: null,
  shadingPct: null,
  horizonDeg: null,
  useKwh: 15000,
  evKmPerDay: 0,
  meterBoughtKwh: null,
  meterSoldKwh: null,
  panelSekPerKwp: 14000,
  batteryFixedSek: 15000,
  batterySekPerKwh: 6000,
  batteryKwh: null,
  owners: 1,
  gridFeeOre: null,
  powerChargeSek: null,
  gridTariff: null,
  fuseA: 20,
  priceLevelPct: 0,
  isLatest: false,
  priceRisePct: 0,
  interestPct: 0,
  lifeYears: 25,
  inverterSek: NEW_INVERTER.sek,
  inverterYear: NEW_INVERTER.year,
  serviceSekPerYear: 0,
  fadePct: BATTERY_FADE_PCT,
  standbyW: BATTERY_STANDBY_W,
  reservePct: 0,
  isWinterReserve: false,
  inverterKw: 8,
  isHybrid: false,
};

/** The first page's state with another roof, whose inverter has its usual power. */
export function usualState(faces: readonly Face[]): Omit<ExplorerState, 'lang'> {
  return { ...DEFAULT_STATE, faces, inverterKw: usualInverterKw(faces) };
}
