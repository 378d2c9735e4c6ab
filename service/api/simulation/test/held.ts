/**
 * The channel where threads say that they hold a question, and are told to go on. Apart from the worker,
 * which lowers the priority of whoever loads it.
 */
export const HELD = 'held simulations';
