/**
 * Writes the examples of the OpenAPI document (schemas/examples): the roof of the requests that have
 * one, and the answer to each example request of schemas/openapi.yaml, which is sent to a service of
 * its own on the artifacts of ARTIFACTS.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { simulatedYear } from '#engine/house/simulated-year.ts';
import { bundleOpenapi } from '../../../schemas/generate/bundle-openapi.ts';
import {
  type ExampleRequest,
  exampleRequests,
} from '../../../schemas/generate/example-requests.ts';
import { formatJson } from '../../../schemas/generate/format-json.ts';
import type { PvYield, SimulationRequest } from '../../../schemas/types.ts';
import { SERVICE, startProgram } from '../../test/start-program.ts';
import { EXAMPLE_ROOF, exampleProfile } from './example-roof.ts';

const EXAMPLES = new URL('../../../schemas/examples/', import.meta.url);

const service = await startProgram([SERVICE]);
try {
  await writeRoof(service.base);
  for (const example of exampleRequests(bundleOpenapi())) {
    await writeAnswer(service.base, example);
  }
} finally {
  await service.stop();
}

async function writeRoof(base: string): Promise<void> {
  const texts = Object.entries(EXAMPLE_ROOF).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(Object.fromEntries(texts));
  const answer = (await answerOf(base, 'GET', `/api/v1/pv-yield?${query}`)) as PvYield;
  const monthly_profile = exampleProfile(answer.monthly_kwh_kwp, simulatedYear(null));
  for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.request.json'))) {
    const request: SimulationRequest = JSON.parse(readFileSync(new URL(file, EXAMPLES), 'utf8'));
    write(file, { ...request, pv: { monthly_profile } });
  }
}

async function writeAnswer(base: string, example: ExampleRequest): Promise<void> {
  const { operationId, name, method, url, body } = example;
  write(`${operationId}.${name}.json`, await answerOf(base, method, url, body));
}

async function answerOf(
  base: string,
  method: string,
  url: string,
  body?: string,
): Promise<unknown> {
  const response = await fetch(base + url, { method, body: body ?? null });
  if (response.status === 200) return response.json();
  throw new Error(`${method} ${url} answers ${response.status}: ${await response.text()}`);
}

function write(file: string, value: unknown): void {
  writeFileSync(new URL(file, EXAMPLES), formatJson(value));
  console.log(`Wrote schemas/examples/${file}`);
}
