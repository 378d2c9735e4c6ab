import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { COMMANDS } from '../../schemas/commands/commands.mjs';
import {
  programOf,
  readCommand,
  usageOfTargets,
  wordsOfTarget,
} from '../../schemas/commands/read-command.mjs';
import { PROJECT } from '../../schemas/project.ts';
import { IS_WHOLE } from '../../schemas/test/run-size.ts';

const read = (words: string) => readCommand(words.split(' ').filter(Boolean), COMMANDS, 'sun');

test('every command has a file or a make target, describes its options and refuses others', () => {
  const names = Object.keys(COMMANDS);
  assert.ok(names.length >= 20);
  for (const [name, { program, needs = [], options }] of Object.entries(COMMANDS)) {
    assert.ok(program ? existsSync(join(PROJECT, program)) : needs.length === 1, name);
    const help = read(`${name} --help`);
    assert.ok('print' in help && help.code === 0);
    for (const option of Object.keys(options))
      assert.ok(help.print.includes(`--${option} `), option);
    const wrong = read(`${name} --no-such-option=1`);
    assert.ok('print' in wrong && wrong.code === 2, name);
    assert.match(wrong.print, /^error: Unknown option '--no-such-option'.* Try: sun .* --help$/);
  }
});

test('commands that documents and programs show are in the table', () => {
  const words = ['grep', '-oE', '\\bnpx sun [a-z][a-z-]*', '--', '*.md', '*.ts'];
  const { stdout } = spawnSync('git', words, { cwd: PROJECT, encoding: 'utf8' });
  const shown = stdout.trim().split('\n');
  assert.ok(shown.length >= 5);
  for (const one of shown) assert.ok(Object.hasOwn(COMMANDS, one.split('npx sun ')[1]), one);
});

for (const [words, message] of [
  ['', /^error: no command given, expected one of serve, /],
  ['rof', /^error: unknown command "rof", did you mean "roof"\? Try: sun --help$/],
  ['srve', /"srve", did you mean "serve"\?/],
  ['s', /^error: unknown command "s", expected one of serve, /],
  ['constructor', /^error: unknown command "constructor"/],
  [
    'serve --port abc',
    /^error: --port is "abc", expected a port from 0 to 65535, for example 3000\./,
  ],
  [
    'roof --lng 16',
    /^error: --lat is missing, expected for example 59\.61\. Try: sun roof --help$/,
  ],
  [
    'roof --lat 59,6 --lng 16 --faces 27/100/5',
    /^error: --lat is "59,6", expected degrees from -90 to 90/,
  ],
  ['build --workers 0', /^error: --workers is "0", expected a whole number from 1/],
  [
    'build --shard 1',
    /^error: --shard is "1", expected I\/N with I from 1 to N and N up to 500, for example 1\/4\./,
  ],
  ['roof --lat 59 --lng 16 --faces 27/100', /^error: --faces is "27\/100", expected tilt/],
  [
    'integrations key --org A',
    /^error: --org is "A", expected lower-case letters, digits and hyphens, for example solfirman\./,
  ],
  ['roof --lat= --lng=16 --faces=27/100/5', /^error: --lat is missing/],
  ['recipe', /^error: --from is missing, expected for example data\./],
  ['static --out /', /^error: --out is "\/", expected a path that does not exist yet/],
  ['package x', /^error: Unexpected argument 'x'/],
  ['inspect', /^error: no file is named\. Try: sun inspect --help$/],
] as const) {
  test(`"${words}" is refused`, () => {
    const wrong = read(words);
    assert.ok('print' in wrong && wrong.code === 2);
    assert.match(wrong.print, message);
  });
}

test('a program gets its options as words, or from the environment where it takes them so', () => {
  const key = read('key --file keys.txt --label Shop');
  assert.ok(!('print' in key));
  const { words } = programOf(key.command, key.values);
  assert.deepEqual(words, ['--file=keys.txt', '--label=Shop']);
  const build = read('build --force --workers 3');
  assert.ok(!('print' in build));
  assert.deepEqual(programOf(build.command, build.values).words, ['--force', '--workers=3']);
  const serve = read('serve --port 0');
  assert.ok(!('print' in serve));
  assert.deepEqual(programOf(serve.command, serve.values), { words: [], env: { PORT: '0' } });
});

/** Runs `sun` from a folder that has nothing else: no packages, no Makefile. */
function callAlone(words: string[], env = {}) {
  const folder = testFolder();
  for (const path of ['service/commands', 'schemas/commands'])
    cpSync(join(PROJECT, path), join(folder, path), { recursive: true });
  const { MAKELEVEL: _, ...own } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'service/commands/sun.mjs'), ...words],
    { encoding: 'utf8', env: { ...own, ...env } },
  );
  assert.deepEqual(readdirSync(folder), ['schemas', 'service']);
  return { status, stdout, stderr };
}

test('arguments are checked before anything is installed, and named as they were given', () => {
  assert.equal(callAlone(['roof', '--help']).status, 0);
  assert.match(callAlone(['--help']).stdout, /^Usage: sun <command>/);
  const wrong = callAlone(['roof', '--lat', 'x']);
  assert.deepEqual([wrong.status, wrong.stdout], [2, '']);
  assert.match(wrong.stderr, /^error: --lat is "x"/);
  const failed = callAlone(['validate']);
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /error: make install failed, see above\.\n$/);
  assert.match(callAlone(['roof'], { MAKELEVEL: '1' }).stderr, /^error: LAT is missing/);
});

