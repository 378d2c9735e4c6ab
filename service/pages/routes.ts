import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import etag from 'etag';
import { type RequestHandler, Router } from 'express';
import { allowOnly } from '../http/api-error.ts';
import { matches } from '../http/etag.ts';

const PAGE = '/docs/api';

const require = createRequire(import.meta.url);

/** What the page needs; Swagger UI's icons are data: images. Everything else is refused. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const SVG = 'image/svg+xml';

/** The documentation page, from this server alone, and the way to it from the root. */
export function docsRoutes(): Router {
  const router = Router();
  const swaggerUi = (file: string) => readFileSync(require.resolve(`swagger-ui-dist/${file}`));
  const own = (file: string) => readFileSync(new URL(file, import.meta.url));
  router.get(PAGE, file(HTML, own('page.html')));
  router.get(`${PAGE}/init.js`, file(SCRIPT, own('init.js')));
  router.get(`${PAGE}/favicon.svg`, file(SVG, own('favicon.svg')));
  router.get(`${PAGE}/swagger-ui.css`, file(CSS, swaggerUi('swagger-ui.css')));
  router.get(`${PAGE}/swagger-ui-bundle.js`, file(SCRIPT, swaggerUi('swagger-ui-bundle.js')));
  router.get('/', (_request, response) => response.redirect(PAGE));
  router.all(['/', PAGE], allowOnly('GET, HEAD'));
  return router;
}

/** Answers with a file held in memory, or 304 when the caller has it. */
function file(type: string, content: Buffer): RequestHandler {
  const tag = etag(content);
  return (request, response) => {
    response.set({
      'Content-Type': type,
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'public, max-age=3600',
      'X-Content-Type-Options': 'nosniff',
      ETag: tag,
    });
    if (matches(request.headers['if-none-match'], tag)) response.status(304).end();
    else response.send(content);
  };
}
