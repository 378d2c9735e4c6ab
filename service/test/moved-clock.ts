/** A wall clock that a test sets while a process runs. The process's timers go on, as when an operator sets its machine's. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';

export function movedClock() {
  const file = join(testFolder(), 'clock');
  const preload = new URL('moved-clock.mjs', import.meta.url);
  const clock = {
    aheadMs: 0,
    /** For the processes that have it. */
    env: { NODE_OPTIONS: `--import ${preload}`, CLOCK_FILE: file },
    move(byMs: number) {
      clock.aheadMs += byMs;
      // Renamed, since a process reads it at any moment.
      writeFileSync(`${file}.next`, String(clock.aheadMs));
      renameSync(`${file}.next`, file);
    },
  };
  clock.move(0);
  return clock;
}
