import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type RowTask, rowCubes } from './yield-cube.ts';

/** Entry of a worker thread: the cubes of one latitude row, handed back without a copy. */
export default function computeRow(task: RowTask): ReturnType<typeof move> {
  const cubes = rowCubes(task);
  return move({
    [transferableSymbol]: Object.values(cubes).map(({ buffer }) => buffer),
    [valueSymbol]: cubes,
  });
}
