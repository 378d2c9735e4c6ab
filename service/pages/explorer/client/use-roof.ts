import { useMemo } from 'preact/hooks';
import { useAnswer } from '../../ui/use-answer.ts';
import { applyLosses, computeRoofYield, needsHours } from '../answer/roof-yield.ts';
import type { RoofYield } from '../page-data.ts';
import type { ExplorerState } from '../state.ts';
import type { PlaceMatrix } from '../worker/local-calls.ts';
import type { Local } from '../worker/local-client.ts';
import type { First } from './use-first.ts';

/**
 * Finds the yield of a state's roof, and what snow, shade and horizon leave of it. Null until they are this very roof's.
 * @param first the yields that the page came with, and whether hours may be loaded
 */
export function useRoof(
  state: ExplorerState,
  matrix: PlaceMatrix | null,
  local: Local,
  first: Pick<First, 'roof' | 'isAwake'>,
): { roof: RoofYield | null; left: RoofYield | null } {
  const roof = useMemo(
    () => matrix && computeRoofYield(matrix.monthly_kwh_kwp, state.faces),
    [matrix, state.faces],
  );
  const hours = useHours(state, local, first.isAwake);
  const left = useMemo(() => roof && applyLosses(roof, state, hours), [roof, state, hours]);
  return left || !first.roof ? { roof, left } : first.roof;
}

/** Computes a roof's hours where they are needed. */
function useHours(state: ExplorerState, local: Local, isAwake: boolean): Float64Array | null {
  const { lat, lng, faces, systemLossPct, snowPct, shadingPct, horizonDeg, inverterKw } = state;
  const requested = useMemo(
    () => (isAwake && needsHours(state) ? state : null),
    [lat, lng, faces, systemLossPct, snowPct, shadingPct, horizonDeg, inverterKw, isAwake],
  );
  return useAnswer(requested, 0, (roof) => local.hours(roof)).answer;
}
