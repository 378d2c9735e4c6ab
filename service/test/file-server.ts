/** A folder on a real file server, nginx, for comparisons and tests. Ending it is the caller's. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** How a server differs from one that gives ranges of files as they are. */
export interface ServerWays {
  /** Whether it gives ranges. Without it every answer is the whole file. */
  ranges?: boolean;
  /** Whether it compresses files on their way, which ends its ranges of them. */
  gzip?: boolean;
  /** Lines of a configuration for it, in the place of none. */
  lines?: string;
}

/** A running server. */
export interface FileServer {
  base: string;
  pid: number;
  /** Answers so far: status and bytes of the body that were sent, as the server counts them. Its log is waited for. */
  answers(): Promise<{ status: number; bytes: number }[]>;
  stop(): void;
}

/** Path that is asked for until the server answers, and is not counted: the log is later than the answer. */
const PROBE = '/nothing';

/** Path that is asked for behind others: when it is in the log, so are they. */
const MARK = '/mark';

/** Reason to skip what needs it. False if it can run. */
export const withoutNginx =
  spawnSync('nginx', ['-v']).status !== 0 && 'needs nginx (Debian: nginx-light)';

/** Serves a folder. */
export async function serveFolder(folder: string, ways: ServerWays = {}): Promise<FileServer> {
  const own = mkdtempSync(join(tmpdir(), 'file-server-'));
  const port = await freePort();
  const log = join(own, 'access.log');
  writeFileSync(join(own, 'nginx.conf'), configuration(folder, own, port, ways));
  const options = ['-p', own, '-e', 'stderr', '-c', join(own, 'nginx.conf')];
  const nginx: ChildProcess = spawn('nginx', options, { stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  const isThere = () =>
    fetch(base + PROBE).then(
      () => true,
      () => false,
    );
  await until(isThere, 'the file server answers');
  let marks = 0;
  return {
    base,
    pid: nginx.pid ?? 0,
    async answers() {
      await fetch(base + MARK);
      marks++;
      const marked = () => linesOf(log).filter((line) => line.endsWith(MARK)).length;
      await until(() => marked() >= marks, 'the log has all answers');
      const lines = linesOf(log).filter((line) => !line.endsWith(MARK));
      return lines.map((line) => {
        const [status, bytes] = line.split(' ').map(Number);
        return { status, bytes };
      });
    },
    stop() {
      nginx.kill('SIGTERM');
      rmSync(own, { recursive: true, force: true });
    },
  };
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').trim().split('\n').filter(Boolean);
}

function configuration(folder: string, own: string, port: number, ways: ServerWays): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `${what}_temp_path ${join(own, what)};`)
    .join('\n');
  // As root nginx would give its workers to somebody who cannot enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; worker_processes 1; pid ${join(own, 'pid')}; error_log stderr;
events { worker_connections 256; }
http { ${temporary}
  log_format count '$status $body_bytes_sent $uri'; map $uri $isCounted { ${PROBE} 0; default 1; }
  access_log ${join(own, 'access.log')} count if=$isCounted;
  types { text/html html; text/javascript js mjs; text/css css; application/json json; image/svg+xml svg; }
  default_type application/octet-stream;
  ${ways.ranges === false ? 'max_ranges 0;' : ''}
  ${ways.gzip ? 'gzip on; gzip_types application/octet-stream; gzip_min_length 1;' : ''}
  server { listen 127.0.0.1:${port}; root ${folder}; ${ways.lines ?? 'add_header Access-Control-Allow-Origin *;'} }
}`;
}
