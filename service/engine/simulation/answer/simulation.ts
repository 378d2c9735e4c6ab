import type {
  BatteryYear,
  FrequencyReserve,
  PeakTarget,
  SimulationModel,
  SimulationMonths,
  SimulationResponse,
  SimulationYear,
  WarrantyUse,
} from '../../../../schemas/types.ts';
import { savedSek } from '../../battery/accounting.ts';
import type { ProgramYear } from '../../battery/battery-program.ts';
import { roundedSplit } from '../../battery/savings-split.ts';
import type { HouseYear, PeakOutcome } from '../../battery/simulate-house.ts';
import { roundTo2 } from '../../round.ts';
import { sum } from '../../statistics.ts';
import type { ResolvedProgram, SimulationCase, Warranty } from '../house-case.ts';
import { detailBody } from './detail.ts';
import { simulationInput } from './input.ts';
import { modelOf, peakTargetNote } from './model.ts';
import { unitNotes } from './notes.ts';

/** The answer to a simulation. */
export function simulationBody(houseCase: SimulationCase, year: HouseYear): SimulationResponse {
  const { request, inputs, battery } = houseCase;
  const model = modelOf(
    request.prices,
    inputs,
    battery.capacityKwh > 0 ? battery.fadePctPerYear : 0,
  );
  return {
    yearly: yearlyBody(houseCase, year),
    monthly: monthlyBody(houseCase, year),
    ...detailBody(houseCase, year),
    ...unitNotes(houseCase),
    model: {
      ...model,
      ...billedModel(houseCase, model, year),
      ...peakTargetNote(aheadText(year.battery.arbitrageAheadSek)),
    },
    attribution: inputs.attribution,
    input: simulationInput(houseCase),
  };
}

/** The tariff with what its power charges come to, where a price list was given. */
function billedModel(
  { prices }: SimulationCase,
  { tariff }: SimulationModel,
  { withSystem }: HouseYear,
): Pick<SimulationModel, 'tariff'> {
  if (!tariff?.grid) return {};
  const components = withSystem.powerBills.map(({ billedKw, sek }, i) => {
    return { name: prices.power[i].name, billed_kw: monthsBody(billedKw), sek: monthsBody(sek) };
  });
  return { tariff: { ...tariff, grid: { ...tariff.grid, components } } };
}

function monthsBody(values: Float64Array): number[] {
  return Array.from(values, roundTo2);
}

function aheadText(aheadSek: number): string | null {
  return roundTo2(aheadSek) > 0 ? `would save ${roundTo2(aheadSek)} SEK a year more` : null;
}

function yearlyBody(houseCase: SimulationCase, year: HouseYear): SimulationYear {
  const { withSystem, withoutSystem, sun, program } = year;
  const producedKwh = sum(withSystem.producedKwh);
  const consumedKwh = sum(withSystem.consumedKwh);
  const curtailedKwh = sum(withSystem.curtailedKwh);
  const savingsSek = savedSek(withoutSystem, withSystem);
  return {
    produced_kwh: roundTo2(producedKwh),
    consumed_kwh: roundTo2(consumedKwh),
    imported_kwh: roundTo2(sum(withSystem.importedKwh)),
    exported_kwh: roundTo2(sum(withSystem.exportedKwh)),
    curtailed_kwh: roundTo2(curtailedKwh),
    self_sufficiency_pct: percentage(sum(sun.usedKwh), consumedKwh),
    self_consumption_pct: percentage(producedKwh - sum(sun.soldKwh) - curtailedKwh, producedKwh),
    cost_with_system_sek: roundTo2(withSystem.yearCostSek),
    cost_without_system_sek: roundTo2(withoutSystem.yearCostSek),
    savings_sek: roundTo2(savingsSek),
    total_yearly_benefit_sek: roundTo2(savingsSek + (program?.incomeSek ?? 0)),
    battery: batteryBody(houseCase, year),
  };
}

