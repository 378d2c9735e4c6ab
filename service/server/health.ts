import { Router } from 'express';
import type { Simulator } from '../api/simulation/simulator.ts';
import { MODEL_VERSION } from '../http/etag.ts';
import { allowOnly } from '../http/http-error.ts';
import type { Loaded } from './loaded.ts';

/** Versions of what answers. Null is not loaded. */
function versionsOf({ pvYield, prices }: Loaded) {
  return {
    pv_yield: pvYield?.dataset.version ?? null,
    prices: prices?.header.dataset_version ?? null,
    model: MODEL_VERSION,
  };
}

/**
 * /livez: the process answers. /readyz: everything that the build has is loaded, the simulator's threads run and it is not
 * on its way out. Loaded artifacts are verified ones. Of which versions they are, whether of one build, and whether newer
 * ones could not be loaded, fails neither.
 */
export function healthRoutes(
  loaded: Loaded,
  simulator: Simulator,
  draining: () => boolean,
): Router {
  const router = Router();
  router.get('/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', (_request, response) => {
    const parts = {
      pv_yield: loaded.pvYield !== null,
      prices: loaded.prices !== null,
      simulator: simulator.ready(),
    };
    const needed = { ...parts, prices: parts.prices || loaded.withoutPrices };
    const ready = Object.values(needed).every(Boolean) && !draining();
    response.status(ready ? 200 : 503).set('Cache-Control', 'no-store');
    const status = ready ? 'ready' : draining() ? 'draining' : 'incomplete';
    const { warning, notLoaded } = loaded;
    response.json({
      status,
      ...parts,
      ...(loaded.withoutPrices ? { without_prices: true } : {}),
      versions: versionsOf(loaded),
      one_build: loaded.pvYield && loaded.prices ? warning === null : null,
      ...(warning ? { warning } : {}),
      ...(notLoaded ? { not_loaded: notLoaded } : {}),
    });
  });
  router.all(['/livez', '/readyz'], allowOnly('GET, HEAD'));
  return router;
}
