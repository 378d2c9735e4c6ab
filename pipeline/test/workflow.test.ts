import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { PROJECT } from '../../schemas/project.ts';

interface Job {
  strategy?: { matrix: { part?: string[]; target?: string[] } };
  steps: { uses?: string; run?: string }[];
}

const FOLDER = join(PROJECT, '.github/workflows');
const jobs: Job[] = readdirSync(FOLDER).flatMap((name) => {
  const workflow: { jobs: Record<string, Job> } = parse(readFileSync(join(FOLDER, name), 'utf8'));
  return Object.values(workflow.jobs);
});
const scripts = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => (run ? [run] : [])));
const matrix = (key: 'part' | 'target') =>
  jobs.flatMap(({ strategy }) => strategy?.matrix[key] ?? []);

test('every step of a workflow uses an action or runs a script that bash can read', () => {
  assert.ok(scripts.length >= 10);
  for (const { uses, run } of jobs.flatMap(({ steps }) => steps))
    assert.ok((uses === undefined) !== (run === undefined));
  for (const script of scripts) {
    // GitHub puts its own expressions in before bash reads the script
    const input = script.replaceAll(/\$\{\{[^}]*\}\}/g, '0');
    const { status, stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
    assert.equal(status, 0, `${script}: ${stderr}`);
  }
});

test("what the workflows make are the Makefile's targets, and their parts those of .ci/run", () => {
  const makefile = readFileSync(join(PROJECT, 'Makefile'), 'utf8');
  const made = scripts.flatMap((script) =>
    Array.from(script.matchAll(/make -C \w+ ([a-z-]+)/g), ([, target]) => target),
  );
  const targets = [...made, ...matrix('target').map((words) => words.split(' ')[0])];
  assert.ok(targets.length >= 6);
  const [, commands = ''] = /^COMMANDS := ((?:.*\\\n)*.*)$/m.exec(makefile) ?? [];
  for (const target of targets)
    if (!commands.split(/[\s\\]+/).includes(target))
      assert.match(makefile, new RegExp(`^${target}:`, 'm'));
  const run = readFileSync(join(PROJECT, '.ci/run'), 'utf8');
  assert.deepEqual(matrix('part'), ['check', 'test 1/2', 'test 2/2', 'pages']);
  for (const part of matrix('part'))
    assert.match(run, new RegExp(`^  ${part.split(' ')[0]}\\) `, 'm'));
});
