/** What of the images can be read off the Containerfile; `make check` lints it, image.long.test.ts runs its steps. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { until } from '../test/service.ts';
import { launchProgram, SERVICE } from '../test/start-program.ts';
import { PROJECT, readStages, type Step, skipWithoutRoot } from './image.test-kit.ts';

const linesOf = (path: string): string[] =>
  readFileSync(join(PROJECT, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const stages = readStages();
const lastOf = (steps: Step[], keyword: string): Step | undefined =>
  steps.findLast((step) => step.keyword === keyword);

test('what git ignores, keys and databases among it, goes into no image', () => {
  const ignored = linesOf('.dockerignore');
  for (const line of linesOf('.gitignore')) {
    // Without a slash inside git means every folder, an image's context its root alone.
    const isAnywhere = !/.\/./.test(line);
    assert.ok(ignored.includes(isAnywhere ? `**/${line}` : line), line);
  }
});

test('two targets are of one base that a build may name by its digest, the one that serves the last', () => {
  assert.deepEqual([...stages.keys()], ['build', 'serve']);
  const [first] = linesOf('service/deploy/Containerfile');
  assert.match(first, /^ARG BASE=docker\.io\/library\/node:\d+-\w+-slim$/);
  for (const [name, [from]] of stages) assert.equal(from?.text, `\${BASE} AS ${name}`);
});

test('what is copied is there, and each runs as nobody that owns it', () => {
  const copies = [...stages.values()].flat().filter(({ text }) => !text.startsWith('--from'));
  for (const { keyword, words } of copies)
    if (keyword === 'COPY')
      for (const path of words.slice(0, -1)) assert.ok(existsSync(join(PROJECT, path)), path);
  for (const steps of stages.values()) {
    assert.equal(lastOf(steps, 'USER')?.text, 'node');
    const user = steps.findLastIndex(({ keyword }) => keyword === 'USER');
    assert.ok(user > steps.findLastIndex(({ keyword }) => /^(COPY|RUN)$/.test(keyword)));
    const [program, ...words] = lastOf(steps, 'CMD')?.words ?? [];
    assert.equal(program, 'node');
    const script = words.at(-1) ?? '';
    if (!script.startsWith('dist/')) assert.ok(existsSync(join(PROJECT, script)), script);
  }
});

test('the image makes it process 1, which a SIGHUP that it does not handle yet does not end', {
  skip: skipWithoutRoot,
}, async () => {
  const [program, script] = lastOf(stages.get('serve') ?? [], 'CMD')?.words ?? [];
  assert.deepEqual([program, script], ['node', 'dist/service.cjs']);
  const words = ['--pid', '--fork', '--kill-child', process.execPath, SERVICE];
  const { child, pid, log, listening, stop } = launchProgram(words, {
    node: 'unshare',
    env: { ARTIFACTS: testFolder() },
  });
  const inner = () => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  await until(() => inner() !== '' || child.exitCode !== null, 'it is started');
  process.kill(Number(inner()), 'SIGHUP');
  assert.ok(await listening, log.join('\n'));
  await stop();
});

test('the image that serves is labelled, is asked for its health, and listens beyond itself', () => {
  const steps = stages.get('serve') ?? [];
  const labels = lastOf(steps, 'LABEL')?.text ?? '';
  for (const name of ['title', 'description', 'licenses', 'version', 'revision', 'base.name'])
    assert.match(labels, new RegExp(`org\\.opencontainers\\.image\\.${name}="[^"]+"`));
  assert.match(lastOf(steps, 'HEALTHCHECK')?.text ?? '', /--timeout=\d+s .*\/livez/);
  const memory = ['MALLOC_ARENA_MAX=2', 'MALLOC_TRIM_THRESHOLD_=131072'];
  assert.deepEqual(lastOf(steps, 'ENV')?.words, ['NODE_ENV=production', 'HOST=*', ...memory]);
  const build = lastOf(stages.get('build') ?? [], 'ENV')?.words;
  assert.deepEqual(build, ['NODE_ENV=production', ...memory]);
  assert.deepEqual(lastOf(steps, 'EXPOSE')?.words, ['3000', '3100']);
});
