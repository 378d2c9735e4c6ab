import type { Words } from '../words.ts';
import type { RecipeCommands } from './contract.ts';

/** The first calls to try, and what to know before believing their answers. */
export function Recipes({
  words,
  commands,
}: {
  words: Words['recipes'];
  commands: RecipeCommands;
}) {
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <Recipe id="roof" title={words.roof} text={words.roofText} command={commands.roof} />
      <Recipe id="house" title={words.house} text={words.houseText} command={commands.house} />
      <Recipe id="prices" title={words.prices} text={words.pricesText} command={commands.prices} />
      <section class="panel" aria-labelledby="know">
        <h2 id="know">{words.know}</h2>
        <ul>
          <li>{words.azimuth}</li>
          <li>{words.clock}</li>
          <li>{words.limits}</li>
          <li>{words.leftOut}</li>
          <li>
            <a href="/data">{words.data}</a>
          </li>
        </ul>
      </section>
      <p>
        <a href="/docs/api">{words.more}</a>
      </p>
    </main>
  );
}

function Recipe({
  id,
  title,
  text,
  command,
}: {
  id: string;
  title: string;
  text: string;
  command: string;
}) {
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      <pre>{command}</pre>
    </section>
  );
}
