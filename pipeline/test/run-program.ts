/** Programs as their users run them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from '../../schemas/project.ts';

const HOW = { cwd: PROJECT, encoding: 'utf8' } as const;

/** Runs a program of the project. */
export function runProgram(path: string, words: string[], input = '') {
  const args = ['--import', 'tsx', join(PROJECT, path), ...words];
  return spawnSync(process.execPath, args, { ...HOW, input });
}

/** Runs a target of make, without installing. */
export function runMake(target: string, ...variables: string[]) {
  const words = ['-s', '-o', 'node_modules/.package-lock.json', target, ...variables];
  return spawnSync('make', words, HOW);
}
