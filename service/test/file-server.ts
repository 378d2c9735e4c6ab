/** A folder on a real file server, nginx, for comparisons and tests. Ending it is the caller's. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { launchNginx } from './nginx.ts';
import { until } from './until.ts';

/** How a server differs from one that gives ranges of files as they are. */
export interface ServerWays {
  /** Whether it gives ranges. Without it every answer is the whole file. */
  ranges?: boolean;
  /** Lines of a configuration for it, in the place of none. */
  lines?: string;
}

/** A running server. */
export interface FileServer {
  base: string;
  /** Statuses of its answers so far. Its log is waited for. */
  statuses(): Promise<number[]>;
  stop(): void;
}

/** Path that is asked for until the server answers, and is not counted: the log is later than the answer. */
const PROBE = '/nothing';

/** Path that is asked for behind others: when it is in the log, so are they. */
const MARK = '/mark';

/** Serves a folder. */
export async function serveFolder(folder: string, ways: ServerWays = {}): Promise<FileServer> {
  const own = mkdtempSync(join(tmpdir(), 'file-server-'));
  const port = await freePort();
  const log = join(own, 'access.log');
  const nginx = launchNginx(own, configuration(folder, log, port, ways));
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
    async statuses() {
      await fetch(base + MARK);
      marks++;
      const marked = () => linesOf(log).filter((line) => line.endsWith(MARK)).length;
      await until(() => marked() >= marks, 'the log has all answers');
      const lines = linesOf(log).filter((line) => !line.endsWith(MARK));
      return lines.map((line) => Number(line.split(' ')[0]));
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

function configuration(folder: string, log: string, port: number, ways: ServerWays): string {
  return `log_format count '$status $uri'; map $uri $isCounted { ${PROBE} 0; default 1; }
  access_log ${log} count if=$isCounted;
  types { text/html html; text/javascript js mjs; text/css css; application/json json; image/svg+xml svg; }
  default_type application/octet-stream;
  ${ways.ranges === false ? 'max_ranges 0;' : ''}
  server { listen 127.0.0.1:${port}; root ${folder}; ${ways.lines ?? 'add_header Access-Control-Allow-Origin *;'} }`;
}
