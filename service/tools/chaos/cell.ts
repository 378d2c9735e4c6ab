/** The form of a fault and of a moment, whose pairs are the cells of the table. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FakeClock } from '../../test/fake-clock.ts';
import type { Relay } from './relay.ts';
import type { SmallDisk } from './small-disk.ts';

/** What faults act on: what stands around the processes of a cell, and those. */
export interface World {
  store: { relay: Relay };
  redis: { relay: Relay; command(name: string, ...words: string[]): Promise<unknown> };
  /** There when the fault needs it. */
  smallDisk: SmallDisk | undefined;
  clock: FakeClock | undefined;
  /** Process id of one that works. */
  worker(): Promise<number>;
  /** Resolves when the others have taken the place of one that hangs or is gone. @throws Error when they do not */
  doWithout(pid: number): Promise<void>;
  /** Restarts the nodes behind nginx, one after the other. */
  restartNodes(): Promise<void>;
}

/** Equipment of a cell beyond processes, store and Redis. */
export type Need = 'small disk' | 'own clock' | 'nginx';

/** What a fault may cost those who call meanwhile. */
export interface Toll {
  /** Calls without an answer. */
  lost: number;
  /** The longest wait where the machine holds nobody up. */
  longestMs: number;
}

export interface Fault {
  name: string;
  /** Reason why it cannot be brought about on this machine; false if it can. */
  missing: string | false;
  needs?: Need;
  toll: Toll;
  /** Lines that the log of a node which lives through it has. */
  told?: RegExp[];
  inject(world: World): Promise<void>;
  heal(world: World): Promise<void>;
}

/** What a cell has shown. */
export interface Outcome {
  /** What callers saw, in words, and the least of it for the table. */
  seen: string;
  brief: string;
  /** A sentence for each invariant that is broken. */
  broken: string[];
}

export interface Moment {
  name: string;
  /** Lets a fault happen at this moment. */
  run(fault: Fault): Promise<Outcome>;
}

/** Parts of a moment; a scene is a world with what the moment is about. */
interface Parts<Scene> {
  name: string;
  setUp(fault: Fault): Promise<Scene>;
  drive(scene: Scene, fault: Fault): Promise<void>;
  judge(scene: Scene, fault: Fault): Promise<Outcome>;
}

/** A moment whose scenes are cleared away, however they end. */
export function momentOf<Scene extends { close(): Promise<void> }>({
  name,
  setUp,
  drive,
  judge,
}: Parts<Scene>): Moment {
  return {
    name,
    async run(fault) {
      const scene = await setUp(fault);
      try {
        await drive(scene, fault);
        return await judge(scene, fault);
      } finally {
        await scene.close();
      }
    },
  };
}

const LOOK_EVERY_MS = 20;

/**
 * Waits until something is so.
 * @returns how long it took, ms
 * @throws Error with the sentence when it is not within the time
 */
export async function within(
  limitMs: number,
  isSo: () => boolean | Promise<boolean>,
  sentence: () => string,
): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > limitMs) throw new Error(sentence());
    await wait(LOOK_EVERY_MS);
  }
  return performance.now() - began;
}
