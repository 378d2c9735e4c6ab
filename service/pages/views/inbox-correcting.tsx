import type { Words } from '../shared/words.ts';
import { Code } from './scrolling.tsx';

const EXAMPLE = `curl -X PUT -H "Authorization: Bearer $KEY" -d @offer.json \\
  https://…/integrations/v1/offers/<id>
curl -X POST -H "Authorization: Bearer $KEY" \\
  https://…/integrations/v1/offers/<id>/invoice`;

/** The way to correct what was refused: this page changes no data. */
export function Correcting({ words }: { words: Words['inbox'] }) {
  return (
    <section class="panel" aria-labelledby="correcting">
      <h2 id="correcting">{words.correcting}</h2>
      <p>{words.correctingText}</p>
      <Code code={EXAMPLE} />
      <p>
        <a href="/integrations/openapi.json">{words.contract}</a>
      </p>
    </section>
  );
}
