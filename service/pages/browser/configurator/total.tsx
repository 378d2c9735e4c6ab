import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import { paidOn, roofPlan, systemOffers } from '#engine/economy/system.ts';
import { fill, formatNumber } from '../../shared/text.ts';
import { type StepProps, selectInputs } from './state.ts';

interface TotalProps extends StepProps {
  offer: PricedSystem | undefined;
  annualKwh: number | null;
}

/** The total so far: sun alone until the batteries have been compared. */
export function Total({ data, chosen, offer, annualKwh }: TotalProps) {
  const { words, language } = data;
  const inputs = selectInputs(chosen);
  if (!inputs) return null;
  const parts = [fill(words.kwp, { kwp: formatNumber(roofPlan(data, inputs).kwp, language, 1) })];
  if (annualKwh !== null)
    parts.push(fill(words.kwhAYear, { kwh: formatNumber(annualKwh, language) }));
  if (data.steps.includes('offer')) {
    const netSek = offer?.netSek ?? computeSolarNetSek(data, inputs);
    parts.push(fill(words.sekNet, { sek: formatNumber(netSek, language) }));
  }
  return (
    <p class="total" role="status" aria-label={words.total}>
      {parts.join(' · ')}
    </p>
  );
}

function computeSolarNetSek(
  data: StepProps['data'],
  inputs: NonNullable<ReturnType<typeof selectInputs>>,
): number {
  const unknown = { solarSek: 0, batterySek: 0, batteryKwh: data.batteries[0].kwh };
  return systemOffers(data, inputs, unknown, paidOn(data))[0].netSek;
}
