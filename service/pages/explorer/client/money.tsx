import type { ComponentChildren } from 'preact';
import { fill, formatNumber, formatYears } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import type { NoAnswer } from '../../ui/keep-asking.ts';
import type { Verdict } from '../../ui/script-data.ts';
import type { ExplorerState } from '../state.ts';
import type { MoneyAnswer } from '../worker/money-answer.ts';
import { type BatteryBar, drawBatteryBars } from './charts/battery-bars.ts';
import { drawDotSign, drawPlainSign, drawStripedSign, Legend } from './legend.tsx';
import {
  type BatteryPayback,
  computePaid,
  findSoonest,
  type LifePayback,
  type Paid,
} from './payback.ts';
import type { Figures, FiguresView } from './use-figures.ts';
import { formatSpan, writeVerdict } from './verdict.ts';

type EarningWords = Words['earnings'];

/** The properties of the parts about money: all they say is of the figures' own house. */
export interface MoneyProps {
  words: EarningWords;
  view: FiguresView;
}

/** Whether the meter of a house has the sun in its figures already. */
export function hasSunInMeter({ house }: Figures): boolean {
  return Boolean(house.meter?.exportKwh);
}

/** Computes the paybacks of an answer for today's payment. */
export function computePaybacks(figures: Figures, money: MoneyAnswer = figures.money): Paid {
  return computePaid(figures.state, money, hasSunInMeter(figures));
}

interface VerdictsProps extends MoneyProps {
  /** Sentences about the page's state that the service has said before any figures; null for another state. */
  first: Verdict | null;
}

/** Says what there is to decide on, in a sentence; or why that is not known. */
export function Verdicts({ words, view, first }: VerdictsProps) {
  const { figures, isFormer, problem } = view;
  const verdict = figures ? tellVerdict(figures, words) : first;
  return (
    <div aria-busy={isFormer && !problem} aria-live="polite">
      {problem && <p class="awaited">{describeProblem(problem, words)}</p>}
      {!problem && !verdict && <p class="awaited">{words.computing}</p>}
      {verdict && (
        <Former isFormer={figures !== null && isFormer} words={words}>
          <p class="decision">{verdict.decision}</p>
          <p class="soft small">
            {verdict.parts.map((part) => (
              <span key={part} class="part">
                {part}{' '}
              </span>
            ))}
            {verdict.deduction}
          </p>
        </Former>
      )}
    </div>
  );
}

function tellVerdict(figures: Figures, words: EarningWords): Verdict {
  const { state, money } = figures;
  return writeVerdict(state, money, computePaybacks(figures), hasSunInMeter(figures), words);
}

interface FormerProps {
  isFormer: boolean;
  words: EarningWords;
  children: ComponentChildren;
}

/** Figures of a house that has been changed since are said to be that house's, and drawn grey. */
export function Former({ isFormer, words, children }: FormerProps) {
  return (
    <div class={isFormer ? 'former' : undefined} aria-busy={isFormer}>
      {isFormer && <p class="small former-note">{words.former}</p>}
      {children}
    </div>
  );
}

function describeProblem({ reason, againS }: NoAnswer, words: EarningWords): string {
  const why = words[`unanswered_${reason}`];
  return againS === null ? why : `${why} ${fill(words.askedAgain, { seconds: againS })}`;
}

/** Formats a span where there is little room. */
function formatShortSpan(
  years: number | null,
  life: number,
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  return years === null ? fill(words.longer, { life }) : formatSpan(years, life, words, lang);
}

