import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { InvalidValueError } from '../../schemas/checks/invalid-value.ts';
import { validator } from '../../schemas/checks/validate.ts';
import { PROJECT } from '../../schemas/project.ts';
import type { FileRecord, Recipe, RecipePrices } from '../../schemas/types.ts';
import { typedOption } from './packaged.ts';

/** A recipe and the folder that its paths are relative to. */
export interface LoadedRecipe {
  path: string;
  folder: string;
  recipe: Recipe;
  /** Record of the very bytes that were read. */
  record: FileRecord;
}

const checkRecipe = validator('data/recipe.schema.json');

/**
 * Reads and checks a recipe.
 * @throws Error naming the file and field that is wrong
 */
export function loadRecipe(path: string): LoadedRecipe {
  try {
    const bytes = readFileSync(path);
    const recipe = checkRecipe(JSON.parse(bytes.toString().replace(/^\uFEFF/, '')));
    if (recipe.prices) checkPrices(recipe.prices);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const record = { path: relative(PROJECT, resolve(path)), bytes: bytes.length, sha256 };
    return { path: resolve(path), folder: dirname(resolve(path)), recipe, record };
  } catch (error) {
    const reason = reasonOf(error as NodeJS.ErrnoException);
    throw new Error(`Recipe ${path}: ${reason}`, { cause: error });
  }
}

function checkPrices({ republish, licence }: RecipePrices): void {
  if (!republish || licence) return;
  throw new InvalidValueError(
    'prices.licence',
    'is missing, expected the licence that allows "prices.republish": true. Name it, or leave "republish" out',
  );
}

const EXAMPLE = `${typedOption('RECIPE')}=fixtures/recipe.json`;

function reasonOf({ code, name, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `there is no such file. Name one, for example ${EXAMPLE}`;
  if (code === 'EISDIR') return 'is a folder, expected a file, such as the recipe.json in it.';
  return name === 'SyntaxError' ? `is no JSON (${message}).` : message;
}

/**
 * The file that a recipe's field names, relative to the recipe's folder.
 * @throws Error naming field and path when there is no such file
 */
export function recipeFile(folder: string, field: string, path: string): string {
  const place = resolve(folder, path);
  if (statSync(place, { throwIfNoEntry: false })?.isFile()) return place;
  throw new Error(
    `"${field}" of the recipe is "${path}", but there is no file ${place}. Correct the path, which is relative to the recipe's folder.`,
  );
}
