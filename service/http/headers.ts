import cors from 'cors';
import type { Request, Response } from 'express';
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
  // Of this host alone: others of the operator are none of our business.
  strictTransportSecurity: { includeSubDomains: false },
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: { action: 'deny' },
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** Open to every origin; pages may read what callers need beside the body. Answers preflights. */
export const openCors = cors({
  exposedHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'X-Request-Id'],
  methods: ['GET', 'HEAD', 'POST'],
  maxAge: 86_400,
});

/** Headers that every answer has: recorded once, as the libraries set them. */
const CONSTANT = [...recordedHeaders(security), ...recordedHeaders(openCors)];

/** Puts the headers on an answer that all answers have. */
export function setConstantHeaders(response: Response): void {
  for (const [name, value] of CONSTANT) response.setHeader(name, value);
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
