import type { Words } from '../words.ts';

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

/** What is not counted. @param year of the prices */
export function LeftOut({ words, year }: { words: Words['earnings']; year: number }) {
  return (
    <ul>
      {LEFT_OUT.map((name) => (
        <li key={name}>{words[name].replace('{year}', String(year))}</li>
      ))}
    </ul>
  );
}
