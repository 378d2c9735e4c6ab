/** A copy of the project with another default in its schemas: answers and contract both follow. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { PROJECT } from '../../schemas/project.ts';
import type { PvYield } from '../../schemas/types.ts';
import { writeBuild } from './build-folder.ts';
import { ITEM, LOOKUP } from './service.ts';
import { startProgram } from './start-program.ts';

const GENERATED = ['openapi.json', 'checks/quick-checks.ts', 'checks/filling-checks.ts'];
const LOSS = { committed: 0.14, changed: 0.1 };

/** Copies the sources, changes the default in the common schema and generates what depends on it. */
function changedProject(): string {
  const copy = testFolder();
  for (const name of ['package.json', 'schemas', 'pipeline', 'service', 'fixtures'])
    cpSync(join(PROJECT, name), join(copy, name), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
  const schema = join(copy, 'schemas/common.schema.json');
  const before = readFileSync(schema, 'utf8');
  const after = before.replace(`"default": ${LOSS.committed}`, `"default": ${LOSS.changed}`);
  assert.notEqual(after, before);
  writeFileSync(schema, after);
  for (const file of GENERATED) {
    const build = ['--import', 'tsx', 'schemas/generate/build.ts', `schemas/${file}`];
    execFileSync(process.execPath, build, { cwd: copy, stdio: 'pipe' });
  }
  return copy;
}

/** Starts the service from the sources of a project. @returns its address */
async function startFrom(project: string, artifacts: string): Promise<string> {
  const [signals, main] = ['http/signals.mjs', 'main.ts'].map((file) =>
    join(project, 'service', file),
  );
  const words = ['--import', signals, '--import', 'tsx', main];
  const service = await startProgram(words, { env: { ARTIFACTS: artifacts } });
  after(() => service.stop());
  return service.base;
}

test('another default loss in the common schema moves answers and contract together', async () => {
  const artifacts = testFolder();
  await writeBuild(artifacts, '1.2.3');
  const base = await startFrom(changedProject(), artifacts);
  const json = async (path: string, init?: RequestInit) =>
    JSON.parse(await (await fetch(base + path, init)).text());

  const usual: PvYield = await json(LOOKUP);
  const given: PvYield = await json(`${LOOKUP}&system_loss=${LOSS.committed}`);
  assert.equal(usual.input.system_loss, LOSS.changed);
  assert.equal(usual.model.system_loss_default, LOSS.changed);
  const factor = (1 - LOSS.changed) / (1 - LOSS.committed);
  assert.ok(Math.abs(usual.annual_kwh_kwp - given.annual_kwh_kwp * factor) < 0.02);

  const matrix = await json('/api/v1/pv-yield/matrix?lat=59.13&lng=15.29');
  assert.equal(matrix.input.system_loss, LOSS.changed);
  const body = JSON.stringify({ items: [ITEM] });
  const headers = { 'content-type': 'application/json' };
  const batch = await json('/api/v1/pv-yield/batch', { method: 'POST', headers, body });
  assert.deepEqual(batch.results[0].input, usual.input);
  assert.equal(batch.results[0].annual_kwh_kwp, usual.annual_kwh_kwp);

  const contract = await json('/api/v1/pv-yield/openapi.json');
  assert.equal(contract.components.schemas.SystemLoss.default, LOSS.changed);
});
