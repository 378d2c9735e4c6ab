import type { Words } from '../words.ts';

/** What views.tsx exports: HTML of `main` by what it shows. Apart from its loading, which needs Node. */
export interface Views {
  recipes(words: Words['recipes'], commands: RecipeCommands): string;
}

/** The calls that the recipes show, as typed into a shell. */
export interface RecipeCommands {
  roof: string;
  house: string;
  prices: string;
}
