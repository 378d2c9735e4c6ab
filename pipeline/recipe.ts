import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Recipe } from '../schemas/types.ts';
import { validator } from '../schemas/validate.ts';

/** A recipe and the folder that its paths are relative to. */
export interface LoadedRecipe {
  path: string;
  folder: string;
  recipe: Recipe;
}

const checkRecipe = validator('recipe.schema.json');

/**
 * Reads and checks a recipe.
 * @throws Error naming the file and field that is wrong
 */
export function loadRecipe(path: string): LoadedRecipe {
  try {
    const recipe = checkRecipe(JSON.parse(readFileSync(path, 'utf8')));
    return { path: resolve(path), folder: dirname(resolve(path)), recipe };
  } catch (error) {
    throw new Error(`Recipe ${path}: ${(error as Error).message}`);
  }
}
