import { normalise } from '../../../api/yield/normalise.ts';
import type { ExplorerState } from '../state.ts';
import { readSystemLoss } from './requests.ts';
import { type RoofChance, sumChances } from './roof-chance.ts';
import type { SunSource } from './sun-source.ts';

/** How sure the yield of a roof is, from its faces'. Null where the dataset does not say. */
export async function roofChance(sun: SunSource, state: ExplorerState): Promise<RoofChance | null> {
  const { lat, lng, faces } = state;
  const loss = readSystemLoss(state);
  const own = loss === null ? {} : { system_loss: loss };
  const answers = faces.map(({ tilt, azimuth }) =>
    sun.plane(normalise({ lat, lng, tilt, azimuth, ...own })),
  );
  return sumChances(await Promise.all(answers), faces);
}
