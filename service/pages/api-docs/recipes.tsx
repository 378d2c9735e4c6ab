import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { hoursUse } from '../../../schemas/codec/prices-artifact.ts';
import type { LoadedData } from '../../api/yield/dataset.ts';
import { type Language, type Words, wordsOf } from '../messages/messages.ts';
import type { Assets } from '../server/assets.ts';
import { Code } from '../server/scrolling.tsx';
import { writePage } from '../server/shell.ts';
import type { RecipeAnswers, RecipeCall, RecipeCalls } from './code-contract.ts';
import { codeData, DEFAULT_BASE, RECIPES, readRecipe } from './code-data.ts';
import { Answer, CodeInLanguages, Fold, LanguageChoice } from './code-parts.tsx';
import { recipeAnswers } from './recipe-answers.ts';
import { recipeCalls } from './recipe-calls.ts';

/** Code that fewer need, as it is copied. */
interface MoreCode {
  /** A roof and its battery, by the client. */
  client: string;
  r: string;
  /** Lookups from a file server. */
  lookup: string;
}

/** What the page of the first calls shows. */
interface RecipesContent {
  calls: RecipeCalls;
  answers: RecipeAnswers;
  more: MoreCode;
}

/** The page of the first calls to try, with their answers from what is loaded. */
export function recipesPage(
  language: Language,
  assets: Assets,
  { baseUrl, loaded }: { baseUrl: string; loaded: LoadedData },
): string {
  const words = wordsOf(language);
  const base = baseUrl || DEFAULT_BASE;
  const content = {
    calls: recipeCalls(base, language, hoursUse(loaded.prices)),
    answers: recipeAnswers(loaded),
    more: {
      client: readRecipe('roof.mjs', base),
      r: readRecipe('municipalities.R', base),
      lookup: readRecipe('lookup.mjs', base),
    },
  };
  return writePage(assets, {
    language,
    path: RECIPES,
    title: words.recipes.title,
    description: words.recipes.lead,
    styles: [assets.url('code-page.css')],
    scripts: ['code-page.js'],
    data: codeData(language, baseUrl),
    body: renderToString(<Recipes words={words} content={content} />),
  });
}

interface RecipesProps {
  words: Words;
  content: RecipesContent;
}

/** The first calls to try with their answers, what to know of them, and code for other uses. */
function Recipes({ words: { recipes: words, site, earnings }, content }: RecipesProps) {
  const { calls, answers } = content;
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <LanguageChoice legend={site.codeLanguage} names={earnings} />
      <Recipe id="roof" title={words.roof} call={calls.roof} open={words.roofOpen}>
        <p>{words.roofText}</p>
        <WithAnswer call={calls.roof} answer={answers.roof} label={site.answer} />
      </Recipe>
      <Recipe id="house" title={words.house} call={calls.house} open={words.houseOpen}>
        <p>{words.houseText}</p>
        <WithAnswer call={calls.house} answer={answers.house} label={site.answer} />
      </Recipe>
      <Recipe id="prices" title={words.prices} call={calls.prices} open={words.pricesOpen}>
        <p>{words.pricesText}</p>
        <WithAnswer call={calls.prices} answer={answers.prices} label={site.answer} />
      </Recipe>
      <Fold id="meter" title={words.meter}>
        <p>{words.meterText}</p>
        <CodeInLanguages codes={calls.meterFile} />
        <p>{words.meterThen}</p>
        <CodeInLanguages codes={calls.meter.codes} />
        <p>
          <a href={calls.meter.explorer}>{words.meterOpen}</a>
        </p>
      </Fold>
      <section class="panel" aria-labelledby="limits">
        <h2 id="limits">{words.limits}</h2>
        <p>{words.limitsText}</p>
        <p>{words.key}</p>
      </section>
      <section class="panel" aria-labelledby="traps">
        <h2 id="traps">{words.traps}</h2>
        <ol>
          <li>{words.azimuth}</li>
          <li>{words.clock}</li>
          <li>
            {words.refusal}
            <Answer label={site.answer} json={answers.refusal} />
          </li>
        </ol>
      </section>
      <MoreFolds words={words} content={content} />
      <Fold id="know" title={words.know}>
        <ul>
          <li>{words.chance}</li>
          <li>{words.leftOut}</li>
          <li>{words.rules}</li>
          <li>
            <a href={calls.data}>{words.data}</a>
          </li>
        </ul>
      </Fold>
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
      <p>
        <a href={call.explorer}>{open}</a>
      </p>
    </section>
  );
}

interface WithAnswerProps {
  call: RecipeCall;
  answer: string | null;
  label: string;
}

/** A call with its answer next to it, where that is known. */
function WithAnswer({ call, answer, label }: WithAnswerProps) {
  return (
    <div class="call">
      <div>
        <CodeInLanguages codes={call.codes} />
      </div>
      {answer !== null && <Answer label={label} json={answer} />}
    </div>
  );
}

interface MoreProps {
  words: Words['recipes'];
  content: RecipesContent;
}

/** Code for other uses, each in a fold. */
function MoreFolds({ words, content: { calls, more } }: MoreProps) {
  return (
    <>
      <Fold id="client" title={words.client}>
        <p>{words.clientText}</p>
        <Code code={more.client} />
      </Fold>
      <Fold id="places" title={words.places}>
        <p>{words.placesText}</p>
        <CodeInLanguages codes={calls.places} />
      </Fold>
      <Fold id="r" title={words.r}>
        <p>{words.rText}</p>
        <Code code={more.r} />
      </Fold>
      <Fold id="lookup" title={words.lookup}>
        <p>{words.lookupText}</p>
        <Code code={more.lookup} />
        <p>{words.lookupFiles}</p>
      </Fold>
    </>
  );
}
