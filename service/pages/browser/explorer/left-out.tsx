import { BATTERY_YEARS } from '#engine/economy/cash-flow.ts';
import { fill } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';

/** What the figures leave out, in the order of its weight. */
const LEFT_OUT = [
  'leftOut_horizon',
  'leftOut_snow',
  'leftOut_years',
  'leftOut_ageing',
  'leftOut_prices',
  'leftOut_income',
  'leftOut_minutes',
  'leftOut_tax',
] as const;

interface LeftOutProps {
  words: Words['earnings'];
  /** Of the prices; null until they have come. */
  year: number | null;
}

/** What is not counted. */
export function LeftOut({ words, year }: LeftOutProps) {
  return (
    <ul>
      {LEFT_OUT.map((name) => (
        <li key={name}>{fill(words[name], { year: year ?? '…', life: BATTERY_YEARS })}</li>
      ))}
    </ul>
  );
}
