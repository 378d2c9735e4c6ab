import type { ComponentChildren } from 'preact';
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
import { Answer } from '../answer.tsx';
import type { ExplorerState } from '../state.ts';
import { usePage } from '../use-page.ts';
import { ValueTable } from '../value-table.tsx';
import type { SystemMonths } from '../worker/local-calls.ts';
import { selectBestCells } from '../worker/money-answer.ts';
import { type Split, splitSavings } from './flows.ts';
import { type BatteryPayback, computePaid, findSoonest, type LifePayback } from './payback.ts';
import type { System, Systems } from './system.ts';
import type { Figures, FiguresView } from './use-figures.ts';
import { nameOwners } from './verdict.ts';

type EarningWords = Words['earnings'];

interface VerdictsProps {
  view: FiguresView;
  /** Of the figures, or of the page's HTML before there are any. Null if there is none. */
  verdict: Verdict | null;
  /** The drawn house. */
  picture: ComponentChildren;
  /** Whether the page says already why there are no figures. */
  isExplained: boolean;
}

/** Says what there is to decide on, in a sentence. Or why that is not known. */
export function Verdicts({ view, verdict, picture, isExplained }: VerdictsProps) {
  const { change, earnings: words } = usePage();
  const { figures, isStale, problem } = view;
  return (
    <div aria-busy={isStale && !problem} aria-live="polite">
      {problem && !isExplained && <p>{describeProblem(problem, words.unanswered_failed, words)}</p>}
      {verdict && (
        <Stale isStale={figures !== null && isStale}>
          <Answer
            {...{ verdict, words, picture }}
            choose={(batteryKwh) => change({ batteryKwh })}
          />
        </Stale>
      )}
    </div>
  );
}

interface StaleProps {
  isStale: boolean;
  children: ComponentChildren;
}

