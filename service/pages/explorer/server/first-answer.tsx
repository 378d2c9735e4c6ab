import { renderToString } from 'preact-render-to-string';
import { type Language, wordsOf } from '../../messages/messages.ts';
import type { FirstVerdict } from '../../ui/script-data.ts';
import { Answer } from '../answer.tsx';

/** The form's place and the answer, as the script draws them first, so that it takes them over and nothing moves. */
export function renderFirst(first: FirstVerdict | null, language: Language): string {
  const { explorer, earnings } = wordsOf(language);
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
                  <Answer verdict={first.earns} words={earnings} />
                </div>
              )}
            </div>
          </section>
        )}
      </div>
    </div>,
  );
}
