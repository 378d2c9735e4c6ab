import { useEffect, useMemo, useState } from 'preact/hooks';
import { YEARS } from '#engine/economy/cash-flow.ts';
import { type HouseRange, houseRange, totalSek } from '#engine/range/house-range.ts';
import type { Driver, LowHigh } from '#engine/range/range-years.ts';
import { PRICE_YEARS, yearSpreads } from '#engine/range/year-spreads.ts';
import type { ExplorerState } from '../../shared/state.ts';
import { fill, formatNumber } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import type { Api } from '../api.ts';
import { drawRangeBars, type RangeBar } from './charts/range-bars.ts';
import type { EngineClient } from './engine-client.ts';
import { computePaybacks } from './money.tsx';
import { findSoonest } from './payback.ts';
import type { YearEnds } from './range-engine.ts';
import { useAnswer } from './use-answer.ts';
import type { MoneyView } from './use-money.ts';

/** Nothing is computed or asked for while a slider moves: nine years take the worker as long as six comparisons. */
const REST_MS = 350;

interface RangeProps {
  state: ExplorerState;
  words: Words['earnings'];
  view: MoneyView;
  engine: EngineClient;
  api: Api;
}

/** Shows what a year of the house may save with the battery that pays back first, as a band, and what moves it. */
export function YearRange({ state, words, view, engine, api }: RangeProps) {
  const { lang } = state;
  const { money, isStale } = view;
  const sun = useSun(state, money !== null, api);
  const zone = view.market?.model.zone;
  const years = useMemo(
    () => (sun && zone ? { sun, spreads: yearSpreads(zone) } : null),
    [sun, zone],
  );
  const first = money && findSoonest(computePaybacks(state, money, false).batteries);
  const sizeKwh = first?.cell.sizeKwh ?? 0;
  const battery = { sizeKwh, strategy: first?.cell.strategy ?? 'self_consumption' };
  // The worker does one job at a time, and the figures come first.
  const range = useRange(engine, isStale ? null : view.question, battery, years);
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
      <p>{text}</p>
      <div class="bars" dangerouslySetInnerHTML={{ __html: picture }} />
      <p class="soft small">{fill(words.rangeNote, { years: spanOf(PRICE_YEARS.years) })}</p>
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

/** Asks how years of sun lie apart at a place, after the figures and once it rests there; null until it is known, and where it is not. */
function useSun({ lat, lng }: ExplorerState, isTurn: boolean, api: Api): LowHigh | null {
  const place = useMemo(() => (isTurn ? { lat, lng } : null), [lat, lng, isTurn]);
  const { last } = useAnswer(place, REST_MS, async (at, signal) => {
    return (await api.southRoof(at.lat, at.lng, signal)).body;
  });
  return useMemo(() => {
    if (!last?.body.variability) return null;
    const { annual_kwh_kwp: mean, variability } = last.body;
    return {
      low: variability.p90_annual_kwh_kwp / mean,
      high: variability.p10_annual_kwh_kwp / mean,
    };
  }, [last]);
}

/** The range of the last question that the worker has answered. */
function useRange(
  engine: EngineClient,
  question: MoneyView['question'],
  { sizeKwh, strategy }: Parameters<EngineClient['range']>[0]['battery'],
  years: YearEnds | null,
): HouseRange | null {
  const [range, setRange] = useState<HouseRange | null>(null);
  useEffect(() => {
    if (!question || !years) return;
    let isOver = false;
    const { request, market } = question;
    const ask = async () => {
      const found = await engine.range({ request, market, battery: { sizeKwh, strategy }, years });
      if (found && !isOver) setRange(houseRange(found, YEARS));
    };
    const timer = setTimeout(ask, REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [engine, question, sizeKwh, strategy, years]);
  return range;
}