function batteryBody(houseCase: SimulationCase, year: HouseYear): BatteryYear {
  const { battery: owned, prices, inputs } = houseCase;
  const { withSystem, battery, program } = year;
  const split = roundedSplit(battery.split, battery.savingsSek);
  return {
    strategy: owned.strategy,
    capacity_kwh: owned.capacityKwh,
    power_kw: owned.powerKw,
    peak_charge_applies: prices.power.length > 0,
    cycles: roundTo2(battery.cycles),
    throughput_kwh: roundTo2(sum(withSystem.throughputKwh)),
    grid_charged_kwh: roundTo2(sum(withSystem.gridChargedKwh)),
    savings_sek: roundTo2(battery.savingsSek),
    self_consumption_savings_sek: split.selfConsumptionSek,
    arbitrage_savings_sek: split.arbitrageSek,
    peak_savings_sek: split.peakSek,
    yearly_benefit_sek: roundTo2(battery.savingsSek + (program?.incomeSek ?? 0)),
    possible_savings_sek: roundTo2(battery.possibleSavingsSek),
    share_of_possible_pct: percentage(battery.savingsSek, battery.possibleSavingsSek),
    reserve_cost_sek: roundTo2(battery.reserveCostSek),
    peak_target: battery.peaks && peakBody(battery.peaks),
    warranty: warrantyBody(inputs.warranty, battery.cycles),
    frequency_reserve: inputs.program && program && reserveBody(inputs.program, program),
  };
}

function peakBody({ targetKw, met, minPeakKw }: PeakOutcome): PeakTarget {
  return { target_kw: targetKw, met, least_peak_kw: Array.from(minPeakKw, roundTo2) };
}

function warrantyBody({ years, cycles, source }: Warranty, usedCycles: number): WarrantyUse {
  return {
    years,
    cycles,
    used_cycles_per_year: roundTo2(usedCycles),
    years_to_cycle_limit: usedCycles > 0 ? roundTo2(cycles / usedCycles) : null,
    source,
  };
}

function reserveBody(program: ResolvedProgram, year: ProgramYear): FrequencyReserve {
  return {
    program: program.name,
    provider: program.provider,
    as_of: program.asOf,
    source_url: program.sourceUrl,
    stated: program.stated,
    requires: program.requires,
    reserve_kwh: roundTo2(year.reserveKwh),
    reserve_kw: roundTo2(year.reserveKw),
    yearly_sek: roundTo2(year.incomeSek),
    assumptions: program.assumptions,
    per_component: year.components.map(({ term, quantity, rate, sek }) => {
      return { term, quantity: roundTo2(quantity), rate, sek: roundTo2(sek) };
    }),
  };
}

function monthlyBody({ prices, inputs }: SimulationCase, year: HouseYear): SimulationMonths {
  const { withSystem, withoutSystem, sun } = year;
  const { producedKwh, consumedKwh, curtailedKwh } = withSystem;
  return {
    produced_kwh: monthsBody(producedKwh),
    consumed_kwh: monthsBody(consumedKwh),
    imported_kwh: monthsBody(withSystem.importedKwh),
    exported_kwh: monthsBody(withSystem.exportedKwh),
    curtailed_kwh: monthsBody(curtailedKwh),
    self_sufficiency_pct: shares(sun.usedKwh, consumedKwh),
    self_consumption_pct: shares(
      producedKwh.map((kwh, month) => kwh - sun.soldKwh[month] - curtailedKwh[month]),
      producedKwh,
    ),
    grid_charged_kwh: monthsBody(withSystem.gridChargedKwh),
    battery_throughput_kwh: monthsBody(withSystem.throughputKwh),
    cost_with_system_sek: monthsBody(withSystem.costSek),
    cost_without_system_sek: monthsBody(withoutSystem.costSek),
    peak_kw: prices.power.length > 0 ? monthsBody(withSystem.peakKw) : null,
    ...(inputs.grid ? { power_charge_sek: monthsBody(withSystem.powerSek) } : {}),
  };
}

function shares(parts: Float64Array, wholes: Float64Array): number[] {
  return Array.from(parts, (part, month) => percentage(part, wholes[month]));
}

/** Share in per cent, 0 to 100. 0 of nothing. */
function percentage(part: number, whole: number): number {
  return whole > 0 ? roundTo2(Math.min(100, Math.max(0, (100 * part) / whole))) : 0;
}
