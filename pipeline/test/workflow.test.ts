import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { PROJECT } from '../files/file-record.ts';

interface Step {
  name?: string;
  uses?: string;
  run?: string;
}

const workflow: {
  on: { pull_request: { paths: string[] } };
  permissions: Record<string, string>;
  env: { RECIPE: string };
  jobs: { verdict: { steps: Step[] } };
} = parse(readFileSync(join(PROJECT, 'pipeline/versions/workflow.yml'), 'utf8'));
const steps = workflow.jobs.verdict.steps;
const scripts = steps.flatMap(({ run }) => (run ? [run] : []));

test('a change of the recipe starts the workflow, with no right but to comment', () => {
  assert.ok(workflow.on.pull_request.paths.includes('**/recipe*.json'));
  assert.deepEqual(workflow.permissions, { contents: 'read', 'pull-requests': 'write' });
  readFileSync(join(PROJECT, workflow.env.RECIPE));
});

test('every step uses an action or runs a script that bash can read', () => {
  assert.ok(scripts.length >= 6);
  for (const { uses, run } of steps) assert.ok((uses === undefined) !== (run === undefined));
  for (const script of scripts) {
    // GitHub puts its own expressions in before bash reads the script
    const input = script.replaceAll(/\$\{\{[^}]*\}\}/g, '0');
    const { status, stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
    assert.equal(status, 0, `${script}: ${stderr}`);
  }
});

test("what the scripts make are the Makefile's targets", () => {
  const makefile = readFileSync(join(PROJECT, 'Makefile'), 'utf8');
  const targets = scripts.flatMap((script) =>
    [...script.matchAll(/make -C \w+ ([a-z-]+)/g)].map(([, target]) => target),
  );
  assert.deepEqual(targets, ['artifacts', 'artifacts', 'diff', 'verdict']);
  for (const target of targets) assert.match(makefile, new RegExp(`^${target}:`, 'm'));
});
