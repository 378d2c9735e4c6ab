import { kindsBeside, type Lane, portOf } from '../store/lanes.ts';

/** The tasks that this process carries out now, by organisation and port, and how many more it may. */
export interface PortsAtWork {
  begin(lane: Lane): void;
  /** @param answered whether its account did; undefined leaves that open */
  end(lane: Lane, answered: boolean | undefined): void;
  /** How many more of the lane may begin while so many workers are free. */
  roomFor(lane: Lane, free: number): number;
  /** The lanes of which none may. */
  fullLanes(free: number): Lane[];
}

/**
 * Shares workers between accounts: one has at most so many of them, and never more than half of the free ones, so that
 * another's task always finds one; one that did not answer has one until it does.
 */
export function portsAtWork(most: number): PortsAtWork {
  const busy = new Map<string, { lane: Lane; count: number }>();
  const silent = new Set<string>();
  const countOf = (name: string) => busy.get(name)?.count ?? 0;

  function roomFor(lane: Lane, free: number): number {
    const name = nameOf(lane);
    const count = countOf(name);
    const half = count === 0 ? Math.ceil(free / 2) : Math.floor(free / 2);
    return Math.max(0, Math.min(half, (silent.has(name) ? 1 : most) - count));
  }

  return {
    begin(lane) {
      const name = nameOf(lane);
      busy.set(name, { lane, count: countOf(name) + 1 });
    },
    end(lane, answered) {
      const name = nameOf(lane);
      const count = countOf(name) - 1;
      if (count === 0) busy.delete(name);
      else busy.set(name, { lane, count });
      if (answered === true) silent.delete(name);
      else if (answered === false) silent.add(name);
    },
    roomFor,
    fullLanes: (free) =>
      [...busy.values()].filter(({ lane }) => roomFor(lane, free) === 0).flatMap(lanesOfPort),
  };
}

function nameOf({ org, kind }: Lane): string {
  return `${org} ${portOf(kind)}`;
}

function lanesOfPort({ lane: { org, kind } }: { lane: Lane }): Lane[] {
  return kindsBeside(kind).map((each) => ({ org, kind: each }));
}
