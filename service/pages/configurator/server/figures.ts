import { series, strategiesCase } from '#engine/answers.ts';
import {
  addedWholeSek,
  type Compared,
  comparisonRequests,
  readComparisons,
  savingsOf,
} from '#engine/economy/battery-choice.ts';
import { USUAL_ASSUMPTIONS } from '#engine/economy/cash-flow.ts';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import { type Catalogue, roofPlan, seriesRequest, systemOffers } from '#engine/economy/system.ts';
import { meanOre } from '#engine/money.ts';
import { roundTo } from '#engine/round.ts';
import type { CompareBatteries } from '#engine/simulation/house-case.ts';
import { type LoadedData, loadedPrices, loadedYield } from '#engine/yield/dataset.ts';
import { parseSeries } from '#engine/yield/parse.ts';
import { priceAreaOf } from '../../../../schemas/codec/price-area.ts';
import { finestResolution } from '../../../../schemas/codec/prices-artifact.ts';
import type {
  BatteryStrategiesResponse,
  ConfiguratorInputs,
  LeadFigures,
  LeadSystem,
  SignedState,
  SystemKind,
} from '../../../../schemas/types.ts';
import { wholeMonths } from '../../proposal/signed-state.ts';

/** Result of the server's computation for a visitor's choice. */
export interface ComputedLead {
  system: LeadSystem;
  figures: LeadFigures;
  /** Content of a public link to it, except whose it is. */
  proposal: Omit<SignedState, 'v' | 'exp' | 'brand' | 'ref' | 'place'>;
}

/** Choice of a visitor. */
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
  { inputs, kind, day }: Choice,
): Promise<ComputedLead> {
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
  const answers: BatteryStrategiesResponse[] = [];
  for (const houseCase of cases) answers.push(await compareLead(houseCase));
  const compared = readComparisons(answers);
  const savings = savingsOf(catalogue, compared, inputs.battery_kwh);
  const offers = systemOffers(catalogue, inputs, savings, day);
  const offer = offers.find((one) => one.kind === kind) ?? offers[0];
  const [solar, , withCharger] = offers;
  const chargingSek = withCharger.priceSek - offers[1].priceSek;
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
      costs: {
        solar_sek: solar.priceSek,
        charging_points: { count: withCharger.chargerCount, sek: chargingSek },
      },
      batteries: batteriesOf(catalogue, compared, withCharger.batteryKwh),
      deduction: { paid_on: day, adults: inputs.adults },
      ...USUAL_ASSUMPTIONS,
      dataset,
      result: {
        monthly_kwh: wholeMonths(year.monthly_kwh),
        solar_saving_sek: Math.round(solar.savingSek),
        zone: priceAreaOf(prices.header.price_areas.boundaries, inputs.lat, inputs.lng),
        import_ore: importOre,
        export_ore: exportOre,
        ...(resolution === 'hourly' ? { hours_of: prices.header.spot.year } : {}),
      },
    },
  };
}

/** The installer's batteries, the proposed one first. */
function batteriesOf(
  { batteries }: Catalogue,
  { solarSek, batterySek }: Compared,
  proposedKwh: number,
): SignedState['batteries'] {
  const savingSek = (kwh: number) => addedWholeSek(solarSek + (batterySek.get(kwh) ?? 0), solarSek);
  return batteries
    .toSorted((a, b) => Number(b.kwh === proposedKwh) - Number(a.kwh === proposedKwh))
    .map(({ kwh, sek }) => ({ kwh, sek, saving_sek: savingSek(kwh) }));
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

function moneyOf(
  offer: PricedSystem,
): Omit<LeadFigures, 'annual_kwh' | 'deduction_paid_on' | 'dataset'> {
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
