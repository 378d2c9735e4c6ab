import { roofPlan, type SystemOffer, systemOffers, todayInSweden } from '../../embedded/system.ts';
import { fill, written } from '../text.ts';
import { inputsOf } from './state.ts';
import type { StepProps } from './step.ts';

interface TotalProps extends StepProps {
  offer: SystemOffer | undefined;
  annualKwh: number | null;
}

/** What it comes to so far: sun alone until the batteries have been compared. */
export function Total({ data, chosen, offer, annualKwh }: TotalProps) {
  const { words, language } = data;
  const inputs = inputsOf(chosen);
  if (!inputs) return null;
  const netSek = offer?.netSek ?? solarNetSek(data, inputs);
  const values = {
    kwp: written(roofPlan(data, inputs).kwp, language, 1),
    sek: written(netSek, language),
  };
  const text =
    annualKwh === null
      ? fill(words.totalNoYield, values)
      : fill(words.totalIs, { ...values, kwh: written(annualKwh, language) });
  return (
    <p class="total" role="status" aria-label={words.total}>
      {text}
    </p>
  );
}

function solarNetSek(
  data: StepProps['data'],
  inputs: NonNullable<ReturnType<typeof inputsOf>>,
): number {
  const unknown = { solarSek: 0, batterySek: 0, batteryKwh: data.batteries[0].kwh };
  return systemOffers(data, inputs, unknown, todayInSweden())[0].netSek;
}
