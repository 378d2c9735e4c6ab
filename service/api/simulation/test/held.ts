/**
 * The channel where threads report that they hold a job, by the first size of a comparison or 0, and get the word to go
 * on: that size, or `go` for all.
 */
export const HELD = 'held simulations';
