/** Cost of a house's load, of a simulation over HTTP on top of its engine, and what two running comparisons cost lookups. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { median } from 'd3-array';
import pino from 'pino';
import { houseLoad } from '#engine/house/house-load.ts';
import type { Household, SimulationDetail } from '../../../schemas/types.ts';
import { parseSimulationRequest } from '../../api/simulation/request.ts';
import { simulationCase } from '../../api/simulation/simulation-case.ts';
import { createSimulator } from '../../api/simulation/simulator.ts';
import { faultless, loadWithoutFault } from '../../test/load.ts';
import { loadAtRate } from '../../test/load-at-rate.ts';
import { eventLoopMs } from '../../test/process-figures.ts';
import type { Program } from '../../test/start-program.ts';
import { LOOKUP, startServer } from './bench-http.ts';

const WARM_UP = 60;
const RUNS = 31;
const HOURS = 8760;
const LOOKUPS_PER_SECOND = 500;

/** Prints the figures. */
export async function benchSimulation(): Promise<void> {
  await benchLoad();
  const service = await startServer('service');
  try {
    await benchBody(service);
    await benchBusy(service.base);
  } finally {
    await service.stop();
  }
}

const RECORD = new URL('../../../fixtures/market/household.json', import.meta.url);

/** A year of the household model, with every use and a car. */
async function benchLoad(): Promise<void> {
  const record: Household = JSON.parse(readFileSync(RECORD, 'utf8'));
  const { temperature_c } = record.towns.SE3;
  const use = { yearlyKwh: 15_000, evKmPerDay: 40 };
  const loadMs = await medianMs(() => houseLoad(record, temperature_c, 2025, use));
  console.log(`  a year of the household model: ${loadMs.toFixed(2)} ms (limit 2)`);
}

/** A request with load, PV and import price of every hour, as a program prints its numbers: all digits. */
function hourlyBody(): string {
  const series = (mean: number) =>
    Array.from({ length: HOURS }, (_, t) => mean * (1 + Math.sin(t / 3.8)));
  return JSON.stringify({
    consumption: { hourly_kwh: series(1.7) },
    pv: { hourly_kwh: series(1.1) },
    battery: { capacity_kwh: 10, strategy: 'combined' },
    prices: { import_sek_per_kwh: series(1.5), export_sek_per_kwh: 0.5 },
  });
}

/** Processor time of the event loop, so that neither the engine nor other work nor the bench as the caller counts. */
async function benchBody({ base, pid }: Program): Promise<void> {
  const body = hourlyBody();
  const simulator = createSimulator(pino({ enabled: false }));
  const read = () => parseSimulationRequest(JSON.parse(body));
  const engine = (detail: SimulationDetail | null) => {
    const makeCase = () => ({ ...simulationCase(read(), null), detail });
    const houseCases = Array.from({ length: WARM_UP + RUNS }, makeCase);
    return () =>
      simulator.answer({ kind: 'simulation', houseCase: houseCases.pop() ?? makeCase() }, 'bench');
  };
  const agent = new Agent({ keepAlive: true });
  const call = () => post(`${base}/api/v1/simulation`, body, agent);
  const [parseMs, engineMs, typicalMs, hourlyMs, loopMs] = await mediansMs([
    { run: read, clockMs: ownCpuMs },
    { run: engine(null), clockMs: ownCpuMs },
    { run: engine('typical_days'), clockMs: ownCpuMs },
    { run: engine('hourly'), clockMs: ownCpuMs },
    { run: call, clockMs: () => eventLoopMs(pid) },
  ]);
  await simulator.close();
  agent.destroy();
  const ratio = (loopMs / parseMs).toFixed(1);
  console.log(
    `  POST of three 8760-arrays (${(body.length / 1000).toFixed(0)} kB): ${loopMs.toFixed(1)} ms of the event loop's processor time, ${ratio} times parsing and validating alone (${parseMs.toFixed(1)} ms; limit 3); engine in its thread ${engineMs.toFixed(1)} ms`,
  );
  console.log(
    `  the same with detail, in its thread: typical_days ${(typicalMs / engineMs).toFixed(2)} times, hourly ${(hourlyMs / engineMs).toFixed(2)} times as long`,
  );
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function post(url: string, body: string, agent: Agent): Promise<void> {
  const sent = request(url, { method: 'POST', agent });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(answer);
}

/** Lookups while both threads compute comparisons without a pause. */
async function benchBusy(base: string): Promise<void> {
  const comparison = {
    pv: { monthly_profile: Array.from({ length: 12 }, () => Array(24).fill(1)) },
    prices: { peak_charge_sek_per_kw_month: 60 },
  };
  let computing = true;
  let comparisons = 0;
  const keepBusy = async () => {
    while (computing) {
      const response = await fetch(`${base}/api/v1/simulation/battery-strategies`, {
        method: 'POST',
        body: JSON.stringify(comparison),
      });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`A comparison answers ${response.status}.`);
      comparisons++;
    }
  };
  const lookups = { connections: 8, next: () => ({ path: LOOKUP }) };
  await loadWithoutFault(base, { ...lookups, seconds: 3 });
  const busy = [keepBusy(), keepBusy()];
  const calls = { ...lookups, seconds: 8, perSecond: LOOKUPS_PER_SECOND };
  const { p50Ms, p99Ms } = faultless(base, await loadAtRate(base, calls));
  computing = false;
  await Promise.all(busy);
  console.log(
    `  lookups at ${LOOKUPS_PER_SECOND}/s while two comparisons run (${comparisons} done): p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(0)} ms (limit 15)`,
  );
}

async function medianMs(run: () => unknown): Promise<number> {
  return (await mediansMs([{ run, clockMs: () => performance.now() }]))[0];
}

/** A run, and the clock that it is measured by. */
interface Timed {
  run: () => unknown;
  clockMs: () => number;
}

/** Medians of runs in turn, so that a loaded machine loads all alike. */
async function mediansMs(runs: readonly Timed[]): Promise<number[]> {
  const times = runs.map((): number[] => []);
  for (let i = -WARM_UP; i < RUNS; i++) {
    for (const [r, { run, clockMs }] of runs.entries()) {
      const beganMs = clockMs();
      await run();
      if (i >= 0) times[r].push(clockMs() - beganMs);
    }
  }
  return times.map((all) => median(all) ?? Number.NaN);
}
