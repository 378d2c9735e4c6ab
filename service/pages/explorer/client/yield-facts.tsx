import { fill, formatNumber } from '../../messages/format.ts';
import { listCauses, type MonthsProps } from '../answer/months.tsx';
import { usePage } from '../use-page.ts';
import type { PlaceMatrix } from '../worker/local-calls.ts';
import { type RoofChance, reduceChance } from '../worker/roof-chance.ts';
import { RoofHours } from './roof-hours.tsx';

export interface YieldFactsProps extends Pick<MonthsProps, 'roof' | 'left'> {
  matrix: PlaceMatrix;
  /** Null where the dataset does not say. */
  chance: RoofChance | null | 'pending';
}

/** The roof next to the best one here, and how sure its year is. */
export function YieldFacts({ matrix, roof, left, chance }: YieldFactsProps) {
  const { state, words } = usePage();
  const { lang } = state;
  const best = matrix.optimal;
  const causes = listCauses(state, words);
  const kwh =
    chance === 'pending' ? null : chance && reduceChance(chance, 1 - left.yearKwh / roof.yearKwh);
  return (
    <>
      <p>
        {fill(words.perKwp, { kwh: formatNumber(left.yearKwh / roof.kwp, lang) })}
        {' · '}
        {fill(causes ? words.ofBestFree : words.ofBest, {
          percent: formatNumber((100 * roof.yearKwh) / roof.kwp / best.annual_kwh_kwp, lang),
          tilt: best.tilt_deg,
          causes: causes ?? '',
        })}
      </p>
      {chance && (
        <p class="chance">
          {fill(words.chance, {
            year: kwh ? formatNumber(kwh.yearKwh, lang) : '…',
            mean: kwh ? formatNumber(kwh.meanKwh, lang) : '…',
          })}
        </p>
      )}
      <RoofHours />
    </>
  );
}
