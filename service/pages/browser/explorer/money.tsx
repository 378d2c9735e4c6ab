import { BATTERY_YEARS, YEARS } from '#engine/economy/cash-flow.ts';
import { isWithinWarranty } from '#engine/economy/warranty.ts';
import type { ExplorerState } from '../../shared/state.ts';
import { fill, formatNumber, formatYears } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import type { NoAnswer } from '../keep-asking.ts';
import { type BatteryBar, drawBatteryBars } from './charts/battery-bars.ts';
import type { MoneyAnswer } from './money-answer.ts';
import {
  type BatteryPayback,
  computeBatteryPaybacks,
  computePanelPayback,
  findSoonest,
  type LifePayback,
} from './payback.ts';
import { computeBatteryCostSek, computePanelCostSek } from './requests.ts';
import type { MoneyStatus, MoneyView } from './use-money.ts';

type EarningWords = Words['earnings'];

/** The properties of the parts about money. */
export interface MoneyProps {
  state: ExplorerState;
  words: EarningWords;
  view: MoneyView;
  /** Whether the meter has the sun in its figures already. */
  isSunInMeter: boolean;
}

/** When panels and batteries are paid back. */
interface Paid {
  /** Null if they are there already. */
  panels: LifePayback | null;
  batteries: BatteryPayback[];
}

/** Computes the paybacks of an answer for today's payment. */
export function computePaybacks(
  state: ExplorerState,
  money: MoneyAnswer,
  isSunInMeter: boolean,
): Paid {
  const paidOn = new Date().toISOString().slice(0, 10);
  const panelSek = isSunInMeter ? 0 : computePanelCostSek(state);
  const payment = { paid_on: paidOn, adults: state.owners, panelSek };
  return {
    panels: panelSek > 0 ? computePanelPayback(money, payment) : null,
    batteries: computeBatteryPaybacks(money, (size) => computeBatteryCostSek(state, size), payment),
  };
}

/** Says in two sentences when the sun has paid, and whether a battery does; or why that is not known. */
export function Verdicts({ state, words, view, isSunInMeter }: MoneyProps) {
  const { money, isStale, problem } = view;
  return (
    <div aria-busy={isStale && !problem} aria-live="polite">
      {problem && <p>{describeProblem(problem, words)}</p>}
      {!problem && !money && <p>{words.computing}</p>}
      {money && <Earned state={state} words={words} money={money} isSunInMeter={isSunInMeter} />}
    </div>
  );
}

interface EarnedProps extends Omit<MoneyProps, 'view'> {
  money: MoneyAnswer;
}

function Earned({ state, words, money, isSunInMeter }: EarnedProps) {
  const { panels, batteries } = computePaybacks(state, money, isSunInMeter);
  const first = findSoonest(batteries);
  return (
    <>
      <p>
        {isSunInMeter ? words.sunInMeter : describeSun(money.sunSek, panels, words, state.lang)}
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

/** Batteries next to each other, with their prices and when they have paid back. */
export function Batteries({ state, words, view, isSunInMeter }: MoneyProps) {
  const { money, isStale, status } = view;
  if (!money) return null;
  const { panels, batteries } = computePaybacks(state, money, isSunInMeter);
  return (
    <section class="panel money" aria-labelledby="earns">
      <h2 id="earns">{words.earns}</h2>
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
      {view.plain && !isStale && (
        <p class="list-effect">
          {fill(words.listEffect, {
            by: describeChoice(batteries, words, state.lang),
            without: describeChoice(
              computePaybacks(state, view.plain, isSunInMeter).batteries,
              words,
              state.lang,
            ),
          })}
        </p>
      )}
      <p class="soft small" role="status" aria-busy={isStale}>
        {describeStatus(status, words, state.lang)}
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
  const paid = ({ paybackYears, lifeYears }: LifePayback) =>
    formatShortSpan(paybackYears, lifeYears, words, lang);
  const foot = panels ? paid(panels) : '';
  const none = { name: words.noBattery, sunSek, batterySek: 0, othersSek: [], foot };
  const bars: BatteryBar[] = all.map(({ cell: best, ...found }) => ({
    name: `${best.sizeKwh} kWh`,
    sunSek,
    batterySek: best.savesSek,
    othersSek: cells
      .filter((cell) => cell.sizeKwh === best.sizeKwh && cell !== best)
      .map(({ savesSek }) => savesSek),
    foot: paid(found),
  }));
  const sizes = all.map(({ cell }) =>
    fill(words.barsSize, {
      size: cell.sizeKwh,
      sek: formatNumber(sunSek + cell.savesSek, lang),
    }),
  );
  const label = fill(words.barsLabel, { sun: formatNumber(sunSek, lang), sizes: sizes.join(', ') });
  const picture = drawBatteryBars([none, ...bars], (sek) => formatNumber(sek, lang), label);
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

function describeStatus(
  status: MoneyStatus,
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  switch (status.is) {
    case 'here':
      return words.statusHere;
    case 'private':
      return words.statusPrivate;
    case 'confirmed':
      return words.statusConfirmed;
    case 'api':
      return words.statusApi;
    case 'failed':
      return words.statusFailed;
    case 'corrected':
      return fill(words.statusCorrected, { sek: formatNumber(status.apartSek, lang, 1) });
    case 'waiting':
      return fill(words.statusWait, { seconds: status.seconds });
  }
}
