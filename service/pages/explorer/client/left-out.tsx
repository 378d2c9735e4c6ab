import { BATTERY_YEARS } from '#engine/cash-flow.ts';
import { fill, formatLoss, formatMonths } from '../../messages/format.ts';
import type { PlaceSpot } from '../state.ts';
import { usePage } from '../use-page.ts';
import { readSystemLoss } from '../worker/requests.ts';

/** Effects that the figures leave out, the heaviest first. */
const LEFT_OUT = [
  'leftOut_horizon',
  'leftOut_snow',
  'leftOut_years',
  'leftOut_ageing',
  'leftOut_prices',
  'leftOut_income',
  'leftOut_exportFee',
  'leftOut_minutes',
  'leftOut_tax',
  'leftOut_protection',
  'leftOut_interest',
  'leftOut_service',
] as const;

/**
 * The list of effects that are not counted, and the losses that are.
 * @param spot prices of the place. Null until they have come
 */
export function LeftOut({ spot }: { spot: PlaceSpot | null }) {
  const { state, words, earnings, dataset } = usePage();
  const { lang } = state;
  const counted: Partial<Record<(typeof LEFT_OUT)[number], boolean>> = {
    leftOut_snow: state.snowPct !== null,
    leftOut_interest: state.interestPct > 0,
    leftOut_service: state.serviceSekPerYear > 0,
    leftOut_horizon: state.horizonDeg !== null || state.shadingPct !== null,
  };
  const texts = {
    year: spot ? formatMonths(spot.spot.months, lang) : '…',
    life: BATTERY_YEARS,
    fade: formatLoss(state.fadePct / 100, lang),
  };
  return (
    <>
      <ul>
        {LEFT_OUT.filter((name) => !counted[name]).map((name) => (
          <li key={name}>{fill(earnings[name], texts)}</li>
        ))}
      </ul>
      <p>
        {fill(words.leftOutText, {
          loss: formatLoss(readSystemLoss(state) ?? dataset?.usualLoss ?? 0, lang),
        })}
      </p>
      <p class="soft small attribution" lang="en">
        {dataset?.attribution}
      </p>
    </>
  );
}
