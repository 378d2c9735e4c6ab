import type { ComponentChildren } from 'preact';
import { BATTERY_YEARS, YEARS } from '#engine/economy/cash-flow.ts';
import { isWithinWarranty } from '#engine/economy/warranty.ts';
import type { ExplorerState } from '../../shared/state.ts';
import { fill, formatNumber, formatYears } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import type { NoAnswer } from '../keep-asking.ts';
import type { House } from '../local/local-calls.ts';
import type { MoneyAnswer } from '../local/money-answer.ts';
import { computeBatteryCostSek, computePanelCostSek } from '../local/requests.ts';
import { type BatteryBar, drawBatteryBars } from './charts/battery-bars.ts';
import { drawDotSign, drawPlainSign, drawStripedSign, Legend } from './legend.tsx';
import {
  type BatteryPayback,
  computeBatteryPaybacks,
  computePanelPayback,
  findSoonest,
  type LifePayback,
} from './payback.ts';
import type { Checked } from './use-check.ts';
import type { Figures, FiguresView } from './use-figures.ts';

type EarningWords = Words['earnings'];

/** The properties of the parts about money: all they say is of the figures' own house. */
export interface MoneyProps {
  words: EarningWords;
  view: FiguresView;
}

/** Largest difference of the API's figures from the page's that counts as none, SEK. */
const NEAR_SEK = 1;

/** Whether the meter of a house has the sun in its figures already. */
export function hasSunInMeter({ house }: Figures): boolean {
  return Boolean(house.meter?.exportKwh);
}

/** When panels and batteries are paid back. */
interface Paid {
  /** Null if they are there already. */
  panels: LifePayback | null;
  batteries: BatteryPayback[];
}

/** Computes the paybacks of an answer for today's payment. */
export function computePaybacks(figures: Figures, money: MoneyAnswer = figures.money): Paid {
  const { state } = figures.house;
  const paidOn = new Date().toISOString().slice(0, 10);
  const panelSek = hasSunInMeter(figures) ? 0 : computePanelCostSek(state);
  const payment = { paid_on: paidOn, adults: state.owners, panelSek };
  return {
    panels: panelSek > 0 ? computePanelPayback(money, payment) : null,
    batteries: computeBatteryPaybacks(money, (size) => computeBatteryCostSek(state, size), payment),
  };
}

/** Says in two sentences when the sun has paid, and whether a battery does; or why that is not known. */
export function Verdicts({ words, view }: MoneyProps) {
  const { figures, isFormer, problem } = view;
  return (
    <div aria-busy={isFormer && !problem} aria-live="polite">
      {problem && <p>{describeProblem(problem, words)}</p>}
      {!problem && !figures && <p>{words.computing}</p>}
      {figures && (
        <Former isFormer={isFormer} words={words}>
          <Earned words={words} figures={figures} />
        </Former>
      )}
    </div>
  );
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

function Earned({ words, figures }: { words: EarningWords; figures: Figures }) {
  const { state } = figures.house;
  const { panels, batteries } = computePaybacks(figures);
  const first = findSoonest(batteries);
  return (
    <>
      <p>
        {hasSunInMeter(figures)
          ? words.sunInMeter
          : describeSun(figures.money.sunSek, panels, words, state.lang)}
      </p>
      <p>{describeBattery(first, words, state.lang)}</p>
      {(panels || first) && (
        <p class="soft small">{describeWithoutDeduction(panels, first, words, state)}</p>
      )}
    </>
  );
}

function describeSun(
  sunSek: number,
  panels: LifePayback | null,
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  const sek = formatNumber(sunSek, lang);
  if (!panels) return fill(words.sunSaves, { sek });
  if (panels.paybackYears === null) return fill(words.sunNever, { sek, life: YEARS });
  return fill(words.sunPays, { sek, years: formatYears(panels.paybackYears, lang) });
}

function describeProblem({ reason, againS }: NoAnswer, words: EarningWords): string {
  const why = words[`unanswered_${reason}`];
  return againS === null ? why : `${why} ${fill(words.askedAgain, { seconds: againS })}`;
}

function describeBattery(
  first: BatteryPayback | null,
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  if (!first) return fill(words.batteryNever, { life: BATTERY_YEARS });
  return fill(isWithinWarranty(first) ? words.batteryPays : words.batteryLate, {
    size: first.cell.sizeKwh,
    years: formatYears(first.paybackYears ?? 0, lang),
    warranty: formatNumber(first.warrantyYears, lang),
  });
}

function describeWithoutDeduction(
  panels: LifePayback | null,
  battery: LifePayback | null,
  words: EarningWords,
  { owners, lang }: ExplorerState,
): string {
  const one = (name: string, found: LifePayback | null) =>
    found
      ? [
          fill(name, {
            years: formatSpan(found.paybackYearsWithoutDeduction, found.lifeYears, words, lang),
          }),
        ]
      : [];
  const parts = [...one(words.panelsBefore, panels), ...one(words.batteryBefore, battery)];
  return fill(words.afterDeduction, {
    owners: words[owners === 1 ? 'owner1' : 'owner2'],
    parts: parts.join(', '),
  });
}

function formatSpan(
  years: number | null,
  life: number,
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  return years === null
    ? fill(words.notIn, { life })
    : fill(words.years, { years: formatYears(years, lang) });
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

interface BatteriesProps extends MoneyProps {
  checked: Checked | null;
}

/** Batteries next to each other, with their prices and when they have paid back. */
export function Batteries({ words, view, checked }: BatteriesProps) {
  const { figures, isFormer } = view;
  if (!figures) return null;
  const { money, plain, house } = figures;
  const { state } = house;
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
        {describeStatus(house, checked, words)}
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
  if (!first) return fill(words.choiceNone, { life: BATTERY_YEARS });
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

/** Says who has computed the figures. */
function describeStatus(house: House, checked: Checked | null, words: EarningWords): string {
  if (house.meter) return words.statusPrivate;
  if (checked?.house !== house) return words.statusHere;
  const { apartSek } = checked;
  if (apartSek <= NEAR_SEK) return words.statusChecked;
  return fill(words.statusApart, { sek: formatNumber(apartSek, house.state.lang, 1) });
}
