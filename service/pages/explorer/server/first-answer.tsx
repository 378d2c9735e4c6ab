import { renderToString } from 'preact-render-to-string';
import { wordsOf } from '../../messages/messages.ts';
import { drawHouse } from '../../ui/house/draw-house.ts';
import type { FirstVerdict } from '../../ui/script-data.ts';
import { Answer } from '../answer.tsx';
import { HousePicture, houseOf } from '../house-picture.tsx';
import { type ExplorerState, isSunInMeter } from '../state.ts';

/** The form's place and the answer, as the script draws them first, so that it takes them over and nothing moves. */
export function renderFirst(first: FirstVerdict | null, state: ExplorerState): string {
  const { explorer, earnings } = wordsOf(state.lang);
  const drawing = drawHouse(houseOf(state, explorer));
  const hasFlows = !isSunInMeter(state, null);
  const picture = <HousePicture {...{ state, words: explorer, drawing, flows: null, hasFlows }} />;
  return renderToString(
    <div class="decide">
      <section class="panel form" aria-label={explorer.form} />
      <div class="answer">
        {first && (
          <section class="verdict" aria-label={explorer.verdict}>
            {!first.earns && (
              <p class="yields">
                {first.yields} <span class="awaited">{earnings.computing}</span>
              </p>
            )}
            <div aria-live="polite">
              {first.earns && (
                <div>
                  <Answer verdict={first.earns} words={earnings} picture={picture} />
                </div>
              )}
            </div>
            {!first.earns && picture}
          </section>
        )}
      </div>
    </div>,
  );
}
