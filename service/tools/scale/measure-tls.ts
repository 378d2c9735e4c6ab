import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/free-port.ts';
import { childrenOf, processorMs } from '../../test/process-figures.ts';
import { isListening } from '../../test/redis.ts';
import { until } from '../../test/service.ts';

const RUNS = 3;
const SECONDS = 3;

/**
 * Processor time of nginx for a connection with a whole TLS 1.3 handshake, microseconds: the least of runs of
 * `openssl s_time`, with a key of P-256, as certificates have them by default today.
 */
export async function measureTls(parent: string): Promise<{ tlsUs: number }> {
  const folder = mkdtempSync(join(parent, 'tls-'));
  const port = await freePort();
  const [key, certificate] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', key, '-out', certificate, '-subj', '/CN=localhost', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...files], { stdio: 'ignore' });
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, key, certificate));
  const options = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  const nginx = spawn('nginx', options, { stdio: 'ignore' });
  try {
    await until(() => isListening(port), 'nginx listens');
    const [worker] = childrenOf(nginx.pid ?? 0);
    let tlsUs = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS; run++) {
      const beforeMs = processorMs(worker);
      const connections = connectOften(port);
      tlsUs = Math.min(tlsUs, (1000 * (processorMs(worker) - beforeMs)) / connections);
    }
    return { tlsUs: Math.round(tlsUs) };
  } finally {
    nginx.kill('SIGTERM');
  }
}

function connectOften(port: number): number {
  const words = ['s_time', '-connect', `127.0.0.1:${port}`, '-new', '-time', `${SECONDS}`];
  const said = execFileSync('openssl', words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [, count] = /(\d+) connections in \d+ real seconds/.exec(said) ?? [];
  if (!count) throw new Error(`openssl s_time counted no connections: ${said}`);
  return Number(count);
}

function configuration(folder: string, port: number, key: string, certificate: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `${what}_temp_path ${join(folder, what)};`)
    .join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr;
events { worker_connections 256; }
http { ${temporary} access_log off;
  server { listen 127.0.0.1:${port} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};
    ssl_protocols TLSv1.2 TLSv1.3; return 204; } }`;
}
