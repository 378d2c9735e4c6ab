import { renderToString } from 'preact-render-to-string';
import { wordsOf } from '../../messages/messages.ts';
import { drawHouse } from '../../ui/house/draw-house.ts';
import { AnswerColumn } from '../answer/answer-column.tsx';
import { houseOf } from '../answer/house-picture.tsx';
import { writeVerdict } from '../answer/verdict.ts';
import type { Figures } from '../answer/views.ts';
import { computeHouseVerdict } from '../house-verdict.ts';
import type { ExplorerData, FirstAnswers, FirstHouse } from '../page-data.ts';
import { type ExplorerState, houseState, isSunInMeter } from '../state.ts';
import { type Page, PageContext } from '../use-page.ts';
import { startLocal } from '../worker/local-client.ts';

/** The form's place and the answer, as the script draws them first, so that it takes them over and nothing moves. */
export function renderFirst(
  first: FirstAnswers | null,
  state: ExplorerState,
  dataset: ExplorerData['dataset'],
): string {
  const { explorer } = wordsOf(state.lang);
  return renderToString(
    <PageContext.Provider value={pageOf(state, dataset)}>
      <div class="decide">
        <section class="panel form" aria-label={explorer.form} />
        {first ? <FirstColumn {...{ first, state }} /> : <div class="answer" />}
      </div>
    </PageContext.Provider>,
  );
}

/** The page of HTML, in which nothing is changed, opened or asked for. */
function pageOf(state: ExplorerState, dataset: ExplorerData['dataset']): Page {
  const { explorer, earnings } = wordsOf(state.lang);
  return {
    ...{ state, dataset, words: explorer, earnings, face: 0, meter: null, meterWorkerUrl: '' },
    local: startLocal('', { yields: null, prices: null }),
    dispatch() {},
    change() {},
  };
}

function FirstColumn({ first, state }: { first: FirstAnswers; state: ExplorerState }) {
  const { explorer, earnings } = wordsOf(state.lang);
  const { roof, house } = first;
  const figures = house && figuresOf(state, house);
  const isSystemKnown = house !== null && !figures?.verdict.isSunInMeter;
  return (
    <AnswerColumn
      view={{ state, figures, isStale: false, spot: house?.spot ?? null, problem: null }}
      verdict={figures && writeVerdict(state, figures.verdict, earnings)}
      range={{
        system: figures?.verdict.chosen ?? null,
        years: isSystemKnown ? house.years : null,
        isUnknown: house !== null && !(isSystemKnown && house.years),
      }}
      months={{ months: isSystemKnown ? house.months : null, isCurrent: true }}
      roof={{ ...roof, state }}
      leftKwh={roof.left.yearKwh}
      drawing={drawHouse(houseOf(state, explorer))}
      problem={null}
      copy={
        <button type="button" class="main" aria-live="polite">
          {explorer.copyLink}
        </button>
      }
    />
  );
}

function figuresOf(state: ExplorerState, { money }: FirstHouse): Figures {
  const verdict = computeHouseVerdict(state, money.money, isSunInMeter(state, null));
  return { ...money, house: { state: houseState(state), meter: null }, state, verdict };
}
