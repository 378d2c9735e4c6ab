import { HOURS } from '../../../../schemas/codec/axes.ts';
import type { Battery } from '../battery.ts';
import type { House, Prices } from '../house.ts';
import {
  addColumn,
  addRow,
  emptyProgramme,
  objective,
  solveProgramme,
} from './linear-programme.ts';

/**
 * Least cost of a year's energy, SEK, with panels and a battery behind one inverter, as a textbook states it: the sun
 * goes through the inverter, into the store, or is lost. Sun and discharge share the inverter. The prices must be above 0
 * where power is bought, and there is no charge on power.
 * @param pvKwh production before the inverter
 */
export function solveHybridYear(
  { loadKwh, pvKwh }: House,
  { importSekPerKwh, exportSekPerKwh }: Prices,
  { powerKw, floorKwh, ceilingKwh, efficiency }: Battery,
  inverterKw: number,
): number {
  const lp = emptyProgramme();
  let previous: number | null = null;
  for (let t = 0; t < HOURS; t++) {
    const buy = addColumn(lp, importSekPerKwh[t], 0, Infinity);
    const sell = addColumn(lp, -exportSekPerKwh[t], 0, Infinity);
    const sun = addColumn(lp, 0, 0, inverterKw);
    const sunStored = addColumn(lp, 0, 0, powerKw);
    const gridStored = addColumn(lp, 0, 0, inverterKw);
    const discharge = addColumn(lp, 0, 0, powerKw);
    const level = addColumn(lp, 0, floorKwh, ceilingKwh);
    addRow(lp, -Infinity, inverterKw, [
      [sun, 1],
      [discharge, 1],
    ]);
    addRow(lp, -Infinity, pvKwh[t], [
      [sun, 1],
      [sunStored, 1],
    ]);
    addRow(lp, -Infinity, powerKw, [
      [sunStored, 1],
      [gridStored, 1],
    ]);
    addRow(lp, loadKwh[t], loadKwh[t], [
      [buy, 1],
      [sell, -1],
      [sun, 1],
      [discharge, 1],
      [gridStored, -1],
    ]);
    const startKwh = previous === null ? floorKwh : 0;
    addRow(lp, startKwh, startKwh, [
      [level, 1],
      [sunStored, -efficiency],
      [gridStored, -efficiency],
      [discharge, 1 / efficiency],
      ...(previous === null ? [] : [[previous, -1] as [number, number]]),
    ]);
    previous = level;
  }
  return objective(lp, solveProgramme(lp));
}
