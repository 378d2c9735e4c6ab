/** A real nginx for tests, in the foreground, with all its files in a folder. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reason to skip what needs it. False if it can run. */
export const withoutNginx =
  spawnSync('nginx', ['-v']).status !== 0 && 'needs nginx (Debian: nginx-light)';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Starts it with the lines of its `http` block. Ending it is the caller's. */
export function launchNginx(folder: string, http: string): ChildProcess {
  const path = join(folder, 'nginx.conf');
  const temporary = TEMPORARY.map((what) => `${what}_temp_path ${join(folder, what)};`);
  // As root nginx would give its workers to somebody who cannot enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    path,
    `${user} daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr;
events { worker_connections 1024; }
http { ${temporary.join('\n')}\n${http}\n}`,
  );
  const options = ['-p', folder, '-e', 'stderr', '-c', path];
  const tried = spawnSync('nginx', [...options, '-t'], { encoding: 'utf8' });
  assert.equal(tried.status, 0, tried.stderr);
  return spawn('nginx', options, { stdio: 'ignore' });
}
