import type { Words } from '../words.ts';

/** What stands where a link is unknown, changed or too old: the same for all of them. */
export function Gone({ words }: { words: Words['proposal'] }) {
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{words.goneTitle}</h1>
      <p>{words.goneText}</p>
      <p>
        <a href="/">{words.goneExplore}</a>
      </p>
    </main>
  );
}
