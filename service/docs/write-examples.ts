/**
 * Writes the example answers of the OpenAPI document (schemas/examples): each example request of
 * schemas/openapi.paths.json is sent to a service of its own, on the artifacts of ARTIFACTS.
 */
import { writeFileSync } from 'node:fs';
import { type ExampleRequest, exampleRequests } from '../../schemas/example-requests.ts';
import { formatJson } from '../../schemas/format-json.ts';
import { runService } from './run-service.ts';

const SCHEMAS = new URL('../../schemas/', import.meta.url);

const service = await runService();
try {
  for (const example of exampleRequests()) await writeAnswer(service.base, example);
} finally {
  await service.stop();
}

async function writeAnswer(base: string, example: ExampleRequest): Promise<void> {
  const { method, url, body, answerFile } = example;
  if (answerFile === undefined) return;
  const response = await fetch(base + url, { method, body: body ?? null });
  if (response.status !== 200) {
    throw new Error(`${method} ${url} answers ${response.status}: ${await response.text()}`);
  }
  writeFileSync(new URL(answerFile, SCHEMAS), formatJson(await response.json()));
  console.log(`Wrote schemas/${answerFile}`);
}
