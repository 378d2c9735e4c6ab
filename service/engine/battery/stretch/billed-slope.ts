import type { HourPieces } from '../hour-pieces.ts';

/** The markup in planning on energy that only caps make a plan buy; Infinity where prices may. */
export function forcedPenaltySek({ hours, markupSekPerKwh }: HourPieces): number {
  return hours.flows.gridCharge === 'when_forced' ? markupSekPerKwh : Infinity;
}

/** The true cost of a stored kWh of a slope: the penalty on bought energy sets its slopes apart. */
export function billedSek(slope: number, penaltySek: number): number {
  return slope > penaltySek / 2 ? slope - penaltySek : slope;
}