/** Figures of a house that has been changed since are said to be that house's, and drawn grey. */
export function Stale({ isStale, children }: StaleProps) {
  const { earnings: words } = usePage();
  return (
    <div class={isStale ? 'stale' : undefined} aria-busy={isStale}>
      {isStale && <p class="small stale-note">{words.stale}</p>}
      {children}
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
  return againS === null ? why : `${why} ${fill(words.askedAgain, { seconds: againS })}`;
}

/** Formats the years until a price is earned for a table, or says that its life is too short. */
function formatSpan(
  years: number | null,
  life: number,
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  return years === null
    ? fill(words.notIn, { life })
    : fill(words.years, { years: formatYears(years, lang, 'table') });
}

interface CostsProps {
  view: FiguresView;
  /** The months of these systems. Null until they have come. */
  months: SystemMonths | null;
}

/** All of the figures' own house: cost and savings of the panels, by themselves and with the battery, and of every size in a fold. */
export function Costs({ view: { figures, isStale }, months }: CostsProps) {
  const { earnings: words } = usePage();
  if (!figures) return null;
  const { money, plain, unreserved, state, systems } = figures;
  const { paid, isSunInMeter } = systems;
  const choice = (all: readonly BatteryPayback[]) => describeChoice(all, words, state.lang);
  return (
    <section class="money" aria-labelledby="costs">
      <h2 id="costs">{words.costs}</h2>
      <Stale isStale={isStale}>
        <SystemTable {...{ state, words, systems, months }} />
        {plain && (
          <p class="list-effect">
            {fill(words.listEffect, {
              by: choice(paid.batteries),
              without: choice(computePaid(state, plain, isSunInMeter).batteries),
            })}
          </p>
        )}
        <ReserveLine {...{ state, unreserved, systems }} />
        <PaybackTable
          state={state}
          words={words}
          sunSek={money.sunSek}
          panels={paid.panels}
          all={paid.batteries}
        />
      </Stale>
    </section>
  );
}

interface ReserveProps extends Pick<Figures, 'state' | 'unreserved' | 'systems'> {}

/** Says what the reserve for outages costs with the battery that is compared with the panels. */
function ReserveLine({ state: { lang, reservePct }, unreserved, systems }: ReserveProps) {
  const { earnings: words } = usePage();
  const cell = systems.both.battery?.cell;
  if (!unreserved || !cell) return null;
  const free = selectBestCells(unreserved).find(({ sizeKwh }) => sizeKwh === cell.sizeKwh);
  const sek = Math.max(0, (free?.savesSek ?? 0) - cell.savesSek);
  return (
    <p>
      {fill(words.reserveCosts, {
        percent: formatNumber(reservePct, lang),
        sek: formatNumber(Math.round(sek), lang),
        size: cell.sizeKwh,
      })}
    </p>
  );
}

interface SystemTableProps {
  state: ExplorerState;
  words: EarningWords;
  systems: Systems;
  months: SystemMonths | null;
}

/** Price, deduction, savings and payback of the two systems, exactly. */
function SystemTable({ state, words, systems, months }: SystemTableProps) {
  const { lang, lifeYears, inverterSek, inverterYear, fadePct } = state;
  const { paid, isSunInMeter, panels, both } = systems;
  const sek = (value: number) => formatNumber(Math.round(value), lang);
  type Row = [name: string, textOf: (system: System) => string];
  const inverter: Row = [
    fill(words.tableInverter, { year: inverterYear }),
    () => sek(-inverterSek),
  ];
  const fade = fill(words.tableFadeValue, { fade: formatLoss(fadePct / 100, lang) });
  const splitOf = (system: System) =>
    months && splitSavings(system.savesSek, months[system.battery ? 'both' : 'panels']);
  const splitRow = (word: 'tableLower' | 'tableSold', part: keyof Split): Row => [
    words[word],
    (system) => formatPart(splitOf(system)?.[part], sek),
  ];
  const splitRows: Row[] = [
    splitRow('tableLower', 'lowerSek'),
    splitRow('tableSold', 'soldSek'),
    [words.tableBattery, ({ battery }) => (battery ? sek(battery.cell.savesSek) : '–')],
  ];
  const rows: Row[] = [
    [words.tableCost, ({ priceSek }) => sek(priceSek)],
    [words.tableDeduction, ({ priceSek, netSek }) => sek(netSek - priceSek)],
    [words.tableToPay, ({ netSek }) => sek(netSek)],
    [words.tableSaves, ({ savesSek }) => sek(savesSek)],
    ...(isSunInMeter ? [] : splitRows),
    ...(inverterSek > 0 && paid.panels ? [inverter] : []),
    [words.tableFade, ({ battery }) => (battery ? fade : '–')],
    [
      words.tablePaid,
      // Panels without a price have nothing to pay off.
      ({ years, battery }) =>
        paid.panels || battery ? formatSpan(years, lifeYears, words, lang) : '–',
    ],
    [fill(words.tableLeft, { life: lifeYears }), ({ leftSek }) => sek(leftSek)],
  ];
  const name = ({ battery }: System) =>
    battery ? fill(words.withBattery, { size: battery.cell.sizeKwh }) : words.panelsOnly;
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

function formatPart(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? '…' : format(value);
}

/** Says which battery pays back first. */
function describeChoice(
  batteries: readonly BatteryPayback[],
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  const first = findSoonest(batteries);
  if (!first) return fill(words.choiceNone, { life: batteries[0].lifeYears });
  return fill(words.choice, {
    size: first.cell.sizeKwh,
    sek: formatHundreds(first.cell.savesSek, lang),
    years: formatYears(first.paybackYears ?? 0, lang, 'sentence'),
  });
}

interface TableProps {
  state: ExplorerState;
  words: EarningWords;
  sunSek: number;
  panels: LifePayback | null;
  all: readonly BatteryPayback[];
}

function PaybackTable({ state: { lang, owners }, words, sunSek, panels, all }: TableProps) {
  const sek = (value: number) => formatNumber(value, lang);
  const parts = [
    ...(panels ? [{ ...panels, name: words.panels, savesSek: sunSek, run: '' }] : []),
    ...all.map(({ cell: { sizeKwh, savesSek, strategy }, ...found }) => ({
      ...found,
      ...{ name: `${sizeKwh} kWh`, savesSek, run: words[strategy] },
    })),
  ];
  const columns: [head: string, textOf: (part: (typeof parts)[number]) => string][] = [
    [words.tableSaves, ({ savesSek }) => sek(savesSek)],
    [words.tableStrategy, ({ run }) => run],
    [words.tableCost, ({ priceSek }) => sek(priceSek)],
    [words.tableDeduction, ({ priceSek, netSek }) => sek(priceSek - netSek)],
    [
      words.tableBefore,
      ({ paybackYearsWithoutDeduction, lifeYears }) =>
        formatSpan(paybackYearsWithoutDeduction, lifeYears, words, lang),
    ],
    [
      words.tableAfter,
      ({ paybackYears, lifeYears }) => formatSpan(paybackYears, lifeYears, words, lang),
    ],
  ];
  return (
    <details>
      <summary>{words.tableTitle}</summary>
      <p class="soft small">{fill(words.costsAre, { owners: nameOwners(words, owners) })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways on a phone */}
      <section class="wide" tabIndex={0} aria-label={words.tableTitle}>
        <ValueTable
          head={words.tableSize}
          rows={parts.map(({ name }) => name)}
          columns={columns.map(([head, textOf]) => [head, parts.map(textOf)])}
        />
      </section>
    </details>
  );
}
