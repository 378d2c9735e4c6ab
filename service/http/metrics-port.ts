import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Source of the measures: a registry of prom-client, of one process or of several. */
export interface Measures {
  contentType: string;
  metrics(): Promise<string>;
}

export interface MetricsAddress {
  host: string;
  port: number;
}

/**
 * Serves the measures at /metrics, apart from what the world sees. Resolves with its URL when it listens.
 * @throws Error when it cannot listen there
 */
export async function openMetricsPort(
  { host, port }: MetricsAddress,
  measures: Measures,
): Promise<string> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end('The measures are at /metrics.\n');
      return;
    }
    try {
      const text = await measures.metrics();
      response.writeHead(200, { 'Content-Type': measures.contentType }).end(text);
    } catch (error) {
      response.writeHead(500).end(`${(error as Error).message}\n`);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Error(`Measures: cannot listen on ${host}:${port}: ${error.message}`)),
    );
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  // Nobody who asks here holds up the exit.
  server.unref();
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`;
}
