/**
 * Checks a recipe, its prices and its rasters as a build would, and builds nothing: `sun validate`. Prints every raster's header and values.
 */
import { join } from 'node:path';
import { commandLine } from '../schemas/commands/command-line.ts';
import { PROJECT } from '../schemas/project.ts';
import { loadRecipe } from './files/recipe.ts';
import { validateRecipe } from './validate/validate-recipe.ts';

const { recipe = join(PROJECT, 'fixtures', 'recipe.json') } = commandLine('validate');

await validateRecipe(loadRecipe(recipe));
