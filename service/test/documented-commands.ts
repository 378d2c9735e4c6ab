/** The commands that a document shows with what they print, for tests that run them. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface DocumentedCommand {
  command: string;
  /** Output that the document shows below it. '' where it shows none. */
  shown: string;
}

/** The commands in the console fences of a section, in their order. */
export function commandsOf(section: string): DocumentedCommand[] {
  return [...section.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, fence]) =>
    fence.split(/^\$ /m).slice(1).map(splitOutput),
  );
}

/** A command goes on until the shell finds it complete. What follows is what it prints. */
function splitOutput(session: string): DocumentedCommand {
  const lines = session.trimEnd().split('\n');
  for (let end = 1; end <= lines.length; end++) {
    const command = lines.slice(0, end).join('\n');
    if (spawnSync('bash', ['-n', '-c', command]).status === 0) {
      return { command, shown: lines.slice(end).join('\n') };
    }
  }
  throw new Error(`The shell does not find this complete:\n${session}`);
}

/** Without a terminal, curl counts what it gets. */
const QUIET = 'curl() { command curl --silent --show-error "$@"; }';
const END = '--- end of a documented command ---';
const DEADLINE_MS = 240_000;

/** Output of each command, run one after another in one shell. Its standard error follows. */
export async function runDocumented(
  commands: readonly DocumentedCommand[],
  cwd: string,
  env: Record<string, string>,
): Promise<string[]> {
  const script = commands.map(({ command }) => `{ ${command}\n} 2>&1\necho; echo '${END}'`);
  const shell = spawn('bash', ['-o', 'pipefail', '-c', [QUIET, ...script].join('\n')], {
    cwd,
    // A reader's make is no part of the one that runs the tests.
    env: { ...process.env, MAKELEVEL: undefined, MAKEFLAGS: undefined, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: DEADLINE_MS,
  });
  const printed = (await text(shell.stdout)).split(`\n${END}\n`);
  assert.equal(printed.length, commands.length + 1, 'the shell ended before the last command');
  return printed.slice(0, -1);
}

const NUMBER = /-?\d+(?:\.\d+)?/g;

/** Equal but for the last digit of numbers, for blanks, and for what the document leaves out with "...". */
export function assertPrinted({ command, shown }: DocumentedCommand, printed: string): void {
  const difference = `${command}\nprinted:\n${printed}\nthe document shows:\n${shown}`;
  const pattern = shown
    .trim()
    .split(/\s*\.\.\.\s*/)
    .map(patternOf)
    .join('[\\s\\S]*?');
  const found = new RegExp(`^${pattern}$`).exec(printed.trim());
  assert.ok(found, difference);
  const numbers = shown.match(NUMBER) ?? [];
  for (const [i, number] of numbers.entries()) {
    assert.ok(Math.abs(Number(found[i + 1]) - Number(number)) < 0.011, `${number}: ${difference}`);
  }
}

function patternOf(text: string): string {
  const words = text.split(/\s+/).map((word) =>
    word
      .split(NUMBER)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join(`(${NUMBER.source})`),
  );
  return words.join('\\s+');
}
