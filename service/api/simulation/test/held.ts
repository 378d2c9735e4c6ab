/**
 * The channel where threads report that they hold a job, by the first size of a comparison or 0, and get the word to go
 * on: that size, or `go` for all. Apart from the worker,
 * which lowers the priority of every thread that loads it.
 */
export const HELD = 'held simulations';
