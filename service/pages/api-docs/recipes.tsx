import { renderToString } from 'preact-render-to-string';
import type { LoadedData } from '#engine/yield/dataset.ts';
import { type Language, type Words, wordsOf } from '../messages/messages.ts';
import type { Assets } from '../server/assets.ts';
import { writePage } from '../server/shell.ts';
import { codeData, DEFAULT_BASE, RECIPES, readRecipe } from './code-data.ts';
import { Answer, CodeFold, CodeInLanguages, Fold, LanguageChoice, Panel } from './code-parts.tsx';
import { recipeAnswers } from './recipe-answers.ts';
import { codeResolution, type RecipeCall, recipeCalls } from './recipe-calls.ts';

/** The page of the first calls to try, with their answers from what is loaded. */
export function recipesPage(
  language: Language,
  assets: Assets,
  { baseUrl, loaded }: { baseUrl: string; loaded: LoadedData },
): string {
  const words = wordsOf(language);
  const base = baseUrl || DEFAULT_BASE;
  const calls = recipeCalls(base, language, codeResolution(loaded.prices));
  const answers = recipeAnswers(loaded);
  return writePage(assets, {
    language,
    path: RECIPES,
    title: words.recipes.title,
    description: words.recipes.lead,
    styles: [assets.url('code-page.css')],
    scripts: ['code-page.js'],
    data: codeData(language, baseUrl),
    body: renderToString(<Recipes {...{ words, calls, answers, base }} />),
  });
}

interface RecipesProps {
  words: Words;
  calls: ReturnType<typeof recipeCalls>;
  answers: ReturnType<typeof recipeAnswers>;
  base: string;
}

/** The first calls to try with their answers, what to know of them, and code for other uses. */
function Recipes({
  words: { recipes: words, site, earnings },
  calls,
  answers,
  base,
}: RecipesProps) {
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <LanguageChoice legend={site.codeLanguage} names={earnings} />
      {(['roof', 'house', 'prices'] as const).map((id) => (
        <Recipe
          key={id}
          {...{ id, words }}
          call={calls[id]}
          answer={answers[id]}
          label={site.answer}
        />
      ))}
      <CodeFold id="meter" words={words} code={calls.meterFile}>
        <p>{words.meterThen}</p>
        <CodeInLanguages codes={calls.meter.codes} />
        <p>
          <a href={calls.meter.explorer}>{words.meterOpen}</a>
        </p>
      </CodeFold>
      <Panel id="limits" title={words.limits}>
        <p>{words.limitsText}</p>
        <p>{words.key}</p>
      </Panel>
      <Panel id="traps" title={words.traps}>
        <ol>
          <li>{words.azimuth}</li>
          <li>{words.clock}</li>
          <li>
            {words.refusal}
            <Answer label={site.answer} json={answers.refusal} />
          </li>
        </ol>
      </Panel>
      <CodeFold id="client" words={words} code={readRecipe('roof.mjs', base)} />
      <CodeFold id="places" words={words} code={calls.places} />
      <CodeFold id="r" words={words} code={readRecipe('municipalities.R', base)} />
      <CodeFold id="lookup" words={words} code={readRecipe('lookup.mjs', base)}>
        <p>{words.lookupFiles}</p>
      </CodeFold>
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
  id: 'roof' | 'house' | 'prices';
  words: Words['recipes'];
  call: RecipeCall;
  /** Null where it is not known. */
  answer: string | null;
  label: string;
}

/** A call with its answer next to it, and the explorer with the same inputs. */
function Recipe({ id, words, call, answer, label }: RecipeProps) {
  return (
    <Panel id={id} title={words[id]}>
      <p>{words[`${id}Text`]}</p>
      <div class="call">
        <div>
          <CodeInLanguages codes={call.codes} />
        </div>
        {answer !== null && <Answer label={label} json={answer} />}
      </div>
      <p>
        <a href={call.explorer}>{words[`${id}Open`]}</a>
      </p>
    </Panel>
  );
}
