/** A proposal's figures in money, from the state of its link: pure, so that its page is the same on any day. */

import rates from '../../../fixtures/market/green-deduction.json' with { type: 'json' };
import type { FormerProposal, ProposedBattery, SignedState } from '../../../schemas/types.ts';
import { roundTo } from '../round.ts';
import { sum } from '../statistics.ts';
import { outlookOf } from './cash-flow.ts';
import { batteryPayback, type PricedSystem, pricedSystems } from './priced-systems.ts';
import { suggestedSystem, WARRANTY } from './suggestion.ts';

/** A battery next to the panels. */
interface BatteryRow extends ProposedBattery {
  /** The battery's share of the price after deduction. */
  netSek: number;
  paybackYears: number | null;
}

export interface ProposalFigures {
  annualKwh: number;
  kwp: number;
  /** Sun. With a battery. With charging points, as far as there are prices of them. */
  systems: PricedSystem[];
  proposed: PricedSystem;
  /** Null if nothing pays back. How the battery is used is not in the state: its warranty is taken to end with its years. */
  suggested: PricedSystem | null;
  /** The batteries by size. */
  batteries: BatteryRow[];
  /** Where the deduction's shares are from. */
  deductionSource: string;
}

/** Computes the figures of a proposal's page. */
export function proposalFigures(state: SignedState): ProposalFigures {
  const { costs, deduction, result } = state;
  const [battery] = state.batteries;
  const systems = pricedSystems({
    costs,
    solarSek: result.solar_saving_sek,
    battery,
    deduction,
    outlook: outlookOf(state),
  });
  const own = battery ? batteryRow(battery, state) : null;
  return {
    annualKwh: sum(result.monthly_kwh),
    kwp: sum(state.faces.map(({ kwp }) => kwp)),
    systems,
    proposed: systems.find(({ kind }) => kind === state.system) ?? systems[systems.length - 1],
    suggested: suggestedSystem(systems, own && { ...own, warrantyYears: WARRANTY.years }),
    batteries: state.batteries.map((one) => batteryRow(one, state)).sort((a, b) => a.kwh - b.kwh),
    deductionSource: sourceOn(deduction.paid_on),
  };
}

/** Picks what a later version of the proposal shows of this one. */
export function formerFigures(state: SignedState): FormerProposal {
  const { kwp, proposed } = proposalFigures(state);
  return {
    kwp: roundTo(kwp, 3),
    system: proposed.kind,
    battery_kwh: proposed.batteryKwh,
    charging_points: proposed.chargerCount,
    price_sek: proposed.priceSek,
    net_sek: proposed.netSek,
    saving_sek: Math.round(proposed.savingSek),
  };
}

/** Prices a battery with the deduction that the panels leave. */
function batteryRow(battery: ProposedBattery, state: SignedState): BatteryRow {
  const { costs, deduction } = state;
  const outlook = outlookOf(state);
  const { netSek, paybackYears } = batteryPayback(battery, costs.solar_sek, deduction, outlook);
  return { ...battery, netSek, paybackYears };
}

/** Names the deduction's source, without the record's remarks on it. */
function sourceOn(paidOn: string): string {
  const record = rates.records.findLast(({ paid_from }) => paid_from <= paidOn);
  return record?.source.split(';')[0] ?? '';
}
