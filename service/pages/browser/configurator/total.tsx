import { useRef } from 'preact/hooks';
import { roofPlan } from '#engine/economy/system.ts';
import { fill, formatNumber } from '../../shared/text.ts';
import { explainChange, type Price, priceOf } from './price.ts';
import type { StepProps } from './state.ts';

interface TotalProps extends StepProps {
  annualKwh: number | null;
}

/** The visitor's choice, its yield and its price; and what has changed the price since the step began. */
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

/** Says what has changed the price since the visitor came to the step: from step to step it stays. */
export function PriceChange({ data, chosen, step }: StepProps & { step: string }) {
  const price = priceOf(data, chosen);
  const first = useRef<{ step: string; price: Price | null }>({ step, price });
  if (first.current.step !== step || !first.current.price) first.current = { step, price };
  const { price: before } = first.current;
  const isShown = data.steps.includes('offer') && before && price;
  return (
    <p class="soft hint" role="status">
      {isShown ? explainChange(data, before, price) : ''}
    </p>
  );
}
