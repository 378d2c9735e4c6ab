import type { ComponentChildren } from 'preact';
import { fill, formatNumber } from '../../messages/format.ts';
import type { NoAnswer } from '../../ui/retry.ts';
import type { Verdict } from '../../ui/script-data.ts';
import { isSunInMeter } from '../state.ts';
import { usePage } from '../use-page.ts';
import { Fold } from './fold.tsx';
import { HousePicture, listFlows } from './house-picture.tsx';
import { Costs, describeProblem, Verdicts } from './money.tsx';
import { Months, type MonthsProps } from './months.tsx';
import { SureBar } from './sure-bar.tsx';
import type { FiguresView, MonthsView, RangeView } from './views.ts';

/** The roof that is drawn, and the state that it is of. */
export type SeenRoof = Pick<MonthsProps, 'state' | 'roof' | 'left'>;

interface ColumnProps {
  view: FiguresView;
  /** Null without figures. */
  verdict: Verdict | null;
  range: RangeView;
  months: MonthsView;
  /** The last roof at the state's place. Null until its yields have come. */
  roof: SeenRoof | null;
  /** Yield of the state's very roof. Null until it is known. */
  leftKwh: number | null;
  /** The house, as SVG text. */
  drawing: string;
  /** Why the place has no yields. */
  problem: NoAnswer | null;
  /** The button that copies the page's address. */
  copy: ComponentChildren;
  /** Contents of the folds of a typical day and of every size's payback. Not given in HTML, where they are closed. */
  day?: ComponentChildren;
  payback?: ComponentChildren;
}

/** The answer: verdict, how sure it is, months, cost. The service draws it in the page's HTML, and the script takes it over. */
export function AnswerColumn({ view, verdict, range, months, leftKwh, ...props }: ColumnProps) {
  const { state, meter, words, earnings } = usePage();
  const { roof, drawing, problem, copy, day, payback } = props;
  const { figures } = view;
  const uses = months.months?.[range.system?.batteryKwh ? 'both' : 'panels'] ?? null;
  const picture = (
    <HousePicture
      drawing={drawing}
      flows={figures && uses && listFlows(figures.verdict.chosen.savingSek, uses)}
      hasFlows={!isSunInMeter(state, meter?.year ?? null)}
      isStale={months.months !== null && !months.isCurrent}
    />
  );
  const isPending = !roof && (!problem || problem.reason === 'slow');
  const isOutside = problem?.reason === 'outside';
  const waiting = problem && !isPending ? '' : words.waiting;
  return (
    <div class="answer">
      {!isOutside && (
        <>
          <section class="verdict" aria-label={words.verdict}>
            {!verdict && (
              <p class="yields">
                {leftKwh === null
                  ? waiting
                  : fill(words.roofGives, { kwh: formatNumber(leftKwh, state.lang) })}{' '}
                {!problem && !view.problem && <span class="awaited">{earnings.computing}</span>}
              </p>
            )}
            <Verdicts {...{ view, verdict, picture }} isExplained={problem !== null} />
            {!verdict && picture}
          </section>
          {copy}
          <Fold class="panel fold day-fold" title={earnings.day}>
            {day}
          </Fold>
        </>
      )}
      <p role="alert" class="problem">
        {problem && describeProblem(problem, words.failed, earnings)}
      </p>
      {!isOutside && <SureBar view={view} range={range} />}
      {roof && <Months {...roof} house={uses} stale={leftKwh === null ? earnings.stale : ''} />}
      {isPending && (
        // It holds the place of the pending months, so that the parts below do not move.
        <section class="skeleton months" aria-label={words.yield} aria-busy="true">
          <h2>{words.yield}</h2>
        </section>
      )}
      <Costs {...{ view, payback }} months={months.isCurrent ? months.months : null} />
    </div>
  );
}
