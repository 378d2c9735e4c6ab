import { move } from 'piscina';
import { type RowCubes, type RowTask, rowCubes } from './yield-cube.ts';

/** Entry of a worker thread: one latitude row, its arrays handed back without a copy. */
export default function computeRow(task: RowTask): RowCubes {
  const cubes = rowCubes(task);
  for (const array of Object.values(cubes)) move(array);
  return cubes;
}
