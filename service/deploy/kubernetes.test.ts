/** The objects held against the project. CI holds them against their kinds' schemas (kubeconform). */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { PROJECT } from '../../schemas/project.ts';
import { INTEGRATIONS_SETTINGS } from '../integrations/config.ts';
import { readOrganisations } from '../integrations/organisations/organisations.ts';
import { SETTINGS } from '../server/config.ts';

const FILES = ['kubernetes.yml', 'kubernetes-integrations.yml', 'kubernetes-builds.yml'];
const texts = FILES.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'));

type Parsed = ReturnType<typeof JSON.parse>;

function read(yaml: string): Parsed[] {
  return parseAllDocuments(yaml, { strict: true }).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS();
  });
}

const objects = read(texts.join('---\n'));
const named = (kind: string, name: string): Parsed =>
  objects.find((value) => value.kind === kind && value.metadata.name === name);
/** Pods: their labels, and the specification of each. */
const pods = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');

test('each process has the settings that are its own, and commands that are there', () => {
  for (const { metadata, spec } of pods) {
    const settings = metadata.name === 'sun-integrations' ? INTEGRATIONS_SETTINGS : SETTINGS;
    const [{ env, command = [] }] = spec.template.spec.containers;
    for (const { name } of env) assert.ok(name in settings, name);
    for (const script of command.filter((word: string) => /^pipeline\/.*\.ts$/.test(word)))
      assert.ok(existsSync(join(PROJECT, script)), script);
  }
  const { command } = named('Deployment', 'sun-integrations').spec.template.spec.containers[0];
  assert.deepEqual(command, ['node', 'dist/integrations.js']);
  const file = join(testFolder(), 'organisations.json');
  writeFileSync(file, named('ConfigMap', 'sun-organisations').data['organisations.json']);
  assert.equal(readOrganisations(file, {}, null).length, 1);
});
