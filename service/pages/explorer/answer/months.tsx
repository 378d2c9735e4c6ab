import type { HouseMonths } from '#engine/battery/house-months.ts';
import { sum } from '#engine/statistics.ts';
import { fill, formatLoss, formatNumber, listMonths } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import { drawMonthBars } from '../../ui/month-bars.ts';
import type { RoofYield } from '../page-data.ts';
import { type ExplorerState, mayClip } from '../state.ts';
import { usePage } from '../use-page.ts';
import { drawLineSign, drawPlainSign, Legend } from './legend.tsx';
import { sumMonthsKwh } from './roof-yield.ts';
import { ValueTable } from './value-table.tsx';

export interface MonthsProps {
  /** The state that all this is of. */
  state: ExplorerState;
  roof: RoofYield;
  /** The roof less snow, shade and horizon, as all figures count it. */
  left: RoofYield;
  /** Use of the roof's energy. Null until known. */
  house: HouseMonths | null;
  /** The sentence that all this is of a previous state. Empty for the present one. */
  stale: string;
}

/** The roof's year: what the house uses of it and what is sold, by month. */
export function Months({ state, roof, left, house, stale }: MonthsProps) {
  const { change, words, dataset } = usePage();
  const { lang } = state;
  const kwh = formatNumber(left.yearKwh, lang);
  return (
    <section
      class={stale ? 'months stale' : 'months'}
      aria-busy={stale !== ''}
      aria-labelledby="months"
    >
      <h2 id="months">{words.yield}</h2>
      {stale && <p class="small stale-note">{stale}</p>}
      <p class="figure">
        {house
          ? fill(words.monthsUsed, { kwh, percent: formatNumber(usedPercent(house), lang) })
          : fill(words.monthsOnly, { kwh })}
        {house &&
          house.curtailedKwh >= 0.5 &&
          ` ${fill(words.monthsCurtailed, { kwh: formatNumber(house.curtailedKwh, lang) })}`}
      </p>
      {state.systemLossPct !== null && (
        <p>
          {fill(words.lossOwn, { loss: formatLoss(state.systemLossPct / 100, lang) })}{' '}
          <button type="button" onClick={() => change({ systemLossPct: null })}>
            {fill(words.lossUsual, { loss: formatLoss(dataset?.usualLoss ?? 0, lang) })}
          </button>
        </p>
      )}
      <TakenLine {...{ state, roof, left }} />
      <Bars {...{ left, house }} />
      <details>
        <summary>{words.table}</summary>
        <MonthTable {...{ left, house }} />
      </details>
    </section>
  );
}

function usedPercent({ usedKwh, soldKwh, curtailedKwh }: HouseMonths): number {
  const used = sum(usedKwh);
  return (100 * used) / Math.max(used + sum(soldKwh) + curtailedKwh, 1);
}

type DrawnProps = Pick<MonthsProps, 'left' | 'house'>;

function Bars({ left, house }: DrawnProps) {
  const { state, words } = usePage();
  const { lang } = state;
  const months = listMonths(lang);
  const sums = sumMonthsKwh(left);
  const [best, least] = [Math.max(...sums), Math.min(...sums)].map((kwh) => sums.indexOf(kwh));
  const picture = drawMonthBars({
    months,
    parts: house ? [house.usedKwh, house.soldKwh] : [sums],
    line: house?.useKwh ?? null,
    format: (kwh) => formatNumber(kwh, lang),
    label: fill(words.months, {
      best: months[best],
      bestKwh: formatNumber(sums[best], lang),
      least: months[least],
      leastKwh: formatNumber(sums[least], lang),
    }),
  });
  return (
    <>
      {house && (
        <Legend
          signs={[
            [words.flow_used, drawPlainSign('part-0')],
            [words.flow_sold, drawPlainSign('part-1')],
            [
              fill(words.houseUse, { kwh: formatNumber(sum(house.useKwh), lang) }),
              drawLineSign('month-line'),
            ],
          ]}
        />
      )}
      <div class="bars" dangerouslySetInnerHTML={{ __html: picture }} />
    </>
  );
}

/** A smaller share of the year is not worth a line. */
const LEAST_TAKEN = 0.005;

/** Says what snow, shade and horizon take from the year. */
function TakenLine({ state, roof, left }: Pick<MonthsProps, 'state' | 'roof' | 'left'>) {
  const { words } = usePage();
  const causes = listCauses(state, words);
  if (!causes) return null;
  const { lang, horizonDeg, faces } = state;
  const kwh = roof.yearKwh - left.yearKwh;
  if (kwh < LEAST_TAKEN * roof.yearKwh) return null;
  return (
    <p class="taken">
      {fill(words.taken, {
        causes,
        kwh: formatNumber(kwh, lang),
        percent: formatNumber((100 * kwh) / roof.yearKwh, lang, 1),
        free: formatNumber(roof.yearKwh, lang),
      })}
      {horizonDeg && faces.length > 1 && ` ${words.takenEvenly}`}
    </p>
  );
}

/** Lists what lessens the roof's year, in words. Null for nothing. */
export function listCauses(state: ExplorerState, words: Words['explorer']): string | null {
  const { lang, horizonDeg, shadingPct, snowPct } = state;
  const causes = [
    horizonDeg && words.byHorizon,
    shadingPct && words.byShade,
    snowPct && words.bySnow,
    mayClip(state) ? words.byInverter : null,
  ].filter((cause) => cause !== null);
  return causes.length > 0 ? new Intl.ListFormat(lang).format(causes) : null;
}

/** The months by face, and what becomes of them. */
function MonthTable({ left, house }: DrawnProps) {
  const { state, words } = usePage();
  const sums = sumMonthsKwh(left);
  const faces = left.monthsKwh.map(
    (kwh, face) => [fill(words.face, { number: face + 1 }), kwh] as const,
  );
  const columns: (readonly [string, ArrayLike<number>])[] = [
    ...(faces.length > 1 ? faces : []),
    [words.sum, sums],
  ];
  if (house)
    columns.push(
      [words.usedHead, house.usedKwh],
      [words.soldHead, house.soldKwh],
      [words.houseUseHead, house.useKwh],
    );
  const format = (values: ArrayLike<number>) =>
    [...Array.from(values), sum(values)].map((kwh) => formatNumber(kwh, state.lang));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: many faces scroll sideways
    <section class="wide" tabIndex={0} aria-label={words.monthsTable}>
      <ValueTable
        head={words.month}
        rows={[...listMonths(state.lang), words.year]}
        columns={columns.map(([name, values]) => [name, format(values)])}
      />
    </section>
  );
}
