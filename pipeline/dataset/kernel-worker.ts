/** Entry of a worker thread: the cubes of one latitude row. */
export { rowCubes as default } from './yield-cube.ts';
