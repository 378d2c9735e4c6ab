/** Cost of a series in process, how many a second the service answers, and what they cost lookups at the same time. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median } from 'd3-array';
import { readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { type YieldDataset, yieldDataset } from '../../api/yield/dataset.ts';
import { seriesJson } from '../../api/yield/series.ts';
import { parseSeries } from '../../api/yield/series-request.ts';
import { faultless, loadWithoutFault } from '../../test/load.ts';
import { loadAtRate } from '../../test/load-at-rate.ts';
import { LOOKUP, startServer } from './bench-http.ts';

const ROUNDS = 15;
const PER_ROUND = 20;
const PLACES = 97;
const CALLERS = 2;
const SECONDS = 8;
const LOOKUPS_PER_SECOND = 500;

/** Prints the figures. @param path pv-yield.bin */
export async function benchSeries(path: string): Promise<void> {
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  const data = yieldDataset(await readPvYield(path));
  for (const [faces, limitMs] of [
    [2, 5],
    [10, 15],
  ]) {
    const run = (place: number) => seriesJson(data, null, parseSeries(makeRoof(place, faces)));
    cpuMs(run);
    gc();
    const before = process.memoryUsage().heapUsed;
    const times = Array.from({ length: ROUNDS }, () => cpuMs(run));
    gc();
    const grownKb = Math.max(0, process.memoryUsage().heapUsed - before) / 1000;
    console.log(
      `  ${faces} faces in process: ${(median(times) ?? Number.NaN).toFixed(2)} ms of processor time (limit ${limitMs}); the heap grew by ${grownKb.toFixed(0)} kB in ${ROUNDS * PER_ROUND}`,
    );
    console.log(
      `  at the place of the call before: ${timesAgain(data, faces).toFixed(2)} times that; past a horizon: ${timesDearer(data, faces).toFixed(2)} times (limit 3)`,
    );
  }
  await benchBeside();
}

/** Cost of another roof at the place of the call before, next to one at another place; both in turns. */
function timesAgain(data: YieldDataset, faces: number): number {
  const run = (at: number) => seriesJson(data, null, parseSeries(makeRoof(at, faces)));
  const ratios = Array.from({ length: ROUNDS }, () => cpuMs(() => run(0)) / cpuMs(run));
  return median(ratios) ?? Number.NaN;
}

/** By what factor a horizon of 360 heights makes a series dearer; both in turns, so that the machine's load counts for both. */
function timesDearer(data: YieldDataset, faces: number): number {
  const horizon_deg = Array.from({ length: 360 }, (_, i) => 10 + 15 * Math.sin(i / 9) ** 2);
  const ratios = Array.from({ length: ROUNDS }, () => {
    const free = cpuMs((at) => seriesJson(data, null, parseSeries(makeRoof(at, faces))));
    const roof = (at: number) => ({ ...makeRoof(at, faces), horizon_deg });
    return cpuMs((at) => seriesJson(data, null, parseSeries(roof(at)))) / free;
  });
  return median(ratios) ?? Number.NaN;
}

function makeRoof(place: number, count: number) {
  const faces = Array.from({ length: count }, (_, i) => ({
    tilt: (17 * i + 20) % 90,
    azimuth: (97 * i + 100) % 360,
    kwp: 5,
  }));
  return { lat: 56 + (place % PLACES) / 10, lng: 14.5, faces };
}

/** Processor time of one run, mean of a round. */
function cpuMs(run: (place: number) => unknown): number {
  const began = process.cpuUsage();
  for (let i = 0; i < PER_ROUND; i++) run(i);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / PER_ROUND;
}

/** Two callers ask for series of two faces without a pause. */
async function benchBeside(): Promise<void> {
  const service = await startServer('service');
  const body = JSON.stringify(makeRoof(0, 2));
  const call = { method: 'POST', path: '/api/v1/pv-yield/series', body } as const;
  const loadSeries = (seconds = SECONDS) =>
    loadWithoutFault(service.base, { connections: CALLERS, seconds, next: () => call });
  const lookups = { connections: 8, seconds: SECONDS, next: () => ({ path: LOOKUP }) };
  const loadLookups = async () => {
    const rated = { ...lookups, perSecond: LOOKUPS_PER_SECOND };
    return faultless(service.base, await loadAtRate(service.base, rated));
  };
  try {
    await loadSeries(2);
    const calm = await loadLookups();
    const alone = await loadSeries();
    const [asked, beside] = await Promise.all([loadSeries(), loadLookups()]);
    console.log(
      `  over HTTP ${alone.perSecond.toFixed(0)}/s of two faces by ${CALLERS} callers (limit 150); beside ${LOOKUPS_PER_SECOND} lookups/s ${asked.perSecond.toFixed(0)}/s, of which the lookups have p50 ${beside.p50Ms.toFixed(1)} ms, p99 ${beside.p99Ms.toFixed(0)} ms (limit 15; without series ${calm.p99Ms.toFixed(0)} ms)`,
    );
  } finally {
    await service.stop();
  }
}
