/** The objects held against each other and the project. CI holds them against their kinds' schemas (kubeconform). */
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
const [text, integrations, builds] = FILES.map((name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8'),
);
const whole = [text, integrations, builds].join('---\n');

type Parsed = ReturnType<typeof JSON.parse>;

function read(yaml: string): Parsed[] {
  return parseAllDocuments(yaml, { strict: true }).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS();
  });
}

const objects = read(whole);
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
  const [{ env, volumeMounts }] = named('Deployment', 'sun-integrations').spec.template.spec
    .containers;
  const { value } = env.find(({ name }: Parsed) => name === 'ERASURES_FILE');
  const { name } = volumeMounts.find((mount: Parsed) => value.startsWith(`${mount.mountPath}/`));
  const { volumes } = named('Deployment', 'sun-integrations').spec.template.spec;
  const { persistentVolumeClaim } = volumes.find((volume: Parsed) => volume.name === name);
  assert.ok(
    named('PersistentVolumeClaim', persistentVolumeClaim.claimName),
    'erasures outlive a pod',
  );
  const file = join(testFolder(), 'organisations.json');
  writeFileSync(file, named('ConfigMap', 'sun-organisations').data['organisations.json']);
  assert.equal(readOrganisations(file, {}, null).length, 1);
});

test('every pod is shut in: nobody, no token, a root that is not written to, a policy for the network', () => {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  for (const { metadata, spec } of pods) {
    const { securityContext, containers, initContainers = [], ...pod } = spec.template.spec;
    assert.ok(securityContext.runAsNonRoot && pod.automountServiceAccountToken === false);
    for (const { securityContext: own, resources } of [...containers, ...initContainers]) {
      assert.ok(own.readOnlyRootFilesystem && !own.allowPrivilegeEscalation, metadata.name);
      assert.ok(resources.limits.memory);
    }
    const { app } = spec.template.metadata.labels;
    const ofPod = policies.filter(({ spec: { podSelector } }) => {
      const { matchLabels, matchExpressions = [] } = podSelector;
      return matchLabels?.app === app || matchExpressions[0]?.values.includes(app);
    });
    assert.deepEqual(
      ofPod.map((policy) => policy.spec.policyTypes),
      [['Ingress', 'Egress']],
      app,
    );
  }
});

test('one hop is trusted where only the ingress may come in, and nowhere a network', () => {
  for (const name of ['sun', 'sun-integrations']) {
    const { env, ports } = named('Deployment', name).spec.template.spec.containers[0];
    const trusted = env.find((one: Parsed) => one.name === 'TRUST_PROXY');
    assert.equal(trusted.value, '1');
    const { ingress } = named('NetworkPolicy', name).spec;
    const toHttp = ingress.filter((rule: Parsed) => rule.ports[0].port === 'http');
    assert.equal(toHttp.length, 1);
    const [{ from }] = toHttp;
    assert.equal(from.length, 1);
    assert.ok(from[0].namespaceSelector && from[0].podSelector, 'both, of one and the same pod');
    const known = ports.map((port: Parsed) => port.name);
    for (const rule of ingress) assert.ok(known.includes(rule.ports[0].port));
  }
  assert.doesNotMatch(whole, /TRUST_PROXY, value: "[\d.]+\/\d/);
});

test('services, ingresses, the autoscaler, the budget and spread mean pods that there are', () => {
  for (const name of ['sun', 'sun-integrations']) {
    const { spec } = named('Deployment', name);
    const labels = spec.template.metadata.labels;
    assert.deepEqual(spec.selector.matchLabels, labels);
    assert.deepEqual(named('Service', name).spec.selector, labels);
    const [rule] = named('Ingress', name).spec.rules;
    assert.equal(rule.http.paths[0].backend.service.name, name);
    const [{ env }] = spec.template.spec.containers;
    const baseUrl = env.find((one: Parsed) => one.name === 'BASE_URL');
    if (baseUrl) assert.equal(baseUrl.value, `https://${rule.host}`);
    const delay = env.find((one: Parsed) => one.name === 'DRAIN_DELAY_MS').value;
    assert.ok(spec.template.spec.terminationGracePeriodSeconds > Number(delay) / 1000 + 7);
  }
  // The integrations are one process.
  const { spec } = named('Deployment', 'sun').spec.template;
  const { labels } = named('Deployment', 'sun').spec.template.metadata;
  assert.deepEqual(named('PodDisruptionBudget', 'sun').spec.selector.matchLabels, labels);
  const spread: Parsed[] = spec.topologySpreadConstraints;
  assert.deepEqual(
    spread.map((one) => one.topologyKey),
    ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'],
  );
  for (const one of spread) assert.deepEqual(one.labelSelector.matchLabels, labels);
  const { scaleTargetRef, minReplicas } = named('HorizontalPodAutoscaler', 'sun').spec;
  assert.ok(named(scaleTargetRef.kind, scaleTargetRef.name) && minReplicas >= 2);
  const { replicas } = named('Deployment', 'sun').spec;
  assert.equal(replicas, undefined, 'a number here would undo what the autoscaler has set');
  for (const { spec } of pods)
    for (const { persistentVolumeClaim } of spec.template.spec.volumes)
      if (persistentVolumeClaim)
        assert.ok(named('PersistentVolumeClaim', persistentVolumeClaim.claimName));
});
