import type { Words } from '../../words.ts';
import type { NoAnswer } from '../no-answer.ts';
import { fill, written } from '../text.ts';
import { type BatteryBar, batteryBars } from './battery-bars.ts';
import type { MoneyAnswer } from './money-answer.ts';
import { isWithinWarranty, type Payback, paybacks, soonest } from './payback.ts';
import { batteryCostSek } from './requests.ts';
import type { ExplorerState } from './state.ts';
import type { MoneyStatus, MoneyView } from './use-money.ts';

type EarningWords = Words['earnings'];

/** What the parts about money are given. */
export interface MoneyProps {
  state: ExplorerState;
  words: EarningWords;
  view: MoneyView;
  /** Whether the meter has the sun in its figures already. */
  isSunInMeter: boolean;
}

/** The paybacks of an answer's batteries for today's payment. */
export function paybacksOf(state: ExplorerState, money: MoneyAnswer): Payback[] {
  const today = new Date().toISOString().slice(0, 10);
  return paybacks(money, (size) => batteryCostSek(state, size), today, state.owners);
}

/** Two sentences: what the sun saves, and whether a battery pays back; or why that is not known. */
export function Verdicts({ state, words, view, isSunInMeter }: MoneyProps) {
  const { money, isStale, problem } = view;
  return (
    <div aria-busy={isStale && !problem} aria-live="polite">
      {problem && <p>{problemText(problem, words)}</p>}
      {!problem && !money && <p>{words.computing}</p>}
      {money && <Earned state={state} words={words} money={money} isSunInMeter={isSunInMeter} />}
    </div>
  );
}

interface EarnedProps extends Omit<MoneyProps, 'view'> {
  money: MoneyAnswer;
}

function Earned({ state, words, money, isSunInMeter }: EarnedProps) {
  const first = soonest(paybacksOf(state, money));
  const sun = fill(words.sunSaves, { sek: written(money.sunSek, state.lang) });
  return (
    <>
      <p>{isSunInMeter ? words.sunInMeter : sun}</p>
      <p>{batteryVerdict(first, words, state.lang)}</p>
      {first && <p class="soft small">{withoutDeduction(first, words, state)}</p>}
    </>
  );
}

function problemText({ reason, againS }: NoAnswer, words: EarningWords): string {
  const why = words[`unanswered_${reason}`];
  return againS === null ? why : `${why} ${fill(words.askedAgain, { seconds: againS })}`;
}

function batteryVerdict(
  first: Payback | null,
  words: EarningWords,
  lang: ExplorerState['lang'],
): string {
  if (!first) return words.batteryNever;
  return fill(isWithinWarranty(first) ? words.batteryPays : words.batteryLate, {
    size: first.cell.sizeKwh,
    years: yearsText(first.yearsAfter ?? 0, lang),
    warranty: written(first.warrantyYears, lang),
  });
}

function withoutDeduction(
  { yearsBefore }: Payback,
  words: EarningWords,
  { owners, lang }: ExplorerState,
): string {
  const years =
    yearsBefore === null
      ? words.neverShort
      : fill(words.years, { years: yearsText(yearsBefore, lang) });
  return fill(words.afterDeduction, { owners: words[owners === 1 ? 'owner1' : 'owner2'], years });
}

/** Whole years from ten on: more decimals than the price of a battery has. */
function yearsText(years: number, lang: ExplorerState['lang']): string {
  return written(years, lang, years < 10 ? 1 : 0);
}

/** Batteries beside each other, with what they cost and when they have paid back. */
export function Batteries({ state, words, view, isSunInMeter }: MoneyProps) {
  const { money, isStale, status } = view;
  if (!money) return null;
  const all = paybacksOf(state, money);
  return (
    <section class="panel money" aria-labelledby="earns">
      <h2 id="earns">{words.earns}</h2>
      <p class="soft small">{words.barsUnit}</p>
      <Bars
        state={state}
        words={words}
        money={isSunInMeter ? { ...money, sunSek: 0 } : money}
        all={all}
      />
      <PaybackTable state={state} words={words} all={all} />
      <p class="soft small" role="status" aria-busy={isStale}>
        {statusText(status, words, state.lang)}
      </p>
    </section>
  );
}

interface BarsProps {
  state: ExplorerState;
  words: EarningWords;
  money: MoneyAnswer;
  all: readonly Payback[];
}

function Bars({ state: { lang }, words, money, all }: BarsProps) {
  const { sunSek, cells } = money;
  const none = { name: words.noBattery, sunSek, batterySek: 0, othersSek: [], foot: '' };
  const bars: BatteryBar[] = all.map(({ cell: best, yearsAfter }) => ({
    name: `${best.sizeKwh} kWh`,
    sunSek,
    batterySek: best.savesSek,
    othersSek: cells
      .filter((cell) => cell.sizeKwh === best.sizeKwh && cell !== best)
      .map(({ savesSek }) => savesSek),
    foot:
      yearsAfter === null
        ? words.never
        : fill(words.payback, { years: yearsText(yearsAfter, lang) }),
  }));
  const sizes = all.map(({ cell }) =>
    fill(words.barsSize, {
      size: cell.sizeKwh,
      sek: written(sunSek + cell.savesSek, lang),
    }),
  );
  const label = fill(words.barsLabel, { sun: written(sunSek, lang), sizes: sizes.join(', ') });
  const picture = batteryBars([none, ...bars], (sek) => written(sek, lang), label);
  return <div class="bars" dangerouslySetInnerHTML={{ __html: picture }} />;
}

function PaybackTable({ state: { lang }, words, all }: Omit<BarsProps, 'money'>) {
  const sek = (value: number) => written(value, lang);
  const years = (value: number | null) =>
    value === null ? words.neverShort : fill(words.years, { years: yearsText(value, lang) });
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
            {all.map(({ cell, costSek, deductionSek, yearsBefore, yearsAfter }) => (
              <tr key={cell.sizeKwh}>
                <th scope="row">{`${cell.sizeKwh} kWh`}</th>
                <td>{sek(cell.savesSek)}</td>
                <td>{words[cell.strategy]}</td>
                <td>{sek(costSek)}</td>
                <td>{sek(deductionSek)}</td>
                <td>{years(yearsBefore)}</td>
                <td>{years(yearsAfter)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function statusText(status: MoneyStatus, words: EarningWords, lang: ExplorerState['lang']): string {
  switch (status.is) {
    case 'here':
      return words.statusHere;
    case 'private':
      return words.statusPrivate;
    case 'confirmed':
      return words.statusConfirmed;
    case 'failed':
      return words.statusFailed;
    case 'corrected':
      return fill(words.statusCorrected, { sek: written(status.apartSek, lang, 1) });
    case 'waiting':
      return fill(words.statusWait, { seconds: status.seconds });
  }
}
