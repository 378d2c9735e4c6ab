import { summerTimeOf } from '#common/stockholm-time.ts';
import { simulatedYear } from '../../api/simulated-year.ts';
import { checkCovered, type LoadedData, type YieldDataset } from '../../api/yield/dataset.ts';
import { emptyYield, planeYield } from '../../api/yield/lookup.ts';
import { normalise } from '../../api/yield/normalise.ts';
import { weightsAt, yieldFactor } from '../../api/yield/plane-answer.ts';
import { parseSeries } from '../../api/yield/query.ts';
import { roofYear } from '../../api/yield/roof-year.ts';
import { HttpError } from '../../http/http-error.ts';
import { buildSeriesRequest, readSystemLoss } from '../browser/local/requests.ts';
import type { ExplorerState } from '../shared/state.ts';

/**
 * Computes the yield of a state's roof in a year, kWh, as the API's series has it: less snow, shade and horizon. It
 * costs a lookup for each face; only a horizon needs the hours.
 * @returns null without a dataset, and outside of what it covers
 */
export function computeYearKwh(
  { pvYield, prices }: LoadedData,
  state: ExplorerState,
): number | null {
  if (!pvYield || !isCovered(pvYield, state)) return null;
  if (!state.horizonDeg) return sumFacesKwh(pvYield, state);
  const input = parseSeries(buildSeriesRequest(state));
  const { faces } = roofYear(pvYield.artifact, input, summerTimeOf(simulatedYear(prices)));
  return faces.reduce((sum, { annualKwh }) => sum + annualKwh, 0);
}

/** Whether the dataset covers a state's place. */
export function isCovered(pvYield: YieldDataset, state: ExplorerState): boolean {
  try {
    checkCovered(pvYield, state);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

// Filled again by each call.
const found = emptyYield();

function sumFacesKwh({ artifact }: YieldDataset, state: ExplorerState): number {
  const { lat, lng, faces, snowPct, shadingPct } = state;
  const around = weightsAt(artifact, lat, lng);
  const loss = readSystemLoss(state);
  const own = loss === null ? {} : { system_loss: loss };
  let yearKwh = 0;
  for (const { kwp, ...plane } of faces) {
    const input = normalise({ lat, lng, ...plane, ...own });
    const factor = yieldFactor(artifact, input);
    planeYield(artifact, around, input.tilt, input.azimuth, found);
    yearKwh += found.monthlyKwhKwp.reduce((sum, kwhKwp, month) => {
      const left = (1 - (snowPct?.[month] ?? 0) / 100) * (1 - (shadingPct?.[month] ?? 0) / 100);
      return sum + kwhKwp * left * factor * kwp;
    }, 0);
  }
  return yearKwh;
}
