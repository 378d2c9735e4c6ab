import type { Choices } from '../columns/choices.ts';
import type { Measured } from '../energies/measure.ts';
import type { Message } from '../files/problem.ts';
import type { NamedClock, Stamp } from '../times/axis.ts';

/**
 * Asks about times that no line of a house's file shows: an hour's shift changes what a battery of 10 kWh saves by 1
 * to 4 %, though not the year's kWh.
 * @param clock found in the file. Null for none
 * @param stamp found in the file. Null for none
 */
export function doubtTimes(
  { axis }: Measured,
  choices: Choices,
  clock: NamedClock | null,
  stamp: Stamp | null,
): Message[] {
  if (axis.isBare) return [];
  const found: Message[] = [];
  const hasClock = choices.clock || axis.clock || axis.offsetMin.every((min) => !Number.isNaN(min));
  // A file of UTC's year has the hours that one in winter time has.
  if (!hasClock && (clock === null || clock === 'winter')) {
    found.push({ code: 'clockOpen', values: {} });
  }
  if (stamp === null) found.push({ code: 'stampOpen', values: {} });
  return found;
}
