/**
 * Writes the examples of the OpenAPI document (schemas/examples): the roof that its requests have,
 * and the answer to each example request of schemas/openapi.paths.json, which is sent to a service
 * of its own on the artifacts of ARTIFACTS.
 */
import { writeFileSync } from 'node:fs';
import { type ExampleRequest, exampleRequests } from '../../schemas/example-requests.ts';
import { formatJson } from '../../schemas/format-json.ts';
import type { PvYield } from '../../schemas/types.ts';
import { EXAMPLE_ROOF, exampleProfile } from './example-roof.ts';
import { runService } from './run-service.ts';

const SCHEMAS = new URL('../../schemas/', import.meta.url);

const service = await runService();
try {
  await writeRoof(service.base);
  for (const example of exampleRequests()) await writeAnswer(service.base, example);
} finally {
  await service.stop();
}

async function writeRoof(base: string): Promise<void> {
  const texts = Object.entries(EXAMPLE_ROOF).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(Object.fromEntries(texts));
  const answer = (await answerOf(base, 'GET', `/api/v1/pv-yield?${query}`)) as PvYield;
  write('examples/roof-profile.json', exampleProfile(answer.monthly_kwh_kwp));
}

async function writeAnswer(base: string, example: ExampleRequest): Promise<void> {
  const { method, url, body, answerFile } = example;
  if (answerFile === undefined) return;
  write(answerFile, await answerOf(base, method, url, body));
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
  writeFileSync(new URL(file, SCHEMAS), formatJson(value));
  console.log(`Wrote schemas/${file}`);
}
