/** The audit log: every call of a key that went well, and how an organisation reads it. */
import { type RequestHandler, type Response, Router } from 'express';
import type { AuditList } from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import type { IntegrationsParts } from '../parts.ts';
import { type AuditedCall, auditAfter, recordChange } from '../store/audit.ts';
import { keyOf, organisationOf } from './access.ts';
import { wholeNumberOf } from './request-values.ts';

/** GET /audit */
export function auditRoutes({ store, readLog }: IntegrationsParts): Router {
  const router = Router();
  router
    .route('/audit')
    .get(async (request, response) => {
      const after = wholeNumberOf(request, 'after', 0);
      await readLog.flush();
      const db = store.of(organisationOf(response).id);
      response.json((await auditAfter(db, after)) satisfies AuditList);
    })
    .all(allowOnly('GET, HEAD'));
  return router;
}

/** The parts of one call: what it changes is on disk together with its entry, or neither is. */
export function audited<Parts extends Pick<IntegrationsParts, 'store' | 'now'>>(
  parts: Parts,
  response: Response,
): Parts {
  const { store, now } = parts;
  return {
    ...parts,
    store: {
      ...store,
      change: (org, work) =>
        store.change(org, async (change) => {
          const result = await work(change);
          await recordChange(change, callOf(response, now()));
          response.locals.isAudited = true;
          return result;
        }),
    },
  };
}

/** Notes every call that went well and has no entry yet: those that read. */
export function noteReads({ readLog, now }: IntegrationsParts): RequestHandler {
  return (_request, response, next) => {
    response.on('finish', () => {
      if (response.statusCode >= 400 || response.locals.isAudited) return;
      readLog.note(organisationOf(response).id, callOf(response, now()));
    });
    next();
  };
}

function callOf(response: Response, now: Date): AuditedCall {
  const { method, route, params } = response.req;
  const path = String(route.path).replace(/:(\w+)/g, '{$1}');
  return {
    key: keyOf(response).label,
    action: `${method} ${path}`,
    subject: Object.values(params).join('/'),
    at: now.toISOString(),
  };
}
