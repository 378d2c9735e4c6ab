import { normaliseMatrix } from '../../../api/yield/normalise.ts';
import type { DataUrls } from '../../ui/script-data.ts';
import type { LocalCalls } from './local-calls.ts';
import { roofChance } from './local-chance.ts';
import { houseCalls } from './local-house.ts';
import { priceSource } from './price-source.ts';
import { sunSource } from './sun-source.ts';

/** The worker's answers from a dataset's files. */
export function localCalls({ yields, prices }: DataUrls): LocalCalls {
  const sun = sunSource(yields);
  const source = priceSource(prices);
  return {
    matrix: ({ lat, lng, loss }) =>
      sun.matrix(
        normaliseMatrix({ lat, lng, months: 1, ...(loss === null ? {} : { system_loss: loss }) }),
      ),
    chance: async (state) => ({ chance: await roofChance(sun, state) }),
    tariffs: source.tariffs,
    ...houseCalls(sun, source),
  };
}
