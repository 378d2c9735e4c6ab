/** Faults that may come at any moment, and their cure. */

import { skipWithoutNginx } from '../../deploy/nginx.test-kit.ts';
import { withoutFakeClock } from '../../test/fake-clock.ts';
import { skipWithoutRedis } from '../../test/redis.ts';
import type { Fault, World } from './cell.ts';
import { withoutSmallDisk } from './small-disk.ts';

const SLOW_MS = 250;
const DAY_S = 86_400;
/** Port of loopback on which nobody is a Redis. */
const NOBODY = ['127.0.0.1', '1'] as const;

/** Cost of what only surrounds the processes: nobody's call. */
const NOTHING_LOST = { lost: 0, longestMs: 1_000 };

/** Lines about a Redis that is of no use. */
const LOST_AND_BACK = [/REDIS_URL is lost, this node counts by itself/, /REDIS_URL is back/];

/** Faults of the Redis itself. */
function redisFault(name: string, sick: string[], sound: string[]): Fault {
  const [[command, ...words], [cure, ...cureWords]] = [sick, sound];
  return {
    name,
    missing: false,
    toll: NOTHING_LOST,
    told: LOST_AND_BACK,
    inject: async ({ redis }) => void (await redis.command(command, ...words)),
    heal: async ({ redis }) => void (await redis.command(cure, ...cureWords)),
  };
}

/** A signal to one worker; it is over when the others do without it. */
function workerFault(name: string, signal: NodeJS.Signals, toll: Fault['toll']): Fault {
  const struck = new WeakMap<World, number>();
  return {
    name,
    missing: false,
    toll,
    async inject(world) {
      const pid = await world.worker();
      struck.set(world, pid);
      process.kill(pid, signal);
    },
    async heal(world) {
      const pid = struck.get(world);
      if (pid !== undefined) await world.doWithout(pid);
    },
  };
}

const WITH_REDIS: Fault[] = [
  {
    name: 'store away',
    missing: false,
    toll: NOTHING_LOST,
    inject: ({ store }) => store.relay.cut(),
    heal: ({ store }) => store.relay.mend(),
  },
  redisFault(
    'Redis full',
    ['CONFIG', 'SET', 'maxmemory', '1'],
    ['CONFIG', 'SET', 'maxmemory', '0'],
  ),
  redisFault('Redis read-only', ['REPLICAOF', ...NOBODY], ['REPLICAOF', 'NO', 'ONE']),
  {
    name: 'Redis slow',
    missing: false,
    toll: NOTHING_LOST,
    told: LOST_AND_BACK,
    inject: async ({ redis }) => redis.relay.slow(SLOW_MS),
    heal: async ({ redis }) => redis.relay.slow(0),
  },
  // Callers who have a connection of the hung one give up after 10 s.
  workerFault('worker hung', 'SIGSTOP', { lost: 12, longestMs: 10_000 }),
  workerFault('worker killed', 'SIGKILL', { lost: 12, longestMs: 1_500 }),
  {
    name: 'disk full',
    missing: withoutSmallDisk(),
    needs: 'small disk',
    toll: NOTHING_LOST,
    inject: async ({ smallDisk }) => smallDisk?.fill(),
    heal: async ({ smallDisk }) => smallDisk?.free(),
  },
  {
    name: 'clock jumped',
    missing: withoutFakeClock,
    needs: 'own clock',
    toll: NOTHING_LOST,
    inject: async ({ clock }) => clock?.set(DAY_S),
    heal: async ({ clock }) => clock?.set(0),
  },
  {
    name: 'nodes restarted',
    missing: skipWithoutNginx,
    needs: 'nginx',
    toll: { lost: 0, longestMs: 3_000 },
    inject: (world) => world.restartNodes(),
    heal: async () => {},
  },
];

/** All of them; without a Redis no cell can be put up. */
export const FAULTS: Fault[] = WITH_REDIS.map((fault) => ({
  ...fault,
  missing: skipWithoutRedis || fault.missing,
}));
