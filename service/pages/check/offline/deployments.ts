/** The service as a browser reaches it: it can go away, and come back as another deployment. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The mark that the second deployment's script leaves on the page. */
export const SECOND = 'document.documentElement.dataset.deployment';

/** A way to the service that is switched. */
export interface Deployments {
  base: string;
  /** Nobody answers. */
  stop(): void;
  /** Answers, as the first deployment or the second: its explorer's script has another name, and the first's is gone. */
  start(isSecond: boolean): void;
  close(): void;
}

const SCRIPT = /explorer\.\w+\.js/g;
const OTHER = 'explorer.SECOND22.js';

/** @param service scheme, host and port */
export async function deploymentsOf(service: string): Promise<Deployments> {
  const state = { isUp: true, isSecond: false, script: '' };
  const html = await (await fetch(`${service}/?l=sv`)).text();
  state.script = html.match(SCRIPT)?.[0] ?? '';
  const server = createServer((request, response) => {
    if (!state.isUp) request.socket.destroy();
    else pass(service, state, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      state.isUp = false;
      server.closeAllConnections();
    },
    start(isSecond) {
      Object.assign(state, { isUp: true, isSecond });
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function pass(
  service: string,
  { isSecond, script }: { isSecond: boolean; script: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '/';
  if (isSecond && path.includes(script)) return void response.writeHead(404).end();
  const own = isSecond ? path.replace(OTHER, script) : path;
  // Whole each time, and as it is.
  const { host: _, 'accept-encoding': __, 'if-none-match': ___, ...headers } = request.headers;
  const answer = await fetch(service + own, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    redirect: 'manual',
    ...(request.method === 'POST' ? { body: await buffer(request) } : {}),
  });
  for (const [name, value] of answer.headers)
    if (!/^(content-(encoding|length)|etag|transfer-encoding|connection)$/.test(name))
      response.setHeader(name, value);
  response.writeHead(answer.status);
  const body = Buffer.from(await answer.arrayBuffer());
  if (!isSecond) return void response.end(body);
  if (own !== path) return void response.end(`${body};${SECOND}='2';`);
  const isText = answer.headers.get('content-type')?.startsWith('text/html');
  response.end(isText ? body.toString().replace(SCRIPT, OTHER) : body);
}
