/** Costs of bodies that are made to cost: how long each holds the event loop, and /livez next to three. */
import { gzipSync } from 'node:zlib';
import { median } from 'd3-array';
import { MAX_BODY_BYTES } from '../../http/guards/limits.ts';
import { LOOKUP, startServer } from './bench-http.ts';

const ROUNDS = 15;

/** Bodies of up to 2 MB: some are refused by counting, the others are the dearest that are parsed. */
const BODIES: Record<string, string> = {
  '170 000 names': `{${listOf(170_000, (i) => `"k${i}":0`)}}`,
  'a million [': `${'['.repeat(1_000_000)}]`,
  '230 000 texts in an array': `{"pv":[${listOf(230_000, (i) => `"${i.toString(36)}"`)}]}`,
  'a million zeros': `{"pv":{"hourly_kwh":[${listOf(1_000_000, () => '0')}]}}`,
  '350 000 zeros': `{"pv":{"hourly_kwh":[${listOf(350_000, () => '0')}]}}`,
  '90 000 numbers of 22 digits': `{"pv":{"hourly_kwh":[${listOf(87_000, () => '1.7976931348623157e-308')}]}}`,
  'a text of 2 MB': `{"pv":"${'x'.repeat(MAX_BODY_BYTES - 10)}"}`,
  'a text of escapes': `{"pv":"${'\\u00e9'.repeat(340_000)}"}`,
  '350 000 wrong sizes': `{"pv":{"monthly_profile":[]},"compare":{"sizes_kwh":[${listOf(350_000, () => '-1')}]}}`,
};

/** Prints the figures. */
export async function benchBodies(): Promise<void> {
  const service = await startServer('service');
  try {
    await (await fetch(service.base + LOOKUP)).arrayBuffer();
    for (const [name, text] of Object.entries(BODIES)) {
      const body = gzipSync(text);
      const alone = await slowestLivez(service.base, body, 1);
      const beside = await slowestLivez(service.base, body, 3);
      console.log(
        `  ${name.padEnd(28)}${alone.toFixed(0).padStart(5)} ms beside one (limit 80)${beside.toFixed(0).padStart(5)} ms beside three (limit 150)`,
      );
    }
  } finally {
    await service.stop();
  }
}

/** Median over some rounds of the slowest answer of /livez while so many bodies are answered. */
async function slowestLivez(base: string, body: Buffer, bodies: number): Promise<number> {
  const slowest = [];
  for (let round = 0; round < ROUNDS; round++) {
    let waiting = true;
    const posts = Array.from({ length: bodies }, () => post(base, body));
    const all = Promise.all(posts).then(() => {
      waiting = false;
    });
    let longestMs = 0;
    while (waiting) {
      const beganMs = performance.now();
      await (await fetch(`${base}/livez`)).arrayBuffer();
      longestMs = Math.max(longestMs, performance.now() - beganMs);
    }
    await all;
    slowest.push(longestMs);
  }
  return median(slowest) ?? Number.NaN;
}

async function post(base: string, body: Buffer): Promise<void> {
  const response = await fetch(`${base}/api/v1/simulation/battery-strategies`, {
    method: 'POST',
    headers: { 'content-encoding': 'gzip' },
    body: new Uint8Array(body),
  });
  await response.arrayBuffer();
  if (response.status !== 422) throw new Error(`A body answers ${response.status}, expected 422.`);
}

function listOf(length: number, item: (i: number) => string): string {
  return Array.from({ length }, (_, i) => item(i)).join(',');
}
