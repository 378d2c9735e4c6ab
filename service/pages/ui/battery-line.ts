import type { BatteryVerdict } from '#engine/economy/verdict.ts';
import { isWithinWarranty } from '#engine/economy/warranty.ts';
import { fill, formatYears } from '../messages/format.ts';
import type { Language, Words } from '../messages/messages.ts';

/** The sentences of the line. */
export type BatteryWords = Pick<Words['earnings'], 'batteryPays' | 'batteryLate' | 'batteryNever'>;

/**
 * Says when a battery by itself is paid off and how long its warranty lasts, for all pages.
 * @param lifeYears how long a battery lasts
 */
export function writeBatteryLine(
  battery: Pick<BatteryVerdict, 'paybackYears' | 'warrantyYears'>,
  lifeYears: number,
  words: BatteryWords,
  language: Language,
): string {
  const { paybackYears, warrantyYears } = battery;
  const paid = isWithinWarranty(battery) ? words.batteryPays : words.batteryLate;
  return fill(paybackYears === null ? words.batteryNever : paid, {
    years: formatYears(paybackYears ?? 0, language, 'sentence'),
    warranty: formatYears(warrantyYears, language, 'sentence'),
    life: lifeYears,
  });
}
