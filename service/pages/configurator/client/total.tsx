import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import { roofPlan } from '#engine/economy/system.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import type { StepProps } from './state.ts';

interface TotalProps extends Omit<StepProps, 'change'> {
  /** Null without a place. */
  offer: PricedSystem | null;
  annualKwh: number | null;
}

/** The visitor's choice, its yield and its price. */
export function Total({ data, chosen, offer, annualKwh }: TotalProps) {
  const { words, language, steps } = data;
  if (!offer) return null;
  const { kwp } = roofPlan(data, chosen);
  const parts = [fill(words.kwp, { kwp: formatNumber(kwp, language, 1) })];
  if (annualKwh !== null)
    parts.push(fill(words.kwhAYear, { kwh: formatNumber(annualKwh, language) }));
  if (steps.includes('offer')) {
    parts.push(words[offer.kind]);
    parts.push(fill(words.sekNet, { sek: formatNumber(offer.netSek, language) }));
  }
  return (
    <p class="total" role="status" aria-label={words.total}>
      {parts.join(' · ')}
    </p>
  );
}
