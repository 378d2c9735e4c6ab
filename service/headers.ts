import cors from 'cors';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

/** Security headers of an API: nothing in its answers is a page, and any site may read them. */
const security = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: { action: 'deny' },
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** Open to every origin; pages may read what callers need beside the body. */
const openCors = cors({
  exposedHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'X-Request-Id'],
  methods: ['GET', 'HEAD', 'POST'],
  maxAge: 86_400,
});

/** Answers preflights. */
export const preflight: RequestHandler = (request, response, next) =>
  request.method === 'OPTIONS' ? openCors(request, response, next) : next();

/** Puts the headers on every answer that are the same for all: recorded once, as the libraries set them. */
export function constantHeaders(): RequestHandler {
  const recorded = [...recordedHeaders(security), ...recordedHeaders(openCors)];
  return (_request, response, next) => {
    for (const [name, value] of recorded) response.setHeader(name, value);
    next();
  };
}

function recordedHeaders(
  middleware: (request: Request, response: Response, next: () => void) => void,
): Map<string, string> {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    getHeader: () => undefined,
    removeHeader: () => undefined,
  };
  middleware({ method: 'GET', headers: {} } as Request, recorder as unknown as Response, () => {});
  return headers;
}
