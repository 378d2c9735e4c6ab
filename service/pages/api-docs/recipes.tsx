import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Words } from '../messages/messages.ts';
import type { RecipeCall, RecipeCalls } from './code-contract.ts';
import { CodeInLanguages, LanguageChoice } from './code-languages.tsx';

interface RecipesProps {
  words: Words;
  calls: RecipeCalls;
}

/** The first calls to try, and the limits of their answers. */
export function Recipes({ words: { recipes: words, site, earnings }, calls }: RecipesProps) {
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <LanguageChoice legend={site.codeLanguage} names={earnings} />
      <Recipe id="roof" title={words.roof} call={calls.roof} open={words.roofOpen}>
        <p>{words.roofText}</p>
      </Recipe>
      <Recipe id="house" title={words.house} call={calls.house} open={words.houseOpen}>
        <p>{words.houseText}</p>
      </Recipe>
      <Recipe id="meter" title={words.meter} call={calls.meter} open={words.meterOpen}>
        <p>{words.meterText}</p>
        <CodeInLanguages codes={calls.meterFile} />
        <p>{words.meterThen}</p>
      </Recipe>
      <Recipe id="prices" title={words.prices} call={calls.prices} open={words.pricesOpen}>
        <p>{words.pricesText}</p>
      </Recipe>
      <section class="panel" aria-labelledby="know">
        <h2 id="know">{words.know}</h2>
        <ul>
          <li>{words.chance}</li>
          <li>{words.azimuth}</li>
          <li>{words.clock}</li>
          <li>{words.limits}</li>
          <li>{words.leftOut}</li>
          <li>{words.rules}</li>
          <li>
            <a href={calls.data}>{words.data}</a>
          </li>
        </ul>
      </section>
      <p>
        <a href={calls.apiDocs}>{words.more}</a>
      </p>
    </main>
  );
}

interface RecipeProps {
  id: string;
  title: string;
  call: RecipeCall;
  /** Text of the link to the explorer. */
  open: string;
  children: ComponentChildren;
}

function Recipe({ id, title, call, open, children }: RecipeProps) {
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      <CodeInLanguages codes={call.codes} />
      <p>
        <a href={call.explorer}>{open}</a>
      </p>
    </section>
  );
}

export function renderRecipes(words: Words, calls: RecipeCalls): string {
  return renderToString(<Recipes words={words} calls={calls} />);
}
