import { useRef } from 'preact/hooks';
import { type HouseRange, houseRange, totalSek } from '#engine/range/house-range.ts';
import type { Driver } from '#engine/range/range-years.ts';
import { PRICE_YEARS } from '#engine/range/year-spreads.ts';
import { fill, formatNumber } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import { drawRangeBars, type RangeBar } from './charts/range-bars.ts';
import { Former } from './money.tsx';
import type { Figures } from './use-figures.ts';
import type { RangeView } from './use-range.ts';

interface RangeProps {
  words: Words['earnings'];
  figures: Figures;
  isFormer: boolean;
  range: RangeView;
}

/** Shows what a year of the house may save with the battery that counts, as a band, and what moves it. */
export function YearRange({ words, figures, isFormer, range: { system, years } }: RangeProps) {
  const { lang, lifeYears } = figures.state;
  const last = useRef<{ range: HouseRange; sizeKwh: number } | null>(null);
  const sizeKwh = system?.battery?.cell.sizeKwh ?? 0;
  if (years) last.current = { range: houseRange(years, lifeYears), sizeKwh };
  if (!last.current) return null;
  const { range, sizeKwh: size } = last.current;
  const sek = (value: number) => formatNumber(value, lang);
  const { p90, p50, p10 } = range.savingsSek;
  const text = fill(size > 0 ? words.rangeText : words.rangeTextSun, {
    low: sek(p90),
    high: sek(p10),
    middle: sek(p50),
    size,
  });
  const bars = listBars(range, words);
  const picture = drawRangeBars(bars, totalSek(range.middle), sek, text);
  return (
    <section class="panel year-range" aria-labelledby="range">
      <h2 id="range">{words.range}</h2>
      <Former isFormer={isFormer || !years} words={words}>
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
