import { BATTERY_YEARS } from '#engine/cash-flow.ts';
import { fill, formatLoss, formatMonths } from '../../messages/format.ts';
import { usePage } from '../use-page.ts';
import type { PlaceMatrix } from '../worker/local-calls.ts';
import type { PlaceMarket } from '../worker/place-market.ts';

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

interface LeftOutProps {
  /** Null until they have come. */
  market: PlaceMarket | null;
  matrix: PlaceMatrix | null;
}

/** The list of effects that are not counted, and the losses that are. */
export function LeftOut({ market, matrix }: LeftOutProps) {
  const { state, words, earnings } = usePage();
  const { lang } = state;
  const counted: Partial<Record<(typeof LEFT_OUT)[number], boolean>> = {
    leftOut_snow: state.snowPct !== null,
    leftOut_interest: state.interestPct > 0,
    leftOut_service: state.serviceSekPerYear > 0,
    leftOut_horizon: state.horizonDeg !== null || state.shadingPct !== null,
  };
  const texts = {
    year: market ? formatMonths(market.spot.months, lang) : '…',
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
          loss: matrix ? formatLoss(matrix.input.system_loss, lang) : '',
        })}
      </p>
      <p class="soft small attribution" lang="en">
        {matrix?.attribution}
      </p>
    </>
  );
}
