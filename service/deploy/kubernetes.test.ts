/** kubernetes.yml held against the published schemas of its kinds, and against what is in the project. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { SETTINGS } from '../server/config.ts';

const KINDS = [Deployment, Job, PodDisruptionBudget, Service];
const text = readFileSync(new URL('kubernetes.yml', import.meta.url), 'utf8');

/** Throws at a value of a wrong type and at a missing field; fields that a schema does not know pass. */
function check(yaml: string): string[] {
  return parseAllDocuments(yaml, { strict: true }).map((document) => {
    assert.deepEqual(document.errors, []);
    const value = document.toJS();
    const kind = KINDS.find((model) => model.is(value));
    assert.ok(kind, `${value.apiVersion} ${value.kind}`);
    new kind(value).validate();
    return `${value.kind} ${value.metadata.name}`;
  });
}

test('every document is of its kind, and what is of a wrong type is found', () => {
  assert.deepEqual(check(text), [
    'Deployment sun',
    'Service sun',
    'PodDisruptionBudget sun',
    'Deployment sun-build-worker',
    'Job sun-build',
  ]);
  for (const [right, wrong] of [
    ['replicas: 2', 'replicas: two'],
    ['backoffLimit: 4', 'backoffLimit: { most: 4 }'],
    ['name: worker\n', 'title: worker\n'],
    ['restartPolicy: OnFailure', 'restartPolicy: [OnFailure]'],
  ]) {
    assert.ok(text.includes(right), right);
    assert.throws(() => check(text.replace(right, wrong)), wrong);
  }
});

test('scripts and settings that it names are there', () => {
  const scripts = text.match(/pipeline\/[\w-]+\.ts/g) ?? [];
  assert.ok(scripts.length >= 2);
  for (const script of scripts) {
    assert.ok(existsSync(fileURLToPath(new URL(`../../${script}`, import.meta.url))), script);
  }
  for (const [, name] of text.matchAll(/- \{ name: ([A-Z_]+),/g)) {
    assert.ok(name in SETTINGS, name);
  }
});
