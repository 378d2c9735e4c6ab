/** How much a load takes of machines, by what a call was measured to take. Pure; figures in constants.json. */

/** Measured by measure.ts; times are of processors, so that they hold on a loaded machine, too. */
export interface Constants {
  /** A lookup of a place of its own, at the service, compressed. */
  lookupUs: number;
  /** A simulation of a year, with its thread. */
  simulationUs: number;
  /** More at the service for a call that is counted in Redis, and what Redis itself takes for it. */
  countingUs: number;
  redisUs: number;
  /** nginx, for a call that it hands on, and for one that it answers from its cache. */
  proxyUs: number;
  hitUs: number;
  /** Answers on the wire, with their headers: the service's own, and as nginx compresses them. */
  lookupBytes: number;
  simulationBytes: number;
  proxiedLookupBytes: number;
  proxiedSimulationBytes: number;
  /** First lookup of a client from cells.bin on a file server: reads and bytes, and what a read takes of nginx. */
  staticReads: number;
  staticBytes: number;
  fileUs: number;
  /** First visit to the explorer: files and bytes of page, scripts and service worker, compressed. */
  pageReads: number;
  pageBytes: number;
  /** nginx, for a new connection's TLS handshake. */
  tlsUs: number;
  /** Resident memory of a serving process after load, with the default dataset. */
  processMb: number;
  /** Memory of Redis for a caller in the last minute. */
  callerBytes: number;
}

/** Calls a second, the share of them that are simulations, and of lookups those that a cache has. */
export interface Demand {
  perSecond: number;
  simulations: number;
  hits: number;
}

/** Machines for a load. */
export interface Need {
  lookupsPerS: number;
  simulationsPerS: number;
  nodes: number;
  /** Processors that all of it keeps at LOAD. */
  cores: number;
  gb: number;
  mbitPerS: number;
  /** The part that gives way first, or did. */
  first: string;
}

/** Share of a processor that is used at most: at 0.7 the soak's lookups still had a p99 of 29 ms. */
export const LOAD = 0.6;
/** Processes of a node behind the proxy, a core each. */
const NODE_CORES = 4;
/** Simulations that a node computes at a time (http/guards/limits.ts). */
const SLOTS = 2;
/** Calls that a caller makes in the minute of its visit, on one connection. */
const CALLS_A_MINUTE = 10;
const US = 1e6;

/** A node of as many processes as are needed; nodes is NaN where its two slots or Node's one port are not enough. */
export function sizeOneNode(c: Constants, demand: Demand): Need {
  const { lookups, simulations } = splitDemand(demand);
  const lookupCores = (lookups * c.lookupUs) / US;
  const slotCores = (simulations * c.simulationUs) / US;
  const isEnough = slotCores <= SLOTS * LOAD;
  const cores = (lookupCores + slotCores) / LOAD;
  return {
    lookupsPerS: lookups,
    simulationsPerS: simulations,
    nodes: isEnough ? 1 : Number.NaN,
    cores,
    gb: computeGb(c, Math.ceil(cores)),
    mbitPerS: computeMbit(lookups * c.lookupBytes + simulations * c.simulationBytes),
    first: slotCores / SLOTS > lookupCores / Math.ceil(cores) ? 'simulation slots' : 'processors',
  };
}

/** Nodes of four processes behind nginx with its cache, limits counted in one Redis. */
export function sizeBehindNginx(c: Constants, demand: Demand): Need {
  const { lookups, simulations } = splitDemand(demand);
  const hits = lookups * demand.hits;
  const handedOn = lookups - hits + simulations;
  const nodeCores =
    ((lookups - hits) * c.lookupUs + simulations * c.simulationUs + handedOn * c.countingUs) / US;
  const proxyCores = (hits * c.hitUs + handedOn * c.proxyUs) / US;
  const redisCores = (handedOn * c.redisUs) / US;
  const bySlots = (simulations * c.simulationUs) / US / (SLOTS * LOAD);
  const byCores = nodeCores / LOAD / NODE_CORES;
  // The second carries on when one is restarted.
  const nodes = Math.max(2, Math.ceil(bySlots), Math.ceil(byCores));
  const callers = (demand.perSecond * 60) / CALLS_A_MINUTE;
  return {
    lookupsPerS: lookups,
    simulationsPerS: simulations,
    nodes,
    cores: (nodeCores + proxyCores + redisCores) / LOAD,
    gb: computeGb(c, nodes * NODE_CORES) + (callers * c.callerBytes) / 1e9,
    mbitPerS: computeMbit(lookups * c.proxiedLookupBytes + simulations * c.proxiedSimulationBytes),
    first:
      redisCores > LOAD
        ? 'one Redis'
        : bySlots > byCores
          ? 'simulation slots'
          : 'nodes’ processors',
  };
}

/** Lookups from files in the callers' own browsers, nodes for simulations alone. */
export function sizeStaticLookups(c: Constants, demand: Demand): Need {
  const { lookups, simulations } = splitDemand(demand);
  const api = sizeBehindNginx(c, { perSecond: simulations, simulations: 1, hits: 0 });
  const fileCores = (lookups * c.staticReads * c.fileUs) / US / LOAD;
  const bytes = lookups * c.staticBytes + simulations * c.proxiedSimulationBytes;
  return {
    ...api,
    lookupsPerS: lookups,
    cores: api.cores + fileCores,
    mbitPerS: computeMbit(bytes),
    first: lookups > 0 ? 'file server’s line' : api.first,
  };
}

/** A visit to the explorer and a TLS connection for every CALLS_A_MINUTE calls, on top of each set-up. */
export function sizeVisits(c: Constants, { perSecond }: Demand): Pick<Need, 'cores' | 'mbitPerS'> {
  const visits = perSecond / CALLS_A_MINUTE;
  return {
    cores: (visits * (c.pageReads * c.fileUs + c.tlsUs)) / US / LOAD,
    mbitPerS: computeMbit(visits * c.pageBytes),
  };
}

function splitDemand({ perSecond, simulations }: Demand) {
  return { lookups: perSecond * (1 - simulations), simulations: perSecond * simulations };
}

function computeGb(c: Constants, processes: number): number {
  return (processes * c.processMb) / 1000;
}

function computeMbit(bytes: number): number {
  return (bytes * 8) / 1e6;
}
