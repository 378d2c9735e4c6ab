/**
 * The Containerfile's steps, one after the other as it stands, in a folder that is the root of their world: this
 * machine's programs lie in it, read-only, and nothing else of this machine. No engine is needed, but root is.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const tried = spawnSync('unshare', ['--mount', 'mount', '--bind', '/usr', '/mnt']);
/** Reason to skip a test that runs the steps; false if it can. */
export const skipWithoutRoot = tried.status !== 0 && 'needs root, to mount and chroot';

/** An instruction of a stage; a form in JSON is parsed. */
export interface Step {
  keyword: string;
  text: string;
  words: string[];
}

/** The instructions of each stage by its name. */
export function readStages(): Map<string, Step[]> {
  const text = readFileSync(join(PROJECT, 'service/deploy/Containerfile'), 'utf8');
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, '')
    .split('\n')
    .filter(Boolean);
  const stages = new Map<string, Step[]>();
  let stage: Step[] = [];
  for (const line of lines) {
    const [keyword = '', ...rest] = line.split(/ +/);
    const text = rest.join(' ');
    const array = /\[.*\]$/.exec(text)?.[0];
    const words: string[] = array ? JSON.parse(array) : rest;
    if (keyword === 'FROM') {
      stage = [];
      stages.set(words.at(-1) ?? '', stage);
    }
    stage.push({ keyword, text, words });
  }
  return stages;
}

/** Programs that fetch from elsewhere: packages of this machine and of this checkout stand in for what they would bring. */
const FETCHERS = ['apt-get', 'npm'];

/** Carries out the steps of the stage "build"; `root` then is what its image would have. */
export function runBuildSteps(root: string): void {
  for (const name of FETCHERS) {
    const path = join(root, 'stand-ins', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\necho "Not run: ${name} $*"\n`);
    chmodSync(path, 0o755);
  }
  let folder = '/';
  for (const { keyword, text, words } of readStages().get('build') ?? []) {
    if (keyword === 'WORKDIR') {
      folder = text;
      mkdirSync(join(root, folder, 'node_modules'), { recursive: true });
    } else if (keyword === 'COPY') {
      for (const name of words.slice(0, -1)) copyFromContext(name, join(root, folder));
    } else if (keyword === 'RUN') runInside(root, folder, text);
  }
}

/** What git knows or would take in: the image's context (.dockerignore leaves out the rest). */
function copyFromContext(name: string, folder: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', name];
  const files = execFileSync('git', list, { cwd: PROJECT, encoding: 'utf8' }).split('\0');
  for (const file of files.filter(Boolean))
    cpSync(join(PROJECT, file), join(folder, file), { preserveTimestamps: true });
}

/** Mounts that are gone with the process that made them. */
const MOUNTS = `
for name in bin sbin lib lib64; do
  [ -e "$ROOT/$name" ] || [ -L "$ROOT/$name" ] || [ ! -e "/$name" ] || cp -a "/$name" "$ROOT/$name"
done
for name in usr etc dev proc; do mkdir -p "$ROOT/$name" && mount --rbind "/$name" "$ROOT/$name"; done
mount -o remount,bind,ro "$ROOT/usr" && mount -o remount,bind,ro "$ROOT/etc"
mkdir -p "$ROOT/tmp" "$ROOT/opt/sun/node_modules"
mount --bind "$PACKAGES" "$ROOT/opt/sun/node_modules"
exec chroot "$ROOT" /bin/sh -c "cd $FOLDER && $COMMAND"`;

function runInside(root: string, folder: string, command: string): void {
  const { PATH = '' } = process.env;
  execFileSync('unshare', ['--mount', '--propagation', 'private', 'bash', '-euc', MOUNTS], {
    env: {
      PATH: `/stand-ins:${PATH}`,
      HOME: '/tmp',
      ROOT: root,
      FOLDER: folder,
      COMMAND: command,
      PACKAGES: join(PROJECT, 'node_modules'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Makes of the first image's world what the stage "serve" has: what was copied, Node and cp, and what these load. */
export function makeServeRoot(build: string, root: string): void {
  // The tests' own folders are their owner's alone.
  chmodSync(root, 0o755);
  const copies = (readStages().get('serve') ?? []).filter(({ keyword }) => keyword === 'COPY');
  for (const { words } of copies) {
    const [from = '', to = ''] = words.filter((word) => !word.startsWith('--'));
    cpSync(join(build, from), join(root, to), { recursive: true, mode: 0 });
  }
  const own = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.node'))
    .map((path) => join(root, path));
  const programs = { node: process.execPath, cp: '/bin/cp' };
  const loading = [...Object.values(programs), ...own];
  const listed = execFileSync('ldd', loading, { encoding: 'utf8' });
  for (const [, path] of listed.matchAll(/(?: => |^\t)(\/[^ ]+)/gm))
    cpSync(path, join(root, path), { dereference: true });
  for (const [name, path] of Object.entries(programs))
    cpSync(path, join(root, 'bin', name), { dereference: true });
}

/** Arguments of `unshare` that run a command in such a root as its image would: its folder, its user, who owns nothing there. */
export function insideOf(root: string, command: readonly string[]): string[] {
  const folder =
    readStages()
      .get('serve')
      ?.find(({ keyword }) => keyword === 'WORKDIR')?.text ?? '/';
  // Number of the user "node" in the base image.
  return ['--root', root, '--wd', folder, '--setuid', '1000', '--setgid', '1000', ...command];
}
