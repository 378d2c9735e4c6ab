/** A proposal's figures in money, from the state of its link: pure, so that its page is the same on any day. */

import rates from '../../../fixtures/market/green-deduction.json' with { type: 'json' };
import type { FormerProposal, SignedState } from '../../../schemas/types.ts';
import { outlookOf } from '../cash-flow.ts';
import { roundTo } from '../round.ts';
import { sum } from '../statistics.ts';
import type { PricedSystem } from './priced-systems.ts';
import { computeVerdict, type HouseVerdict } from './verdict.ts';

export interface ProposalFigures extends HouseVerdict {
  annualKwh: number;
  kwp: number;
  proposed: PricedSystem;
  /** Where the deduction's shares are from. */
  deductionSource: string;
}

/**
 * Computes the figures of a proposal's page, its batteries by size. Links of before do not say how a battery is used:
 * its warranty is taken to end with its years.
 */
export function proposalFigures(state: SignedState): ProposalFigures {
  const { costs, deduction, result, batteries } = state;
  const verdict = computeVerdict(
    {
      ...{ costs, deduction },
      batteries: batteries.toSorted((a, b) => a.kwh - b.kwh),
      outlook: outlookOf(state),
      batteryKwh: batteries[0]?.kwh ?? null,
    },
    {
      solarSek: result.solar_saving_sek,
      batteries: batteries.map(({ kwh, saving_sek, cycles = 0 }) => ({
        ...{ kwh, savingSek: saving_sek, cyclesPerYear: cycles },
        strategy: 'combined',
      })),
    },
  );
  const { systems } = verdict;
  return {
    ...verdict,
    annualKwh: sum(result.monthly_kwh),
    kwp: sum(state.faces.map(({ kwp }) => kwp)),
    proposed: systems.find(({ kind }) => kind === state.system) ?? systems[systems.length - 1],
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

/** Names the deduction's source, without the record's remarks on it. */
function sourceOn(paidOn: string): string {
  const record = rates.records.findLast(({ paid_from }) => paid_from <= paidOn);
  return record?.source.split(';')[0] ?? '';
}
