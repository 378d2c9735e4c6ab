import { useMemo } from 'preact/hooks';
import { YEARS } from '#engine/economy/cash-flow.ts';
import { type HouseRange, houseRange, totalSek } from '#engine/range/house-range.ts';
import type { Driver } from '#engine/range/range-years.ts';
import { PRICE_YEARS } from '#engine/range/year-spreads.ts';
import type { BatteryStrategy } from '../../../../schemas/types.ts';
import { fill, formatNumber } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import type { House } from '../local/local-calls.ts';
import type { Local } from '../local/local-client.ts';
import { useAnswer } from '../use-answer.ts';
import { drawRangeBars, type RangeBar } from './charts/range-bars.ts';
import { computePaybacks, Former } from './money.tsx';
import { findSoonest } from './payback.ts';
import type { Figures } from './use-figures.ts';

/** Nothing is computed or asked for while a slider moves: nine years take the worker as long as six comparisons. */
const REST_MS = 350;

interface RangeProps {
  words: Words['earnings'];
  figures: Figures;
  isFormer: boolean;
  local: Local;
}

/** Shows what a year of the house may save with the battery that pays back first, as a band, and what moves it. */
export function YearRange({ words, figures, isFormer, local }: RangeProps) {
  const { lang } = figures.house.state;
  const first = findSoonest(computePaybacks(figures).batteries);
  const sizeKwh = first?.cell.sizeKwh ?? 0;
  const strategy = first?.cell.strategy ?? 'self_consumption';
  const { range, house } = useRange(local, isFormer ? null : figures.house, sizeKwh, strategy);
  if (!range) return null;
  const sek = (value: number) => formatNumber(value, lang);
  const { p90, p50, p10 } = range.savingsSek;
  const text = fill(sizeKwh > 0 ? words.rangeText : words.rangeTextSun, {
    low: sek(p90),
    high: sek(p10),
    middle: sek(p50),
    size: sizeKwh,
  });
  const bars = listBars(range, words);
  const picture = drawRangeBars(bars, totalSek(range.middle), sek, text);
  return (
    <section class="panel year-range" aria-labelledby="range">
      <h2 id="range">{words.range}</h2>
      <Former isFormer={isFormer || house !== figures.house} words={words}>
        <p>{text}</p>
        <div class="bars" dangerouslySetInnerHTML={{ __html: picture }} />
        <p class="soft small">{fill(words.rangeNote, { years: spanOf(PRICE_YEARS.years) })}</p>
      </Former>
    </section>
  );
}

function spanOf(years: readonly number[]): string {
  return `${years[0]}–${years[years.length - 1]}`;
}

function listBars({ savingsSek, drivers }: HouseRange, words: Words['earnings']): RangeBar[] {
  const all: RangeBar = {
    name: words.rangeAll,
    ends: [savingsSek.p90, savingsSek.p10],
    kind: 'bar-all',
  };
  const names: Record<Driver, string> = {
    priceLevel: words.rangePriceLevel,
    priceSpread: words.rangePriceSpread,
    sun: words.rangeSun,
    load: words.rangeLoad,
  };
  return [
    all,
    ...drivers.map(({ driver, low, high }): RangeBar => {
      return { name: names[driver], ends: [totalSek(low), totalSek(high)], kind: 'bar-driver' };
    }),
  ];
}

/** The range of the last house that has been still; null until it is known, and where it is not. */
function useRange(
  local: Local,
  house: House | null,
  sizeKwh: number,
  strategy: BatteryStrategy,
): { range: HouseRange | null; house: House | null } {
  const asked = useMemo(
    () => house && { house, battery: { sizeKwh, strategy } },
    [house, sizeKwh, strategy],
  );
  const { last } = useAnswer(asked, REST_MS, ({ house, battery }) => local.range(house, battery));
  const years = last?.body.years ?? null;
  const range = useMemo(() => years && houseRange(years, YEARS), [years]);
  return { range, house: last?.key.house ?? null };
}
