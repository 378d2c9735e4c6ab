/** The price of what the visitor has chosen, which no answer of the server changes. */
import { paidOn, systemOffers } from '#engine/economy/system.ts';
import type { SystemKind } from '../../../../schemas/types.ts';
import type { ConfiguratorData } from '../../ui/script-data.ts';
import { type Chosen, selectInputs } from './state.ts';

/** A system and its price after deduction. */
export interface Price {
  netSek: number;
  kind: SystemKind;
  /** 0 if the system has none. */
  batteryKwh: number;
}

/** Computes the price of the chosen system. Null without a place. Once a battery is chosen it has its size. */
export function priceOf(data: ConfiguratorData, chosen: Chosen): Price | null {
  const inputs = selectInputs(chosen);
  if (!inputs) return null;
  const batteryKwh = inputs.battery_kwh ?? data.batteries[0].kwh;
  const unknown = { solarSek: 0, batterySek: 0, batteryKwh };
  const offers = systemOffers(data, inputs, unknown, paidOn(data));
  const offer = offers.find(({ kind }) => kind === chosen.system) ?? offers[0];
  return { netSek: offer.netSek, kind: offer.kind, batteryKwh: offer.batteryKwh };
}
