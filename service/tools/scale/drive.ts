/** Loads driven through the three set-ups, each figure beside what the model says of it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from '../../test/load.ts';
import { callAtRate, loadAtRate } from '../../test/load-at-rate.ts';
import { processorMs, residentMb } from '../../test/process-figures.ts';
import { makeLookup, makeSimulation, random } from './calls.ts';
import { lookUpAfresh } from './measure-files.ts';
import {
  type Constants,
  type Demand,
  LOAD,
  type Need,
  sizeBehindNginx,
  sizeOneNode,
  sizeStaticLookups,
} from './model.ts';
import { type SetUp, startBehindNginx, startOneNode, startStaticLookups } from './set-ups.ts';

/** Calls a second; the first warms up what the second measures. */
const LOADS = [100, 100, 1];
const SECONDS = 20;
const CONNECTIONS = 16;
const DEMAND = { simulations: 0.1, hits: 0.3 };
const KNOWN = Array.from({ length: 5 }, () => makeLookup());
const CALLS_A_CALLER = 10;

const SET_UPS = {
  'one node': [startOneNode, sizeOneNode],
  'behind nginx': [startBehindNginx, sizeBehindNginx],
  static: [startStaticLookups, sizeStaticLookups],
} as const;

/** Prints what was predicted and measured, for each set-up and load. */
export async function driveLoads(c: Constants, folders: { artifacts: string; folder: string }) {
  console.log('Predicted, measured:');
  for (const [name, [start, size]] of Object.entries(SET_UPS)) {
    const setUp = await start(folders);
    try {
      for (const [i, perSecond] of LOADS.entries()) {
        const found = await drive(setUp, perSecond);
        if (i === 0) continue;
        const need = size(c, demandOf(setUp, perSecond));
        console.log(formatLine(`${perSecond}/s, ${name}`, predict(c, need, setUp), found));
      }
    } finally {
      await setUp.stop();
    }
  }
}

/** Busy processors, memory and line. */
interface Figures {
  cores: number;
  gb: number;
  mbitPerS: number;
}

/** Figures of a load that was driven, and the share of simulations that met both slots busy (503), as on a machine with other work. */
interface Driven extends Figures {
  refused: number;
}

/** The model's figures, at the processors' time itself and for the processes that are there. */
function predict(c: Constants, need: Need, { nodes }: SetUp): Figures {
  const { cores, mbitPerS } = need;
  return { cores: cores * LOAD, gb: (nodes.length * c.processMb) / 1000, mbitPerS };
}

/** The demand that is driven: simulations beside static files are calls of their own, of which one a second is the least. */
function demandOf({ files }: SetUp, perSecond: number): Demand {
  if (!files) return { ...DEMAND, perSecond };
  const simulationsPerSecond = Math.max(1, perSecond * DEMAND.simulations);
  const all = simulationsPerSecond + perSecond * (1 - DEMAND.simulations);
  return { ...DEMAND, perSecond: all, simulations: simulationsPerSecond / all };
}

async function drive(setUp: SetUp, perSecond: number): Promise<Driven> {
  const { base, pids, files } = setUp;
  const demand = demandOf(setUp, perSecond);
  const toService = demand.perSecond * (files ? demand.simulations : 1);
  const simulations = { answered: 0, refused: 0 };
  const beforeMs = busyMs(pids);
  const beforeBytes = await bytesOf(setUp);
  const calls = loadAtRate(base, {
    connections: Math.max(1, Math.min(CONNECTIONS, Math.floor(toService))),
    seconds: SECONDS,
    perSecond: toService,
    next: files ? makeCallOf(1) : makeCallOf(DEMAND.simulations),
    onAnswer: ({ method }, status) => {
      if (method !== 'POST') return;
      simulations.answered++;
      if (status === 503) simulations.refused++;
    },
  });
  const lookups = files
    ? callAtRate(demand.perSecond - toService, SECONDS, () => lookUpAfresh(files.base))
    : undefined;
  const [{ bytes }] = await Promise.all([calls, lookups]);
  // The file server writes its log when it has answered.
  await wait(500);
  return {
    cores: (busyMs(pids) - beforeMs) / 1000 / SECONDS,
    gb: pids.reduce((sum, pid) => sum + residentMb(pid), 0) / 1000,
    mbitPerS: ((bytes + (await bytesOf(setUp)) - beforeBytes) * 8) / 1e6 / SECONDS,
    refused: simulations.refused / Math.max(1, simulations.answered),
  };
}

/** Makes calls of callers who make ten each. */
function makeCallOf(simulations: number): () => Call {
  let asked = 0;
  return () => {
    const isSimulation = random() < simulations;
    const isKnown = random() < DEMAND.hits;
    const call = isSimulation
      ? makeSimulation()
      : isKnown
        ? KNOWN[asked % KNOWN.length]
        : makeLookup();
    const caller = Math.floor(asked++ / CALLS_A_CALLER) + Math.floor(random() * 2) * 65_536;
    const address = `10.${caller >> 16}.${(caller >> 8) & 255}.${caller & 255}`;
    return { ...call, headers: { ...call.headers, 'x-forwarded-for': address } };
  };
}

function busyMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + processorMs(pid), 0);
}

async function bytesOf({ files }: SetUp): Promise<number> {
  const answers = (await files?.answers()) ?? [];
  return answers.reduce((sum, { bytes }) => sum + bytes, 0);
}

function formatLine(name: string, predicted: Figures, measured: Driven): string {
  const two = (value: number) => Number(value.toPrecision(2));
  const pair = (key: keyof Figures, unit: string) =>
    `${two(predicted[key])}, ${two(measured[key])} ${unit}`;
  const figures = [pair('cores', 'cores'), pair('gb', 'GB'), pair('mbitPerS', 'Mbit/s')];
  const refused =
    measured.refused > 0 ? `; ${two(100 * measured.refused)} % of the simulations refused` : '';
  return `  ${name.padEnd(22)}${figures.join('; ')}${refused}`;
}
