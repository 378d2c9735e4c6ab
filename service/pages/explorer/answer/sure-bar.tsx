import { useRef } from 'preact/hooks';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import { ORE_PER_SEK } from '#engine/money.ts';
import { houseRange } from '#engine/range/house-range.ts';
import { paybackRange } from '#engine/range/payback-range.ts';
import type { RangeYears } from '#engine/range/range-years.ts';
import {
  fill,
  formatHundreds,
  formatMonths,
  formatNumber,
  formatYears,
} from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import { readTerms } from '../house-verdict.ts';
import { DEFAULT_STATE, type ExplorerState, type PlaceSpot, type SpotMean } from '../state.ts';
import { usePage } from '../use-page.ts';
import { Stale } from './stale.tsx';
import type { FiguresView, RangeView } from './views.ts';

type EarningWords = Words['earnings'];

/** Contents of the drawing: the years in eight cases of ten, and the sentences about them. */
interface Drawn {
  sentences: string[];
  /** Early, usual and late year. Null beyond the panels' life. */
  years: (number | null)[] | null;
  lifeYears: number;
}

/** How sure the payback is, and three other assumptions to try. */
export function SureBar({ view, range }: { view: FiguresView; range: RangeView }) {
  const { earnings: words } = usePage();
  const { figures, isStale, spot } = view;
  const { system, years, isUnknown } = range;
  const last = useRef<{ drawn: Drawn; at: string } | null>(null);
  const at = `${figures?.state.lat} ${figures?.state.lng}`;
  if (figures && system && years)
    last.current = { drawn: describeRange(figures.state, system, years, words), at };
  const drawn = !isUnknown && last.current?.at === at ? last.current.drawn : null;
  return (
    <section class="panel band" aria-labelledby="sure">
      <h2 id="sure">{words.sure}</h2>
      <div aria-live="polite" class={figures && isUnknown ? '' : 'range'}>
        {drawn && (
          <Stale isStale={isStale || !years}>
            {drawn.sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {drawn.years && <Bar years={drawn.years} lifeYears={drawn.lifeYears} />}
          </Stale>
        )}
      </div>
      <Tries spot={spot} />
    </section>
  );
}

function describeRange(
  state: ExplorerState,
  { netSek, paybackYears: usual }: PricedSystem,
  rangeYears: RangeYears,
  words: EarningWords,
): Drawn {
  const { lifeYears, lang } = state;
  const range = houseRange(rangeYears, lifeYears);
  const saves = fill(words.bandSaves, {
    low: formatHundreds(range.savingsSek.p90, lang),
    high: formatHundreds(range.savingsSek.p10, lang),
  });
  if (netSek === 0) return { sentences: [saves], years: null, lifeYears };
  const { outlook } = readTerms(state);
  const { p90: late, p10: soon } = paybackRange(range, 0, netSek, outlook).years;
  const paid = soon === null ? words.bandNever : late === null ? words.bandLate : words.bandPaid;
  const values = {
    soon: formatYears(soon ?? 0, lang, 'sentence'),
    late: formatYears(late ?? 0, lang, 'sentence'),
    life: lifeYears,
  };
  return { sentences: [fill(paid, values)], years: [soon, usual, late], lifeYears };
}

const WIDTH = 640;

/** Years of the bar are written where the next is as far away, as a share of it. */
const LEAST_APART = 0.12;

interface BarProps {
  years: (number | null)[];
  lifeYears: number;
}

/** A bar from today to the end of the panels' life, with the years in eight cases of ten and a mark at the usual one. */
function Bar({ years: [soon, usual, late], lifeYears }: BarProps) {
  const { state, earnings: words } = usePage();
  const { lang } = state;
  if (soon === null) return null;
  const share = (year: number) => Math.min(year, lifeYears) / lifeYears;
  const x = (year: number) => WIDTH * share(year);
  const end = late ?? lifeYears;
  const years = (year: number) => fill(words.years, { years: formatYears(year, lang, 'sentence') });
  const label = fill(words.sureLabel, {
    soon: formatYears(soon, lang, 'sentence'),
    late: formatYears(end, lang, 'sentence'),
    life: lifeYears,
  });
  const written = [soon, end].filter((year, at, all) => {
    const next = all[at + 1] ?? lifeYears;
    return share(next) - share(year) > LEAST_APART;
  });
  return (
    <div class="sure">
      <svg viewBox={`0 0 ${WIDTH} 24`} role="img" aria-label={label} preserveAspectRatio="none">
        <rect class="life" y="6" width={WIDTH} height="12" rx="6" />
        <rect class="likely" x={x(soon)} y="6" width={x(end) - x(soon)} height="12" rx="6" />
        {usual !== null && <rect class="mark" x={x(usual) - 1.5} y="1" width="3" height="22" />}
      </svg>
      <svg class="soft small ends" aria-hidden="true">
        {written.map((year) => (
          <text key={year} x={`${100 * share(year)}%`} y="1em">
            {years(year)}
          </text>
        ))}
        <text x="100%" y="1em" text-anchor="end">
          {fill(words.years, { years: lifeYears })}
        </text>
      </svg>
    </div>
  );
}

/**
 * Other assumptions, each by a press. A second press takes it back.
 * @param spot prices of the place. Null until they have come
 */
function Tries({ spot }: { spot: PlaceSpot | null }) {
  const { state, change, earnings: words } = usePage();
  const months = (mean: SpotMean) => formatMonths(mean.months, state.lang);
  const latest = spot?.latest;
  const tries = [
    [words.tryLevel, 'priceLevelPct', -25, 0],
    ...(latest
      ? [[fill(words.tryLatest, { months: months(latest) }), 'isLatest', true, false] as const]
      : []),
    [words.tryInterest, 'interestPct', 3, 0],
    [words.tryInverter, 'inverterSek', 0, DEFAULT_STATE.inverterSek],
  ] as const;
  return (
    <>
      <div class="buttons">
        {tries.map(([name, key, tried, usual]) => {
          const isTried = state[key] === tried;
          const part: Partial<ExplorerState> = { [key]: isTried ? usual : tried };
          return (
            <button key={name} type="button" aria-pressed={isTried} onClick={() => change(part)}>
              {name}
            </button>
          );
        })}
      </div>
      {spot && (
        <p class="soft small">
          {fill(latest ? words.spotUsedLatest : words.spotUsed, {
            months: months(spot.spot),
            zone: spot.zone,
            ore: formatOre(spot.spot, state.lang),
            ...(latest ? { latest: months(latest), latestOre: formatOre(latest, state.lang) } : {}),
          })}
        </p>
      )}
    </>
  );
}

function formatOre({ meanSek }: SpotMean, lang: ExplorerState['lang']): string {
  return formatNumber(ORE_PER_SEK * meanSek, lang);
}
