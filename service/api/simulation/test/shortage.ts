/**
 * A process that runs out of file descriptors before the simulator's threads are started, for tests:
 * prints what the simulator reports then, and when there are descriptors again.
 */
import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { parseSimulationRequest } from '../parse/request.ts';
import { simulationCase } from '../resolve/cases.ts';
import { createSimulator } from '../simulator.ts';
import { testPrices } from './prices.ts';
import { noonProfile, ownDataBody } from './requests.ts';

await import('piscina');
const simulator = createSimulator(pino({ enabled: false }), { retryMs: 100 });
const prices = testPrices();
const body = ownDataBody({ pv: { monthly_profile: noonProfile(3) } });
const ask = () => {
  const houseCase = simulationCase(parseSimulationRequest(body), prices);
  return simulator.answer({ kind: 'simulation', houseCase }).catch(({ code }) => code);
};

const taken: number[] = [];
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch {
  await simulator.warmUp();
  console.log(simulator.ready(), await ask());
}
for (const file of taken) closeSync(file);
while (!simulator.ready()) await wait(20);
console.log(simulator.ready(), JSON.parse(await ask()).model.dispatch);
await simulator.close();
