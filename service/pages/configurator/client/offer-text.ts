import { BATTERY_YEARS } from '#engine/cash-flow.ts';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import type { BatteryVerdict } from '#engine/economy/verdict.ts';
import { fill, formatNumber, formatYears } from '../../messages/format.ts';
import { writeBatteryLine } from '../../ui/battery-line.ts';
import type { ConfiguratorData } from '../../ui/script-data.ts';

type Texts = Pick<ConfiguratorData, 'words' | 'language'>;

export function describeParts({ words, language }: Texts, offer: PricedSystem): string {
  const { batteryKwh, chargerCount } = offer;
  if (batteryKwh === 0) return words.noBattery;
  const battery = fill(words.batteryIs, { kwh: formatNumber(batteryKwh, language) });
  return chargerCount > 0
    ? `${battery} · ${fill(words.chargerIs, { count: chargerCount })}`
    : battery;
}

/** Says of the battery what is the reason for the suggestion. @param kind the suggested system's */
export function describeBattery(
  { words, language }: Texts,
  battery: BatteryVerdict,
  kind: PricedSystem['kind'],
): string {
  const { batteryPays, batteryLate, batteryOut, batteryNever } = words;
  const late = kind === 'battery' ? batteryLate : batteryOut;
  const texts = { batteryPays, batteryLate: late, batteryNever };
  return writeBatteryLine(battery, BATTERY_YEARS, texts, language);
}

/** Says when a system is paid back. */
export function formatPayback({ words, language }: Texts, years: number | null): string {
  return years === null
    ? words.never
    : fill(words.paidBack, { years: formatYears(years, language, 'sentence') });
}
