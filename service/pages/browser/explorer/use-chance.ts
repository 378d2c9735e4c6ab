import { useMemo } from 'preact/hooks';
import type { ExplorerState } from '../../shared/state.ts';
import type { Api } from '../api.ts';
import { readSystemLoss } from './requests.ts';
import { type RoofChance, sumChances } from './roof-chance.ts';
import { useAnswer } from './use-answer.ts';

/** Longer than that of the roof's hours: both are of the sixty calls a minute. */
const REST_MS = 800;

/**
 * Finds how sure the yield of a roof is; null where the dataset does not say.
 * @param isSettled whether the earnings are there, which come first on a slow line
 */
export function useChance(
  state: ExplorerState,
  api: Api,
  isSettled: boolean,
): RoofChance | null | 'on its way' {
  const { lat, lng, faces, systemLossPct } = state;
  const items = useMemo(() => {
    const loss = readSystemLoss(state);
    const own = loss === null ? {} : { system_loss: loss };
    return faces.map(({ tilt, azimuth, kwp }) => ({ lat, lng, tilt, azimuth, kwp, ...own }));
  }, [lat, lng, faces, systemLossPct]);
  const { last } = useAnswer(isSettled ? items : null, REST_MS, async (asked, signal) =>
    sumChances((await api.batch(asked, signal)).body, asked),
  );
  return last?.key === items ? last.body : 'on its way';
}
