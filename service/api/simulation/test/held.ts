/**
 * The channel where threads report that they hold a job, and get the word to go on. Apart from the worker,
 * which lowers the priority of every thread that loads it.
 */
export const HELD = 'held simulations';
