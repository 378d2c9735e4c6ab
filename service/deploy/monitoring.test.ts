/** The dashboard and the alerts ask for measures that there are, in PromQL that Prometheus reads. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import express from 'express';
import pino from 'pino';
import { Registry } from 'prom-client';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { createSimulator } from '../api/simulation/simulator.ts';
import { createHttpServer } from '../http/http-server.ts';
import { createIntegrationsMetrics } from '../integrations/metrics.ts';
import { openStore } from '../integrations/store/sqlite.ts';
import { ENCRYPTION } from '../integrations/test/organisation.ts';
import {
  createMetrics,
  measureArtifactStore,
  measureConnections,
  measureStore,
} from '../server/metrics.ts';
import { PATIENCE_MS, testLoaded } from '../test/service.ts';
import dashboard from './grafana.json' with { type: 'json' };

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const alerts = readFileSync(here('alerts.yml'), 'utf8');
const promtool = (...words: string[]) => spawnSync('promtool', words, { encoding: 'utf8' });
const skip = promtool('--version').status !== 0 && 'needs promtool (Debian: prometheus)';

/** Names of the measures of both processes. */
async function measuredNames(): Promise<string[]> {
  const simulator = createSimulator(pino({ enabled: false }), { deadlineMs: PATIENCE_MS });
  const droppedLines = () => 0;
  const service = createMetrics({ loaded: testLoaded(), simulator, droppedLines });
  measureConnections(createHttpServer(express()), service);
  measureStore(() => false, service);
  measureArtifactStore(service, { awaySinceS: 0 });
  const storePath = join(testFolder(), 'store.db');
  const store = await openStore(storePath, ENCRYPTION);
  const integrations = new Registry();
  const now = () => new Date();
  const measured = { organisations: { current: [] }, store, now, droppedLines };
  createIntegrationsMetrics(measured, integrations);
  await store.close();
  return [service.registry, integrations].flatMap((registry) =>
    registry.getMetricsAsArray().map(({ name }) => name),
  );
}

/** Names of measures in a text, without what a histogram adds. */
function namesIn(text: string): string[] {
  const names = text.match(/\b(?:sun|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_bucket$/, '')))];
}

test('every measure that dashboard and alerts name is there, and every one of ours is on the dashboard', async () => {
  const known = await measuredNames();
  for (const name of [...namesIn(JSON.stringify(dashboard)), ...namesIn(alerts)]) {
    assert.ok(known.includes(name), name);
  }
  const shown = namesIn(JSON.stringify(dashboard));
  const ours = known.filter((name) => name.startsWith('sun_') && name !== 'sun_simulation_slots');
  assert.ok(ours.length >= 15);
  for (const name of ours) assert.ok(shown.includes(name), `${name} is on no panel`);
});

test('promtool reads the alerts, and they go off when they should', { skip }, () => {
  for (const words of [
    ['check', 'rules', here('alerts.yml')],
    ['test', 'rules', here('alerts.test.yml')],
  ]) {
    const { status, stdout, stderr } = promtool(...words);
    assert.equal(status, 0, stdout + stderr);
  }
});

test("promtool reads every panel's question", { skip }, () => {
  const questions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  assert.ok(questions.length >= 12);
  const rules = questions.map((expr, i) => ({ record: `question${i}`, expr }));
  const folder = testFolder();
  // JSON is YAML.
  writeFileSync(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'x', rules }] }));
  const { status, stdout, stderr } = promtool('check', 'rules', join(folder, 'rules.yml'));
  assert.equal(status, 0, stdout + stderr);
});
