import { renderToString } from 'preact-render-to-string';
import type { Views } from './contract.ts';
import { Recipes } from './recipes.tsx';
import { Sdk } from './sdk.tsx';

export const recipes: Views['recipes'] = (words, commands) =>
  renderToString(<Recipes words={words} commands={commands} />);

export const sdk: Views['sdk'] = (words, content) =>
  renderToString(<Sdk words={words} content={content} />);
