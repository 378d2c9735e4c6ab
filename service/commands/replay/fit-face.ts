import type { SummerTime } from '#clock/stockholm-time.ts';
import { compareWithLog } from '#engine/house/roof-log.ts';
import { parseSeries } from '#engine/yield/parse.ts';
import { roofYear } from '#engine/yield/roof-year.ts';
import { AZIMUTH_STEP_DEG, AZIMUTHS, TILT_STEP_DEG, TILTS } from '../../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { Face } from '../../pages/explorer/state.ts';

/**
 * Finds the face whose mean days are nearest to a log's, among the dataset's planes, with the power that makes
 * their years equal.
 * @param place where the roof is, degrees
 * @param logKwh 8760 hours
 * @returns the face, and the part of the log's mean days that it explains
 */
export function fitFace(
  artifact: PvYieldArtifact,
  place: { lat: number; lng: number },
  logKwh: Float64Array,
  summerTime: SummerTime,
): { face: Face; explained: number } {
  let best: Face = { tilt: 0, azimuth: 0, kwp: 0 };
  let bestExplained = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < TILTS; row++) {
    // A flat plane faces nowhere.
    for (let col = 0; col < (row === 0 ? 1 : AZIMUTHS); col++) {
      const plane = { tilt: row * TILT_STEP_DEG, azimuth: col * AZIMUTH_STEP_DEG };
      const input = parseSeries({ ...place, faces: [{ ...plane, kwp: 1 }] });
      const { hourlyKwh } = roofYear(artifact, input, summerTime);
      const { factor, explained } = compareWithLog(hourlyKwh, logKwh);
      if (!(explained.meanDays > bestExplained)) continue;
      bestExplained = explained.meanDays;
      best = { ...plane, kwp: Math.round(100 * factor) / 100 };
    }
  }
  return { face: best, explained: bestExplained };
}
