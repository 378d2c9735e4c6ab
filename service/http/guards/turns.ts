import type { Socket } from 'node:net';

/** How long answers are begun before the event loop looks again who has come and who has gone. */
const SLICE_MS = 10;

/** A request that is to be answered. */
interface Turn {
  socket: Socket;
  begin(): void;
  /** The caller has gone. */
  abandon(): void;
}

/**
 * Makes a function that begins answers in their order, each after the event loop has once more looked at the
 * connections: of a caller who has gone it learns only after it has read what he asked. His answer is never
 * begun. Otherwise a service with more callers than it can answer answers those who have given up, and all
 * others so late that they give up, too.
 */
export function inTurns(): (turn: Turn) => void {
  const waiting: Turn[] = [];
  /** How many have waited since before the last look. */
  let due = 0;

  function next(): void {
    const endMs = performance.now() + SLICE_MS;
    for (; due > 0 && performance.now() < endMs; due--) {
      const turn = waiting.shift();
      if (turn?.socket.writable) turn.begin();
      else turn?.abandon();
    }
    due = waiting.length;
    if (due > 0) setImmediate(next);
  }

  return (turn) => {
    if (due === 0 && waiting.length === 0) setImmediate(next);
    waiting.push(turn);
  };
}