/** Batteries next to each other, with their prices and when they have paid back. */
export function Batteries({ words, view }: MoneyProps) {
  const { figures, isFormer } = view;
  if (!figures) return null;
  const { money, plain, house, state } = figures;
  const { panels, batteries } = computePaybacks(figures);
  const isSunInMeter = hasSunInMeter(figures);
  const choice = (all: readonly BatteryPayback[]) => describeChoice(all, words, state.lang);
  return (
    <section class="panel money" aria-labelledby="earns">
      <h2 id="earns">{words.earns}</h2>
      <Former isFormer={isFormer} words={words}>
        <Legend
          signs={[
            ...(isSunInMeter ? [] : [[words.sunAlone, drawPlainSign('bar-sun')] as const]),
            [words.barsBest, drawStripedSign('bar-battery')],
            [words.barsOthers, drawDotSign('dot-strategy')],
          ]}
        />
        <p class="soft small">{words.barsUnit}</p>
        <Bars
          state={state}
          words={words}
          money={isSunInMeter ? { ...money, sunSek: 0 } : money}
          panels={panels}
          all={batteries}
        />
        <PaybackTable
          state={state}
          words={words}
          sunSek={money.sunSek}
          panels={panels}
          all={batteries}
        />
        {plain && (
          <p class="list-effect">
            {fill(words.listEffect, {
              by: choice(batteries),
              without: choice(computePaybacks(figures, plain).batteries),
            })}
          </p>
        )}
      </Former>
      <p class="soft small" role="status">
        {house.meter ? words.statusPrivate : words.statusHere}
      </p>
    </section>
  );
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
    sek: formatNumber(first.cell.savesSek, lang),
    years: formatYears(first.paybackYears ?? 0, lang),
  });
}

interface BarsProps {
  state: ExplorerState;
  words: EarningWords;
  money: MoneyAnswer;
  panels: LifePayback | null;
  all: readonly BatteryPayback[];
}

function Bars({ state: { lang }, words, money, panels, all }: BarsProps) {
  const { sunSek, cells } = money;
  const paidIn = ({ paybackYears, lifeYears }: LifePayback) =>
    paybackYears === null ? `> ${lifeYears}` : formatYears(paybackYears, lang);
  const paid = panels ? paidIn(panels) : '';
  const none = { name: words.noBattery, sunSek, batterySek: 0, othersSek: [], paid };
  const bars: BatteryBar[] = all.map(({ cell: best, ...found }) => ({
    name: String(best.sizeKwh),
    sunSek,
    batterySek: best.savesSek,
    othersSek: cells
      .filter((cell) => cell.sizeKwh === best.sizeKwh && cell !== best)
      .map(({ savesSek }) => savesSek),
    paid: paidIn(found),
  }));
  const sizes = all.map(({ cell }) =>
    fill(words.barsSize, {
      size: cell.sizeKwh,
      sek: formatNumber(sunSek + cell.savesSek, lang),
    }),
  );
  const label = fill(words.barsLabel, { sun: formatNumber(sunSek, lang), sizes: sizes.join(', ') });
  const titles = {
    savings: words.barsSavings,
    size: words.barsBattery,
    paid: words.barsYears,
    label,
  };
  const picture = drawBatteryBars([none, ...bars], (sek) => formatNumber(sek, lang), titles);
  return <div class="bars" dangerouslySetInnerHTML={{ __html: picture }} />;
}

interface TableProps extends Omit<BarsProps, 'money'> {
  sunSek: number;
}

function PaybackTable({ state: { lang }, words, sunSek, panels, all }: TableProps) {
  const sek = (value: number) => formatNumber(value, lang);
  const cost = ({ lifeYears, ...payback }: LifePayback) => (
    <>
      <td>{sek(payback.priceSek)}</td>
      <td>{sek(payback.priceSek - payback.netSek)}</td>
      <td>{formatShortSpan(payback.paybackYearsWithoutDeduction, lifeYears, words, lang)}</td>
      <td>{formatShortSpan(payback.paybackYears, lifeYears, words, lang)}</td>
    </>
  );
  const heads = [
    words.tableSize,
    words.tableSaves,
    words.tableStrategy,
    words.tableCost,
    words.tableDeduction,
    words.tableBefore,
    words.tableAfter,
  ];
  return (
    <details>
      <summary>{words.tableTitle}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways on a phone */}
      <section class="wide" tabIndex={0} aria-label={words.tableTitle}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {panels && (
              <tr>
                <th scope="row">{words.panels}</th>
                <td>{sek(sunSek)}</td>
                <td />
                {cost(panels)}
              </tr>
            )}
            {all.map(({ cell, ...found }) => (
              <tr key={cell.sizeKwh}>
                <th scope="row">{`${cell.sizeKwh} kWh`}</th>
                <td>{sek(cell.savesSek)}</td>
                <td>{words[cell.strategy]}</td>
                {cost(found)}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
