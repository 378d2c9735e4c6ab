/** From what a visitor chose to three systems with prices: the same in the browser and in the server. */
import type {
  ConfiguratorInputs,
  EmbedInverter,
  EmbedPanel,
  PvYieldSeriesRequest,
  SystemKind,
} from '../../../schemas/types.ts';
import { type GreenDeduction, greenDeduction } from '../deduction/green-deduction.ts';
import { type OfferRow, turnkeyRows } from '../deduction/offer-rows.ts';
import { CAP_SEK } from '../deduction/rates.ts';
import type { WorkClass } from '../deduction/work-class.ts';
import { roundTo } from '../round.ts';
import type { Savings } from './battery-choice.ts';
import { type FirstYear, paybackYears } from './cash-flow.ts';
import type { Catalogue } from './catalogue.ts';

/** What stands on the roof, and what turns it into alternating current. */
export interface RoofPlan {
  panel: EmbedPanel;
  panelCount: number;
  kwp: number;
  inverter: EmbedInverter;
  inverterCount: number;
  inverterKw: number;
}

/** One of the three systems. Money in SEK with VAT. */
export interface SystemOffer {
  kind: SystemKind;
  batteryKwh: number;
  chargerCount: number;
  priceSek: number;
  deduction: GreenDeduction;
  /** After the deduction. */
  netSek: number;
  savingSek: number;
  /** Null: not in the years that count. */
  paybackYears: number | null;
  paybackYearsWithoutDeduction: number | null;
}

const VAT_PERCENT = 25;

/** Inverters of Swedish roofs have less power than the panels, which are seldom at their peak. Our choice. */
const INVERTER_SHARE = 0.8;

/** Line voltage of a house's three phases. */
const LINE_VOLT = 400;

/** The panels, and the least inverter that fits them, or several of the largest. */
export function roofPlan(
  catalogue: Catalogue,
  { faces, panel: index }: Pick<ConfiguratorInputs, 'faces' | 'panel'>,
): RoofPlan {
  const panel = catalogue.panels[index] ?? catalogue.panels[0];
  const panelCount = faces.reduce((sum, { panel_count }) => sum + panel_count, 0);
  const kwp = kwpOf(panelCount, panel);
  const rising = catalogue.inverters.toSorted((a, b) => a.kw - b.kw);
  const largest = rising[rising.length - 1];
  const inverter = rising.find(({ kw }) => kw >= INVERTER_SHARE * kwp) ?? largest;
  const inverterCount = Math.max(1, Math.ceil((INVERTER_SHARE * kwp) / inverter.kw));
  return {
    panel,
    panelCount,
    kwp,
    inverter,
    inverterCount,
    inverterKw: inverterCount * inverter.kw,
  };
}

/** Most that a main fuse lets through on three phases, kW. */
export function fuseKw(mainFuseA: number): number {
  return (Math.sqrt(3) * LINE_VOLT * mainFuseA) / 1000;
}

/** Body of the series call that tells what the roof yields. */
export function seriesRequest(
  catalogue: Catalogue,
  inputs: ConfiguratorInputs,
): PvYieldSeriesRequest {
  const { panel, inverterKw } = roofPlan(catalogue, inputs);
  return {
    lat: inputs.lat,
    lng: inputs.lng,
    faces: inputs.faces.map(({ tilt, azimuth, panel_count }) => ({
      tilt,
      azimuth,
      kwp: kwpOf(panel_count, panel),
    })),
    inverter_kw: inverterKw,
  };
}

/**
 * Sun; sun and battery; sun, battery and charging point: each with its price, deduction and payback.
 * @param day date of payment, YYYY-MM-DD
 */
export function systemOffers(
  catalogue: Catalogue,
  inputs: ConfiguratorInputs,
  savings: Savings,
  day: string,
): SystemOffer[] {
  const { panel, panelCount, inverter, inverterCount } = roofPlan(catalogue, inputs);
  const chargerCount = Math.max(1, inputs.chargers);
  const battery = catalogue.batteries.find(({ kwh }) => kwh === savings.batteryKwh);
  const solarSek = catalogue.base_sek + panelCount * panel.sek + inverterCount * inverter.sek;
  const solar = [rowOf('solar_cells', solarSek)];
  const withBattery = [...solar, rowOf('storage', battery?.sek ?? 0)];
  const withCharger = [
    ...withBattery,
    rowOf('charging_point', chargerCount * catalogue.chargers[0].sek),
  ];
  const { batteryKwh } = savings;
  const sun = { solarSek: savings.solarSek, batterySek: 0 };
  const adults = inputs.adults;
  return [
    offerOf({ kind: 'solar', batteryKwh: 0, chargerCount: 0, firstYear: sun }, solar, adults, day),
    offerOf(
      { kind: 'battery', batteryKwh, chargerCount: 0, firstYear: savings },
      withBattery,
      adults,
      day,
    ),
    offerOf(
      { kind: 'charger', batteryKwh, chargerCount, firstYear: savings },
      withCharger,
      adults,
      day,
    ),
  ];
}

/** The day whose shares of the deduction hold, YYYY-MM-DD: the installer's month, else today in Sweden. */
export function paidOn({ deduction }: Pick<Catalogue, 'deduction'>, now = new Date()): string {
  if (deduction) return `${deduction}-01`;
  return now.toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' });
}

interface Chosen extends Pick<SystemOffer, 'kind' | 'batteryKwh' | 'chargerCount'> {
  firstYear: FirstYear;
}

function offerOf(
  { firstYear, ...chosen }: Chosen,
  rows: OfferRow[],
  adults: number,
  day: string,
): SystemOffer {
  const allowances = Array.from({ length: adults }, () => CAP_SEK);
  const deduction = greenDeduction(turnkeyRows(rows).rows, day, allowances, 'fewest');
  const priceSek = rows.reduce((sum, { totalOre }) => sum + totalOre, 0) / 100;
  const netSek = priceSek - deduction.claimedSek;
  return {
    ...chosen,
    priceSek,
    deduction,
    netSek,
    savingSek: roundTo(firstYear.solarSek + firstYear.batterySek, 2),
    paybackYears: paybackYears(netSek, firstYear),
    paybackYearsWithoutDeduction: paybackYears(priceSek, firstYear),
  };
}

function rowOf(workClass: WorkClass, sek: number): OfferRow {
  return { workClass, totalOre: 100 * sek, vatPercent: VAT_PERCENT };
}

function kwpOf(panelCount: number, { watt }: EmbedPanel): number {
  return (panelCount * watt) / 1000;
}
