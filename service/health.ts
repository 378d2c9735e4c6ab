import { Router } from 'express';
import { allowOnly } from './errors.ts';
import type { Loaded } from './loaded.ts';

/** /livez: the process answers. /readyz: everything is loaded and it is not on its way out; a warning fails neither. */
export function healthRoutes(loaded: Loaded, draining: () => boolean): Router {
  const router = Router();
  router.get('/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', (_request, response) => {
    const parts = { pv_yield: loaded.pvYield !== null, prices: loaded.prices !== null };
    const ready = parts.pv_yield && parts.prices && !draining();
    response.status(ready ? 200 : 503).set('Cache-Control', 'no-store');
    const status = ready ? 'ready' : draining() ? 'draining' : 'incomplete';
    const { warning } = loaded;
    response.json({ status, ...parts, ...(warning ? { warning } : {}) });
  });
  router.all(['/livez', '/readyz'], allowOnly('GET, HEAD'));
  return router;
}
