import { renderToString } from 'preact-render-to-string';
import type { Views } from './contract.ts';
import { Recipes } from './recipes.tsx';

export const recipes: Views['recipes'] = (words, commands) =>
  renderToString(<Recipes words={words} commands={commands} />);
