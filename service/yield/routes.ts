import compression from 'compression';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { allowOnly, unavailable } from '../errors.ts';
import { isKnown, weakTag } from '../etag.ts';
import { jsonBody, readBody } from '../json-body.ts';
import type { RateLimits } from '../limits.ts';
import { type CallCounter, callCounter } from '../rate-limits.ts';
import { sendJson } from '../send.ts';
import { batchJson, parseBatch } from './batch.ts';
import type { YieldDataset } from './dataset.ts';
import { matrixJson } from './matrix.ts';
import { metaOf } from './meta.ts';
import { parseLookupQuery, parseMatrixQuery } from './query.ts';
import { assertCovered, pvYieldJson } from './response.ts';

const BATCH_ADVICE = ' Many points fit in one batch call, which costs one lookup.';
const MATRIX_ADVICE = ' Single lookups have a limit of their own.';
const META_ADVICE = ' Keep the answer: it is good for a day.';

/** Routes below /api/v1/pv-yield. */
export function yieldRoutes(
  loaded: { pvYield: YieldDataset | null },
  checkKey: RequestHandler,
  limits: RateLimits,
  baseUrl: string,
): Router {
  const router = Router();
  const lookups = callCounter('lookups', limits.lookups, BATCH_ADVICE);
  const matrices = callCounter('matrix-calls', limits.matrix, MATRIX_ADVICE);
  const metas = callCounter('meta-calls', limits.meta, META_ADVICE);

  router.get('/', checkKey, lookups.count, (request: Request, response: Response) => {
    const input = parseLookupQuery(request.query);
    const data = datasetOf(loaded);
    assertCovered(data.artifact, input.lat, input.lng);
    const tag = weakTag('lookup', data.dataset.version, input);
    answer(request, response, lookups, tag, () => pvYieldJson(data, input));
  });
  router.get(
    '/matrix',
    checkKey,
    matrices.count,
    compression(),
    (request: Request, response: Response) => {
      const input = parseMatrixQuery(request.query);
      const data = datasetOf(loaded);
      assertCovered(data.artifact, input.lat, input.lng);
      const tag = weakTag('matrix', data.dataset.version, input);
      answer(request, response, matrices, tag, () => matrixJson(data, input));
    },
  );
  router.post(
    '/batch',
    checkKey,
    lookups.count,
    compression(),
    readBody,
    (request: Request, response: Response) => {
      const items = parseBatch(jsonBody(request));
      const data = datasetOf(loaded);
      const tag = weakTag('batch', data.dataset.version, items);
      answer(request, response, lookups, tag, () => batchJson(data, items));
    },
  );
  router.get('/meta', checkKey, metas.count, (request: Request, response: Response) => {
    const data = datasetOf(loaded);
    const tag = weakTag('meta', data.dataset.version, limits, baseUrl);
    answer(request, response, metas, tag, () => JSON.stringify(metaOf(data, limits, baseUrl)));
  });
  router.all(['/', '/matrix', '/meta'], allowOnly('GET, HEAD'));
  router.all('/batch', allowOnly('POST'));
  return router;
}

/** Sends the answer of that tag, or 304 when the caller has it, whose unit goes back. */
function answer(
  request: Request,
  response: Response,
  counter: CallCounter,
  tag: string,
  json: () => string,
): void {
  if (isKnown(request, response, tag)) {
    counter.giveBack(request, response);
    response.status(304).end();
  } else {
    sendJson(response, json());
  }
}

function datasetOf(loaded: { pvYield: YieldDataset | null }): YieldDataset {
  if (loaded.pvYield) return loaded.pvYield;
  throw unavailable('dataset_unavailable');
}
