/** A site of another origin, as an installer has it: a page with the configurator, and what takes the leads. */
import { text } from 'node:stream/consumers';
import { type Listening, listen } from '../../test/listen.ts';

export const SINK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** A lead that was delivered, as `/received` lists them. */
export interface Delivery {
  body: string;
  headers: Record<string, string>;
}

/** Starts the site on a free port. @param base gives the service's address */
export function startInstaller(base: () => string): Promise<Listening> {
  const received: Delivery[] = [];
  return listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/hook') {
      received.push({
        body: await text(request),
        headers: request.headers as Record<string, string>,
      });
      response.writeHead(204).end();
      return;
    }
    if (pathname === '/received') {
      response.end(JSON.stringify(received));
      return;
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page(base(), pathname.slice(1), searchParams.get('l') ?? 'sv'));
  });
}

/** The installer's page, as /docs/sdk shows how to make one. It keeps the events that it gets. */
const page = (base: string, slug: string, language: string) => `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Solkraft</title><main><h1>Solkraft</h1><div id="solar"></div></main>
<script>window.events = [];</script>
<script src="${base}/sdk/v1.js"></script>
<script>SunOverSweden.mount({ slug: '${slug}', target: '#solar', locale: '${language}',
  prefill: { street: 'Stora gatan 1', city: 'Västerås' }, onEvent: (event) => events.push(event) });</script>`;
