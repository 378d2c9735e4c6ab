/** A clock of its own for a process, by Debian's libfaketime: it reads the time to pretend from a file. */
import { existsSync, renameSync, writeFileSync } from 'node:fs';

const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;

/** Reason why no clock can be set here; false if it can. */
export const withoutFakeClock =
  !existsSync(LIBRARY) && 'libfaketime is missing: apt-get install libfaketime';

/** A clock that can be set. */
export interface FakeClock {
  /** Environment of the processes that go by it. */
  env: NodeJS.ProcessEnv;
  /** Sets it so many seconds away from ours. */
  set(seconds: number): void;
}

/** Makes a clock, right at first, in a file. */
export function fakeClock(path: string): FakeClock {
  const set = (seconds: number) => {
    // Nobody may read it half written.
    writeFileSync(`${path}.new`, `${seconds < 0 ? '' : '+'}${seconds}s\n`);
    renameSync(`${path}.new`, path);
  };
  set(0);
  const env = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: path,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { env, set };
}
