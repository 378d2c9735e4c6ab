import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type YieldDataset, yieldDataset } from '#engine/yield/dataset.ts';
import { typedCommand } from '../../pipeline/files/packaged.ts';
import type { PricesArtifact } from '../../schemas/codec/prices-artifact.ts';
import { readPrices, readPvYield } from '../../schemas/codec/read-artifact.ts';
import { isWithoutPrices } from '../server/store/one-build.ts';

/** Reads dataset and prices of a folder. @throws Error with the command that makes what is missing */
export async function readArtifacts(folder: string): Promise<[YieldDataset, PricesArtifact]> {
  const [dataset, prices] = ['pv-yield.bin', 'prices.bin'].map((name) => join(folder, name));
  if (isWithoutPrices(folder)) {
    throw new Error(
      `The build in ${folder} has no prices, because its recipe names none. Add "prices" to the recipe, and build it again.`,
    );
  }
  const missing = [dataset, prices].find((path) => !existsSync(path));
  if (missing === undefined)
    return [yieldDataset(await readPvYield(dataset)), await readPrices(prices)];
  const command = typedCommand('make artifacts', `build --out ${folder}`);
  throw new Error(`There is no dataset at ${missing}. Run "${command}".`);
}