test('a target of make takes the options of its command from variables', () => {
  const variables = { ARTIFACTS: 'a', FORCE: '1', SHARD: '', LAT: '59', CONFIRM: '0' };
  const given = (target: string) =>
    wordsOfTarget(target, COMMANDS, variables).filter((word) => !word.endsWith('='));
  assert.deepEqual(given('artifacts'), ['build', '--out=a', '--force']);
  assert.deepEqual(given('replay'), ['replay', '--lat=59', '--artifacts=a']);
  assert.deepEqual(given('integrations-key'), ['integrations', 'key']);
});

test('every target of make that is a command is in the table', () => {
  const makefile = readFileSync(join(PROJECT, 'Makefile'), 'utf8');
  const [, list = ''] = /^COMMANDS := ((?:.*\\\n)*.*)$/m.exec(makefile) ?? [];
  const targets = list.split(/[\s\\]+/).filter(Boolean);
  const usage = usageOfTargets(targets, COMMANDS);
  assert.equal(usage.split('\n').length, targets.length);
  const ofMake = new Set(['serve', 'config', 'integrations', 'inspect', 'integrations config']);
  assert.equal(targets.length, Object.keys(COMMANDS).filter((name) => !ofMake.has(name)).length);
});

/** A use of each command that fails behind the check of its arguments: a file or a setting is missing. */
const FAILING: Record<string, [words: string, env?: Record<string, string>]> = {
  serve: ['', { API_KEYS_FILE: 'none.txt' }],
  roof: ['--lat 59.61 --lng 16.55 --faces 27/100/5 --artifacts none'],
  replay: ['--lat 59.61 --lng 16.55 --pv none.csv'],
  link: ['--inputs none.json', { LINK_SECRETS: `a:${'A'.repeat(43)}=` }],
  build: ['--recipe none.json'],
  'build-distributed': ['', { REDIS_URL: '' }],
  'build-worker': ['', { REDIS_URL: '' }],
  recipe: ['--from none'],
  fetch: ['--recipe none.json'],
  validate: ['--recipe none.json'],
  inspect: ['none.tif'],
  cell: ['--lat 59.61 --lng 16.55 --recipe none.json'],
  diff: ['--a none.bin --b none.bin'],
  verdict: ['--a none --b none'],
  'check-version': ['--recipe none.json'],
  export: ['--artifacts none'],
  report: ['--artifacts none'],
  static: ['--artifacts none --out out'],
  served: ['--artifacts none --out out'],
  package: ['--artifacts none'],
  publish: ['', { ARTIFACTS_URL: '' }],
  rollback: ['--to 0.6.0', { ARTIFACTS_URL: '' }],
  key: ['--label a --file none/keys.txt'],
  integrations: ['', { ORGANISATIONS_FILE: '' }],
  'integrations setup': ['--org a', { ORGANISATIONS_FILE: '' }],
  'integrations check': ['', { ORGANISATIONS_FILE: 'none.json' }],
};
/** These read nothing that could be missing. */
const NEVER = ['config', 'integrations config', 'integrations key', 'integrations demo'];
/** Programs that make runs for the commands without one of their own. */
const PROCESSES: Record<string, string> = {
  serve: 'service/main.ts',
  integrations: 'service/integrations/main.ts',
};
/** One of each kind: the servers, a build, readers of a recipe and of a dataset, the store, the integrations. */
const USUAL = [
  'serve',
  'integrations',
  'build',
  'validate',
  'diff',
  'publish',
  'integrations check',
];
const runFile = promisify(execFile);

const TRIED = IS_WHOLE ? Object.keys(FAILING) : USUAL;
test(`${TRIED.length} commands that fail end with 1 and one error`, {
  concurrency: 4,
}, async (t) => {
  assert.deepEqual([...Object.keys(FAILING), ...NEVER].sort(), Object.keys(COMMANDS).sort());
  const cwd = testFolder();
  await Promise.all(
    TRIED.map((name) => {
      const [words, env] = FAILING[name];
      return t.test(name, async () => {
        const { code, stderr } = await failed(name, words, { ...process.env, ...env }, cwd);
        assert.equal(code, 1, stderr);
        assert.equal(stderr.match(/^error: /gm)?.length, 1, stderr);
        assert.doesNotMatch(stderr, /^ +at /m);
      });
    }),
  );
  assert.deepEqual(readdirSync(cwd), []);
});

/** Runs a command's program as sun.mjs does, without what it installs and builds first. */
async function failed(
  name: string,
  words: string,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<{ code?: number; stderr: string }> {
  const given = read(`${name} ${words}`);
  assert.ok(!('print' in given), words);
  const program = programOf(given.command, given.values, given.operands);
  const file = join(PROJECT, given.command.program ?? PROCESSES[name]);
  const args = ['--import', import.meta.resolve('tsx'), file, ...program.words];
  return runFile(process.execPath, args, { cwd, env: { ...env, ...program.env } }).then(
    () => assert.fail(`${name} did not fail`),
    (error) => error,
  );
}
