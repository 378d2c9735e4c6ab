/**
 * Checks a recipe, its prices and its rasters as a build would, and builds nothing: `node --import tsx
 * pipeline/validate.ts [--recipe FILE]`. Prints every raster's header and values.
 */
import { join } from 'node:path';
import { PROJECT } from '../schemas/project.ts';
import { commandLine } from './command-line.ts';
import { loadRecipe } from './files/recipe.ts';
import { validateRecipe } from './validate/validate-recipe.ts';

const options = commandLine({
  options: { recipe: { type: 'string', default: join(PROJECT, 'fixtures', 'recipe.json') } },
});

try {
  await validateRecipe(loadRecipe(options.recipe));
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}
