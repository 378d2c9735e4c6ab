/** What a simulation over HTTP costs beside its engine, and what two running comparisons cost lookups. */
import autocannon from 'autocannon';
import { LOOKUP, startServer } from './bench-http.ts';
import { parseSimulationRequest } from './simulation/request.ts';
import { answerSimulation } from './simulation/simulate.ts';
import { simulationCase } from './simulation/simulation-case.ts';

const RUNS = 31;
const HOURS = 8760;
const LOOKUPS_PER_SECOND = 500;

/** Prints the figures. */
export async function benchSimulation(): Promise<void> {
  const service = await startServer('service');
  try {
    await benchBody(service.base);
    await benchBusy(service.base);
  } finally {
    service.stop();
  }
}

/** A request with load, PV and import price of every hour. */
function hourlyBody(): string {
  const series = (mean: number) =>
    Array.from({ length: HOURS }, (_, t) => Number((mean * (1 + Math.sin(t / 3.8))).toFixed(3)));
  return JSON.stringify({
    consumption: { hourly_kwh: series(1.7) },
    pv: { hourly_kwh: series(1.1) },
    battery: { capacity_kwh: 10, strategy: 'combined' },
    prices: { import_sek_per_kwh: series(1.5), export_sek_per_kwh: 0.5 },
  });
}

async function benchBody(base: string): Promise<void> {
  const body = hourlyBody();
  const parseMs = await medianMs(() => parseSimulationRequest(JSON.parse(body)));
  const question = () => simulationCase(parseSimulationRequest(JSON.parse(body)), null);
  const questions = Array.from({ length: RUNS + 1 }, question);
  const engineMs = await medianMs(() => answerSimulation(questions.pop() ?? question()));
  const httpMs = await medianMs(async () => {
    const response = await fetch(`${base}/api/v1/simulation`, { method: 'POST', body });
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
  });
  const ratio = ((httpMs - engineMs) / parseMs).toFixed(1);
  console.log(
    `  POST of three 8760-arrays (${(body.length / 1000).toFixed(0)} kB): ${httpMs.toFixed(1)} ms; parsing and validating alone ${parseMs.toFixed(1)} ms, engine ${engineMs.toFixed(1)} ms: the rest costs ${ratio} times the parsing (limit 3)`,
  );
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
  const busy = [keepBusy(), keepBusy()];
  const { latency } = await autocannon({
    url: base + LOOKUP,
    connections: 8,
    duration: 8,
    overallRate: LOOKUPS_PER_SECOND,
  });
  computing = false;
  await Promise.all(busy);
  console.log(
    `  lookups at ${LOOKUPS_PER_SECOND}/s while two comparisons run (${comparisons} done): p50 ${latency.p50} ms, p99 ${latency.p99} ms (limit 15)`,
  );
}

async function medianMs(run: () => unknown): Promise<number> {
  const times = [];
  for (let i = 0; i < RUNS; i++) {
    const beganMs = performance.now();
    await run();
    times.push(performance.now() - beganMs);
  }
  return times.toSorted((a, b) => a - b)[RUNS >> 1];
}
