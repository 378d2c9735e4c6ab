import type {
  SimulationVerdict,
  VerdictBattery,
  VerdictSystem,
} from '../../../../schemas/types.ts';
import type { Payback, PricedSystem } from '../../economy/priced-systems.ts';
import type { BatteryVerdict, HouseVerdict } from '../../economy/verdict.ts';
import { roundTo2 } from '../../round.ts';
import type { VerdictCase } from '../house-case.ts';
import { verdictInput } from './input.ts';
import { modelOf } from './model.ts';
import { unitNotes } from './notes.ts';

/** The answer to a verdict. */
export function verdictBody(verdictCase: VerdictCase, verdict: HouseVerdict): SimulationVerdict {
  const { request, inputs, battery } = verdictCase;
  const { systems, batteries, suggested, reason, chosen } = verdict;
  return {
    suggested: suggested && kindOf(suggested),
    reason,
    chosen: kindOf(chosen),
    systems: systems.map(systemBody),
    batteries: batteries.map(batteryBody),
    ...unitNotes(verdictCase),
    model: modelOf(request.prices, inputs, battery.fadePctPerYear),
    attribution: inputs.attribution,
    input: verdictInput(verdictCase),
  };
}

function kindOf({ batteryKwh }: PricedSystem): VerdictSystem['kind'] {
  return batteryKwh > 0 ? 'battery' : 'solar';
}

function systemBody(system: PricedSystem): VerdictSystem {
  const { batteryKwh, savingSek, cashSek } = system;
  return {
    kind: kindOf(system),
    battery_kwh: batteryKwh,
    ...paymentBody(system),
    savings_sek: savingSek,
    ...paybackBody(system),
    left_sek: Math.round(cashSek[cashSek.length - 1]) + 0,
  };
}

function batteryBody(battery: BatteryVerdict): VerdictBattery {
  const { kwh, strategy, savingSek, cyclesPerYear, warrantyYears } = battery;
  return {
    kwh,
    strategy,
    ...paymentBody(battery),
    savings_sek: savingSek,
    cycles: roundTo2(cyclesPerYear),
    ...paybackBody(battery),
    warranty_years: roundTo2(warrantyYears),
  };
}

function paymentBody({ priceSek, netSek }: Payback) {
  return { price_sek: priceSek, deduction_sek: priceSek - netSek, net_sek: netSek };
}

function paybackBody({ paybackYears, paybackYearsWithoutDeduction }: Payback) {
  const rounded = (years: number | null) => (years === null ? null : roundTo2(years));
  return {
    payback_years: rounded(paybackYears),
    payback_years_without_deduction: rounded(paybackYearsWithoutDeduction),
  };
}
