import type { ComponentChildren } from 'preact';
import type { SystemMonths } from '#engine/battery/house-months.ts';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import { type BatteryVerdict, soonestBattery, wholeSavings } from '#engine/economy/verdict.ts';
import {
  fill,
  formatHundreds,
  formatLoss,
  formatNumber,
  formatYears,
} from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import type { NoAnswer } from '../../ui/retry.ts';
import type { Verdict } from '../../ui/script-data.ts';
import { computeHouseVerdict } from '../house-verdict.ts';
import type { ExplorerState } from '../state.ts';
import { usePage } from '../use-page.ts';
import { Answer } from './answer.tsx';
import { Fold } from './fold.tsx';
import { splitSavings } from './house-picture.tsx';
import { Stale } from './stale.tsx';
import { ValueTable } from './value-table.tsx';
import { formatSpan } from './verdict.ts';
import type { Figures, FiguresView } from './views.ts';

type EarningWords = Words['earnings'];

interface VerdictsProps {
  view: FiguresView;
  /** Verdict of the figures, or of the page's HTML before there are any. Null if there is none. */
  verdict: Verdict | null;
  picture: ComponentChildren;
  /** Whether the page says already why there are no figures. */
  isExplained: boolean;
}

/** Says what there is to decide on, in a sentence. Or why that is not known. */
export function Verdicts({ view, verdict, picture, isExplained }: VerdictsProps) {
  const { earnings: words } = usePage();
  const { figures, isStale, problem } = view;
  return (
    <div aria-busy={isStale && !problem} aria-live="polite">
      {problem && !isExplained && <p>{describeProblem(problem, words.unanswered_failed, words)}</p>}
      {verdict && (
        <Stale isStale={figures !== null && isStale}>
          <Answer {...{ verdict, picture }} />
        </Stale>
      )}
    </div>
  );
}

/** Says why there are no figures, and when the page tries again. @param failed for an answer that cannot be read */
export function describeProblem(
  { reason, againS }: NoAnswer,
  failed: string,
  words: EarningWords,
): string {
  const why = reason === 'failed' ? failed : words[`unanswered_${reason}`];
  return againS === null ? why : `${why} ${fill(words.retriesIn, { seconds: againS })}`;
}

interface CostsProps {
  view: FiguresView;
  /** The months of these systems. Null until they have come. */
  months: SystemMonths | null;
  payback: ComponentChildren;
}

/** All of the figures' own house: cost and savings of the panels, by themselves and with the battery, and of every size in a fold. */
export function Costs({ view: { figures, isStale }, months, payback }: CostsProps) {
  const { earnings: words } = usePage();
  if (!figures) return null;
  const { plain, state, verdict } = figures;
  const choice = (all: readonly BatteryVerdict[]) => describeChoice(all, words, state.lang);
  return (
    <section class="money" aria-labelledby="costs">
      <h2 id="costs">{words.costs}</h2>
      <Stale isStale={isStale}>
        <SystemTable {...{ figures, months }} />
        {plain && (
          <p class="list-effect">
            {fill(words.listEffect, {
              by: choice(verdict.batteries),
              without: choice(computeHouseVerdict(state, plain, verdict.isSunInMeter).batteries),
            })}
          </p>
        )}
        <ReserveLine figures={figures} />
        <Fold title={words.tableTitle}>{payback}</Fold>
      </Stale>
    </section>
  );
}

/** Says what the reserve for outages costs with the battery that is compared with the panels. */
function ReserveLine({ figures: { state, unreserved, verdict } }: { figures: Figures }) {
  const { earnings: words } = usePage();
  const { lang, reservePct } = state;
  const { battery } = verdict;
  if (!unreserved || !battery) return null;
  const free = wholeSavings(unreserved).batteries.find(({ kwh }) => kwh === battery.kwh);
  const sek = Math.max(0, (free?.savingSek ?? 0) - battery.savingSek);
  return (
    <p>
      {fill(words.reserveCosts, {
        percent: formatNumber(reservePct, lang),
        sek: formatNumber(sek, lang),
        size: battery.kwh,
      })}
    </p>
  );
}

interface SystemTableProps extends Pick<CostsProps, 'months'> {
  figures: Figures;
}

/** Price, deduction, savings and payback of the two systems, exactly. */
function SystemTable({ figures: { state, verdict }, months }: SystemTableProps) {
  const { earnings: words } = usePage();
  const { lang, lifeYears, inverterSek, inverterYear, fadePct } = state;
  const { isSunInMeter, arePanelsBought, panels, both } = verdict;
  const sek = (value: number) => formatNumber(Math.round(value), lang);
  type Row = [name: string, textOf: (system: PricedSystem) => string];
  const inverter: Row = [
    fill(words.tableInverter, { year: inverterYear }),
    () => sek(-inverterSek),
  ];
  const fade = fill(words.tableFadeValue, { fade: formatLoss(fadePct / 100, lang) });
  const fadeRow: Row = [words.tableFade, ({ batteryKwh }) => (batteryKwh > 0 ? fade : '–')];
  const splitOf = ({ savingSek, batteryKwh }: PricedSystem) =>
    months && splitSavings(savingSek, months[batteryKwh > 0 ? 'both' : 'panels']);
  const formatPart = (value: number | undefined) => (value === undefined ? '…' : sek(value));
  const splitRows: Row[] = [
    [words.tableLower, (system) => formatPart(splitOf(system)?.lowerSek)],
    [words.tableSold, (system) => formatPart(splitOf(system)?.soldSek)],
    [
      words.tableBattery,
      ({ batteryKwh, savingSek }) => (batteryKwh > 0 ? sek(savingSek - panels.savingSek) : '–'),
    ],
  ];
  const rows: Row[] = [
    [words.tableCost, ({ priceSek }) => sek(priceSek)],
    [words.tableDeduction, ({ priceSek, netSek }) => sek(netSek - priceSek)],
    [words.tableToPay, ({ netSek }) => sek(netSek)],
    [words.tableSaves, ({ savingSek }) => sek(savingSek)],
    ...(isSunInMeter ? [] : splitRows),
    ...(inverterSek > 0 && arePanelsBought ? [inverter] : []),
    ...(fadePct > 0 ? [fadeRow] : []),
    [
      words.tablePaid,
      // Panels without a price have nothing to pay off.
      ({ paybackYears, batteryKwh }) =>
        arePanelsBought || batteryKwh
          ? formatSpan(paybackYears, lifeYears, words, lang, 'table')
          : '–',
    ],
    [fill(words.tableLeft, { life: lifeYears }), ({ cashSek }) => sek(cashSek[lifeYears])],
  ];
  const name = ({ batteryKwh: size }: PricedSystem) =>
    size > 0 ? fill(words.withBattery, { size }) : words.panelsOnly;
  return (
    <div class="systems">
      <ValueTable
        head=""
        rows={rows.map(([name]) => name)}
        columns={(isSunInMeter ? [both] : [panels, both]).map((system) => [
          name(system),
          rows.map(([, textOf]) => textOf(system)),
        ])}
      />
    </div>
  );
}

function describeChoice(
  batteries: readonly BatteryVerdict[],
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  const first = soonestBattery(batteries);
  if (!first) return fill(words.choiceNone, { life: batteries[0].lifeYears });
  return fill(words.choice, {
    size: first.kwh,
    sek: formatHundreds(first.savingSek, lang),
    years: formatYears(first.paybackYears ?? 0, lang, 'sentence'),
  });
}
