import { useMemo } from 'preact/hooks';
import { useAnswer } from '../../ui/use-answer.ts';
import type { ExplorerState } from '../state.ts';
import type { PlaceMatrix } from '../worker/local-calls.ts';
import type { Local } from '../worker/local-client.ts';
import { applyLosses, computeRoofYield, needsHours, type RoofYield } from './roof-yield.ts';

/** Finds the yield of a state's roof, and what snow, shade and horizon leave of it. Null until they are this very roof's. */
export function useLeftKwh(
  state: ExplorerState,
  matrix: PlaceMatrix | null,
  local: Local,
): { roof: RoofYield | null; left: RoofYield | null; leftKwh: number | null } {
  const roof = useMemo(
    () => matrix && computeRoofYield(matrix.monthly_kwh_kwp, state.faces),
    [matrix, state.faces],
  );
  const hours = useHours(state, local);
  const left = useMemo(() => roof && applyLosses(roof, state, hours), [roof, state, hours]);
  return { roof, left, leftKwh: left?.yearKwh ?? null };
}

/** Computes a roof's hours where they are needed. */
function useHours(state: ExplorerState, local: Local): Float64Array | null {
  const { lat, lng, faces, systemLossPct, snowPct, shadingPct, horizonDeg, inverterKw } = state;
  const requested = useMemo(
    () => (needsHours(state) ? state : null),
    [lat, lng, faces, systemLossPct, snowPct, shadingPct, horizonDeg, inverterKw],
  );
  return useAnswer(requested, 0, (roof) => local.hours(roof)).answer;
}
