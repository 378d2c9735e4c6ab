/** The price of what the visitor has chosen, which no answer of the server changes, and why it is another than before. */
import { paidOn, roofPlan, systemOffers } from '#engine/economy/system.ts';
import type { SystemKind } from '../../../../schemas/types.ts';
import type { ConfiguratorData } from '../../shared/script-data.ts';
import { fill, formatNumber } from '../../shared/text.ts';
import { type Chosen, selectInputs } from './state.ts';

/** A price after deduction, and all of the visitor's that it depends on. */
export interface Price {
  netSek: number;
  kind: SystemKind;
  panels: number;
  panel: string;
  /** 0 if the system has none. */
  batteryKwh: number;
  chargers: number;
  adults: number;
}

/** Computes the price of the chosen system; null without a place. Once a battery is chosen it has its size. */
export function priceOf(data: ConfiguratorData, chosen: Chosen): Price | null {
  const inputs = selectInputs(chosen);
  if (!inputs) return null;
  const batteryKwh = inputs.battery_kwh ?? data.batteries[0].kwh;
  const unknown = { solarSek: 0, batterySek: 0, batteryKwh };
  const offers = systemOffers(data, inputs, unknown, paidOn(data));
  const offer = offers.find(({ kind }) => kind === chosen.system) ?? offers[0];
  const { panelCount, panel } = roofPlan(data, inputs);
  return {
    netSek: offer.netSek,
    kind: offer.kind,
    panels: panelCount,
    panel: panel.title,
    batteryKwh: offer.batteryKwh,
    chargers: offer.chargerCount,
    adults: inputs.adults,
  };
}

/** Says how a price differs from the one before, and by what; empty if it does not. */
export function explainChange(
  { words, language }: Pick<ConfiguratorData, 'words' | 'language'>,
  before: Price,
  now: Price,
): string {
  const moreSek = now.netSek - before.netSek;
  if (moreSek === 0) return '';
  const number = (value: number) => formatNumber(value, language);
  const isOther = (...names: (keyof Price)[]) => names.some((name) => now[name] !== before[name]);
  const reasons = [
    isOther('kind') && words[now.kind],
    isOther('batteryKwh') &&
      now.batteryKwh > 0 &&
      fill(words.batteryIs, { kwh: number(now.batteryKwh) }),
    isOther('chargers') && now.chargers > 0 && fill(words.chargerIs, { count: now.chargers }),
    isOther('panel') && now.panel,
    isOther('panels') && fill(words.panelsNow, { now: now.panels, before: before.panels }),
    isOther('adults') && fill(words.adultsNow, { now: now.adults, before: before.adults }),
  ].filter((reason) => reason !== false);
  return fill(moreSek > 0 ? words.priceUp : words.priceDown, {
    sek: number(Math.abs(moreSek)),
    why: reasons.length > 0 ? reasons.join(', ') : words.ratesNow,
  });
}
