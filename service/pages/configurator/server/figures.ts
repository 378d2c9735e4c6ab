import { series, strategiesCase } from '#engine/answers.ts';
import { USUAL_ASSUMPTIONS } from '#engine/cash-flow.ts';
import { comparisonRequests, joinSavings, readComparison } from '#engine/economy/battery-choice.ts';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import {
  type Catalogue,
  catalogueEconomy,
  roofPlan,
  seriesRequest,
} from '#engine/economy/system.ts';
import { computeVerdict, type HouseSavings, wholeSavings } from '#engine/economy/verdict.ts';
import { meanOre } from '#engine/money.ts';
import { roundTo } from '#engine/round.ts';
import type { CompareBatteries } from '#engine/simulation/house-case.ts';
import { type LoadedData, loadedPrices, loadedYield } from '#engine/yield/dataset.ts';
import { parseSeries } from '#engine/yield/parse.ts';
import { priceAreaOf } from '../../../../schemas/codec/price-area.ts';
import { finestResolution } from '../../../../schemas/codec/prices-artifact.ts';
import type {
  ConfiguratorInputs,
  LeadFigures,
  LeadSystem,
  SignedState,
  SystemKind,
} from '../../../../schemas/types.ts';
import { proposedBatteries, roundPlace, wholeMonths } from '../../proposal/signed-state.ts';

/** Result of the server's computation for a visitor's choice. */
export interface ComputedLead {
  system: LeadSystem;
  figures: LeadFigures;
  /** Content of a public link to it, except whose it is. */
  proposal: Omit<SignedState, 'v' | 'exp' | 'brand' | 'ref' | 'place'>;
}

export interface Choice {
  inputs: ConfiguratorInputs;
  kind: SystemKind;
  /** Day of the deduction. */
  day: string;
}

/**
 * Yield, savings, price and deduction of a visitor's choice, by what answers the API's calls.
 * @throws RequestError as those calls do
 */
export async function computeLead(
  { loaded, compareLead }: { loaded: LoadedData; compareLead: CompareBatteries },
  catalogue: Catalogue,
  { inputs: given, kind, day }: Choice,
): Promise<ComputedLead> {
  const inputs = { ...given, ...roundPlace(given) };
  const pvYield = loadedYield(loaded);
  const prices = loadedPrices(loaded);
  const roof = seriesRequest(catalogue, inputs);
  const year = series(loaded, roof);
  const resolution = finestResolution(prices);
  const cases = comparisonRequests(catalogue, inputs, year.hourly_kwh ?? [], resolution).map(
    (house) => strategiesCase(loaded, house),
  );
  const { importSekPerKwh, exportSekPerKwh } = cases[0].prices;
  // The hours move to the worker.
  const [importOre, exportOre] = [importSekPerKwh, exportSekPerKwh].map(meanOre);
  const answers: HouseSavings[] = [];
  for (const houseCase of cases) answers.push(readComparison(await compareLead(houseCase)));
  const savings = wholeSavings(joinSavings(answers));
  const economy = catalogueEconomy(catalogue, inputs, day);
  const { systems, battery } = computeVerdict(economy, savings);
  const offer = systems.find((one) => one.kind === kind) ?? systems[0];
  const { solar_sek, charging_points } = economy.costs;
  // The proposed battery comes first.
  const rank = ({ kwh }: { kwh: number }) => Number(kwh !== battery?.kwh);
  const dataset = pvYield.dataset.version;
  return {
    system: systemOf(catalogue, inputs, offer),
    figures: {
      annual_kwh: year.annual_kwh,
      ...moneyOf(offer),
      deduction_paid_on: day,
      dataset,
    },
    proposal: {
      lat: inputs.lat,
      lng: inputs.lng,
      faces: parseSeries(roof).faces.map(({ input: { tilt, azimuth, kwp } }) => ({
        tilt,
        azimuth,
        kwp,
      })),
      use: { yearly_kwh: inputs.yearly_kwh, ev_km_per_day: inputs.ev_km_per_day },
      system: kind,
      costs: { solar_sek, charging_points },
      batteries: proposedBatteries(
        catalogue.batteries.toSorted((a, b) => rank(a) - rank(b)),
        savings,
      ),
      deduction: { paid_on: day, adults: inputs.adults },
      ...USUAL_ASSUMPTIONS,
      ...(roof.inverter_kw ? { inverter_kw: roof.inverter_kw } : {}),
      dataset,
      result: {
        monthly_kwh: wholeMonths(year.monthly_kwh),
        solar_saving_sek: savings.solarSek,
        zone: priceAreaOf(prices.header.price_areas.boundaries, inputs.lat, inputs.lng),
        import_ore: importOre,
        export_ore: exportOre,
        ...(resolution === 'hourly' ? { hours_of: prices.header.spot.year } : {}),
      },
    },
  };
}

function systemOf(
  catalogue: Catalogue,
  inputs: ConfiguratorInputs,
  offer: PricedSystem,
): LeadSystem {
  const plan = roofPlan(catalogue, inputs);
  return {
    panel_count: plan.panelCount,
    panel_title: plan.panel.title,
    total_kw: roundTo(plan.kwp, 3),
    inverter_count: plan.inverterCount,
    inverter_title: plan.inverter.title,
    battery_kwh: offer.batteryKwh,
    charger_count: offer.chargerCount,
    roof_sides: inputs.faces.length,
  };
}

function moneyOf(offer: PricedSystem) {
  const { deduction } = offer;
  const rounded = (years: number | null) => (years === null ? null : roundTo(years, 2));
  return {
    saving_sek_per_year: offer.savingSek,
    price_sek: offer.priceSek,
    deduction_sek: deduction.claimedSek,
    deduction_by_class: deduction.amountsSek,
    deduction_by_adult: deduction.parts.map(({ sumSek }) => sumSek),
    net_sek: offer.netSek,
    payback_years: rounded(offer.paybackYears),
    payback_years_without_deduction: rounded(offer.paybackYearsWithoutDeduction),
  };
}
