import type {
  BatteryStrategiesResponse,
  BatteryStrategy,
  BestPayback,
  ComparisonBest,
  ComparisonCell,
  NoBattery,
} from '../../../../schemas/types.ts';
import { type Baseline, savedSek } from '../../battery/accounting.ts';
import { keepsTarget } from '../../battery/battery.ts';
import {
  type BatteriesCompared,
  type BestBatteries,
  type ComparedBattery,
  type ShortestPayback,
  totalBenefitSek,
} from '../../battery/compare-batteries.ts';
import { BATTERY_YEARS } from '../../cash-flow.ts';
import { roundTo2 } from '../../round.ts';
import type { ComparisonCase } from '../house-case.ts';
import { comparisonInput } from './input.ts';
import { modelOf, peakTargetNote } from './model.ts';
import { unitNotes } from './notes.ts';

const COMPARE_NOTE =
  'battery.capacity_kwh and battery.strategy are not used here: compare sets both. Without battery.power_kw each size has half its capacity as power.';

/** The answer to a comparison. */
export function comparisonBody(
  batteriesCase: ComparisonCase,
  compared: BatteriesCompared,
  best: BestBatteries,
): BatteryStrategiesResponse {
  const { request, inputs, battery } = batteriesCase;
  return {
    best: bestBody(best),
    no_battery: noBatteryBody(compared),
    matrix: compared.cells.map((cell) => cellBody(cell, best.bySize.includes(cell))),
    ...notesOf(batteriesCase, best),
    model: {
      ...modelOf(request.prices, inputs, battery.fadePctPerYear),
      compare_note: COMPARE_NOTE,
      ...peakTargetNote(aheadText(batteriesCase, compared.cells)),
    },
    attribution: inputs.attribution,
    input: comparisonInput(batteriesCase),
  };
}

/** Notes on unusual inputs, and where no requested strategy or payback is good enough. */
function notesOf(
  batteriesCase: ComparisonCase,
  { bySize, byPayback }: BestBatteries,
): { notes?: string[] } {
  const { strategies } = batteriesCase.compare;
  const notes = [
    ...(bySize.length === 0 ? [noStrategyNote(strategies)] : []),
    ...(byPayback && byPayback.years > BATTERY_YEARS ? [LATE_NOTE] : []),
    ...(unitNotes(batteriesCase).notes ?? []),
  ];
  return notes.length > 0 ? { notes } : {};
}

const LATE_NOTE = `best.by_payback: no battery pays back within the ${BATTERY_YEARS} years that one is expected to last.`;

function noStrategyNote(strategies: readonly BatteryStrategy[]): string {
  return `compare.strategies: ${strategies.join(', ')} cannot apply to these prices, so best is empty. peak_shaving needs a power charge, arbitrage and combined prices that vary. Add self_consumption, which always applies.`;
}

/** Names the sizes at which arbitrage saves more than a combined run with a peak target. */
function aheadText(
  { battery, compare }: ComparisonCase,
  cells: readonly ComparedBattery[],
): string | null {
  if (!keepsTarget({ ...battery, strategy: 'combined' })) return null;
  const savingsSek = (strategy: BatteryStrategy, size: number) =>
    cells.find((cell) => cell.strategy === strategy && cell.sizeKwh === size)?.savingsSek;
  const ahead = compare.sizesKwh.filter((size) => {
    const [arbitrage, combined] = [savingsSek('arbitrage', size), savingsSek('combined', size)];
    return arbitrage !== undefined && combined !== undefined && roundTo2(arbitrage - combined) > 0;
  });
  return ahead.length > 0 ? `saves more at ${ahead.join(', ')} kWh` : null;
}

function cellBody(cell: ComparedBattery, bestForSize: boolean): ComparisonCell {
  return {
    strategy: cell.strategy,
    size_kwh: cell.sizeKwh,
    cycles: roundTo2(cell.cycles),
    grid_charged_kwh: roundTo2(cell.gridChargedKwh),
    savings_sek: roundTo2(cell.savingsSek),
    battery_savings_sek: roundTo2(cell.batterySavingsSek),
    frequency_reserve_net_sek: roundTo2(cell.incomeSek - cell.lostToReserveSek),
    total_yearly_benefit_sek: roundTo2(totalBenefitSek(cell)),
    best_for_size: bestForSize,
  };
}

function bestBody({ bySize, byTotalBenefit, byPayback }: BestBatteries): ComparisonBest {
  const body: ComparisonBest = {
    by_size: bySize.map(({ sizeKwh, strategy, savingsSek }) => {
      return { size_kwh: sizeKwh, strategy, savings_sek: roundTo2(savingsSek) };
    }),
    by_total_benefit: byTotalBenefit && {
      size_kwh: byTotalBenefit.sizeKwh,
      strategy: byTotalBenefit.strategy,
      total_yearly_benefit_sek: roundTo2(totalBenefitSek(byTotalBenefit)),
    },
  };
  if (byPayback === undefined) return body;
  return { ...body, by_payback: byPayback && paybackBody(byPayback) };
}

function paybackBody({ cell, costSek, yearlyBenefitSek, years }: ShortestPayback): BestPayback {
  return {
    size_kwh: cell.sizeKwh,
    strategy: cell.strategy,
    cost_sek: costSek,
    yearly_benefit_sek: roundTo2(yearlyBenefitSek),
    payback_years: roundTo2(years),
  };
}

function noBatteryBody({ withoutSystem, pvOnly }: Baseline): NoBattery {
  return {
    savings_sek: roundTo2(savedSek(withoutSystem, pvOnly)),
    cost_with_system_sek: roundTo2(pvOnly.yearCostSek),
    cost_without_system_sek: roundTo2(withoutSystem.yearCostSek),
  };
}
