/** Roof and prices by a visitor's choices: the same in the browser and in the server. */
import type {
  ConfiguratorInputs,
  EmbedPanel,
  EmbedRecord,
  EmbedStep,
  PvYieldSeriesRequest,
} from '../../../schemas/types.ts';
import { INVERTER_SHARE, USUAL } from '../cash-flow.ts';
import { swedishDay } from '../swedish-day.ts';
import type { Economy } from './verdict.ts';

/** An installer's products, and the deduction that their prices are computed with. */
export type Catalogue = Pick<
  EmbedRecord,
  'panels' | 'inverters' | 'batteries' | 'chargers' | 'base_sek' | 'deduction'
>;

const STEPS: readonly EmbedStep[] = ['where', 'roof', 'house', 'offer', 'contact'];

/** The steps that an installer's configurator takes its visitors through. */
export function stepsOf({ steps = [...STEPS] }: Pick<EmbedRecord, 'steps'>): EmbedStep[] {
  return STEPS.filter((step) => steps.includes(step));
}

/** Line voltage of a house's three phases. */
const LINE_VOLT = 400;

/** The panels on the roof, and the least inverter that fits them, or several of the largest. */
export function roofPlan(
  catalogue: Catalogue,
  { faces, panel: index }: Pick<ConfiguratorInputs, 'faces' | 'panel'>,
) {
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

/** Greatest power that a main fuse lets through on three phases, kW. */
export function fuseKw(mainFuseA: number): number {
  return (Math.sqrt(3) * LINE_VOLT * mainFuseA) / 1000;
}

/** Body of the series call for the roof's yield. */
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
 * Prices a visitor's house by an installer's catalogue. A charging point is priced as one that may be added.
 * @param day date of payment, YYYY-MM-DD
 */
export function catalogueEconomy(
  catalogue: Catalogue,
  inputs: ConfiguratorInputs,
  day: string,
): Economy {
  const { panel, panelCount, inverter, inverterCount } = roofPlan(catalogue, inputs);
  const count = Math.max(1, inputs.chargers);
  return {
    costs: {
      solar_sek: catalogue.base_sek + panelCount * panel.sek + inverterCount * inverter.sek,
      charging_points: { count, sek: count * catalogue.chargers[0].sek },
    },
    batteries: catalogue.batteries,
    deduction: { paid_on: day, adults: inputs.adults },
    outlook: USUAL,
    batteryKwh: inputs.battery_kwh ?? null,
  };
}

/** The day whose shares of the deduction hold, YYYY-MM-DD: the installer's month, else today in Sweden. */
export function paidOn({ deduction }: Pick<Catalogue, 'deduction'>, now = new Date()): string {
  if (deduction) return `${deduction}-01`;
  return swedishDay(now);
}

function kwpOf(panelCount: number, { watt }: EmbedPanel): number {
  return (panelCount * watt) / 1000;
}
