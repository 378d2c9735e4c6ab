import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Words } from './words.ts';

/** The bundle of views/views.tsx among what `make pages` builds; it is not served. */
export const VIEWS = 'views.mjs';

/** What views/views.tsx exports: HTML of `main` by what it shows. */
export interface Views {
  recipes(words: Words['recipes'], commands: RecipeCommands): string;
}

/** The calls that the recipes show, as typed into a shell. */
export interface RecipeCommands {
  roof: string;
  house: string;
  prices: string;
}

/** The views that `make pages` built: TSX, which the service's own types, without a browser's, leave out. */
export async function loadViews(folder: string): Promise<Views> {
  return await import(pathToFileURL(join(folder, VIEWS)).href);
}
