/** Entry of a worker thread: what it computes, by name. */
export { placeAnswers } from './plane-factors.ts';
export { tableErrors } from './table-errors.ts';
export { rowCubes } from './yield-cube.ts';
