/**
 * `make release VERSION=1.2.0`: checks, writes version and changelog, commits and tags. It pushes nothing. It refuses a
 * tree with changes of its own, and undoes what it wrote when the commit fails.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../schemas/project.ts';
import { releaseChangelog } from './changelog.ts';

const CHANGELOG = join(PROJECT, 'CHANGELOG.md');
/** The client is released under the project's version. */
const CLIENT = 'service/pages/sdk/package';
const WRITTEN = ['CHANGELOG.md', 'package.json', 'package-lock.json', `${CLIENT}/package.json`];

const [version = ''] = process.argv.slice(2);
try {
  release();
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exit(1);
}

function release(): void {
  const changes = run('git', 'status', '--porcelain');
  if (changes !== '')
    throw new Error(`The tree has changes of its own; commit or remove them first:\n${changes}`);
  const today = new Date().toISOString().slice(0, 10);
  const changelog = releaseChangelog(readFileSync(CHANGELOG, 'utf8'), version, today);
  execFileSync('make', ['check'], { cwd: PROJECT, stdio: 'inherit' });
  try {
    run('npm', 'version', '--no-git-tag-version', version);
    run('npm', 'version', '--no-git-tag-version', '--prefix', CLIENT, version);
    writeFileSync(CHANGELOG, changelog);
    run('git', 'commit', '--quiet', '--message', `release: ${version}`, '--', ...WRITTEN);
    run('git', 'tag', `v${version}`);
  } catch (error) {
    run('git', 'checkout', '--quiet', '--', ...WRITTEN);
    throw error;
  }
  console.log(`v${version} is committed and tagged. To publish it: git push --follow-tags`);
}

function run(program: string, ...words: string[]): string {
  return execFileSync(program, words, { cwd: PROJECT, encoding: 'utf8' });
}
