import { roofPlan } from '#engine/economy/system.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import { priceOf } from './price.ts';
import type { StepProps } from './state.ts';

interface TotalProps extends StepProps {
  annualKwh: number | null;
}

/** The visitor's choice, its yield and its price. */
export function Total({ data, chosen, annualKwh }: TotalProps) {
  const { words, language, steps } = data;
  const price = priceOf(data, chosen);
  if (!price) return null;
  const { kwp } = roofPlan(data, chosen);
  const parts = [fill(words.kwp, { kwp: formatNumber(kwp, language, 1) })];
  if (annualKwh !== null)
    parts.push(fill(words.kwhAYear, { kwh: formatNumber(annualKwh, language) }));
  if (steps.includes('offer')) {
    parts.push(words[price.kind]);
    parts.push(fill(words.sekNet, { sek: formatNumber(price.netSek, language) }));
  }
  return (
    <p class="total" role="status" aria-label={words.total}>
      {parts.join(' · ')}
    </p>
  );
}
