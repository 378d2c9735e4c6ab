import type { Express, Request, Response } from 'express';
import { batchJson, parseBatch } from '#engine/yield/batch.ts';
import { WEATHER } from '#engine/yield/cell-data.ts';
import { checkCovered, type LoadedData, loadedYield } from '#engine/yield/dataset.ts';
import { parseSeries } from '#engine/yield/parse.ts';
import { matrixJson, pvYieldJson } from '#engine/yield/response.ts';
import { answer, compressed, sendAsciiJson } from '../../http/answer.ts';
import { weakTag } from '../../http/etag.ts';
import type { CallLimits } from '../../http/guards/limits.ts';
import { callCounter } from '../../http/guards/rate-limits.ts';
import { allowOnly } from '../../http/http-error.ts';
import { jsonBody } from '../../http/json-body.ts';
import type { SharedMiddleware } from '../../http/shared-middleware.ts';
import { lookupTag } from './lookup-tag.ts';
import { metaOf } from './meta.ts';
import { parseLookupQuery, parseMatrixQuery } from './query.ts';

const BATCH_ADVICE = ' Many points fit in one batch call, which costs one lookup.';
const MATRIX_ADVICE = ' Single lookups have a limit of their own.';

const PATH = '/api/v1/pv-yield';

/** Adds the routes below /api/v1/pv-yield. */
export function addYieldRoutes(
  app: Express,
  loaded: LoadedData,
  { loadedFirst, checkKey, readBody, metas, stores }: SharedMiddleware,
  limits: CallLimits,
  baseUrl: string,
): void {
  const lookups = callCounter('lookups', limits.lookups, BATCH_ADVICE, stores);
  const matrices = callCounter('matrix-calls', limits.matrix, MATRIX_ADVICE, stores);

  app.get(PATH, checkKey, lookups, (request: Request, response: Response) => {
    const input = parseLookupQuery(request.query);
    const data = loadedYield(loaded);
    checkCovered(data, input);
    const tag = lookupTag(data, input);
    answer(request, response, tag, () => pvYieldJson(data, input), sendAsciiJson);
  });
  app.get(
    `${PATH}/matrix`,
    checkKey,
    matrices,
    compressed,
    (request: Request, response: Response) => {
      const input = parseMatrixQuery(request.query);
      const data = loadedYield(loaded);
      checkCovered(data, input);
      const tag = weakTag('matrix', data.dataset.version, JSON.stringify(input));
      answer(request, response, tag, () => matrixJson(data, input));
    },
  );
  app.post(
    `${PATH}/batch`,
    checkKey,
    lookups,
    compressed,
    readBody,
    (request: Request, response: Response) => {
      const items = parseBatch(jsonBody(request));
      const data = loadedYield(loaded);
      const tag = weakTag('batch', data.dataset.version, JSON.stringify(items));
      answer(request, response, tag, () => batchJson(data, items));
    },
  );
  app.post(
    `${PATH}/series`,
    loadedFirst,
    checkKey,
    lookups,
    readBody,
    async (request: Request, response: Response) => {
      const input = parseSeries(jsonBody(request));
      const data = loadedYield(loaded);
      checkCovered(data, input);
      const { prices } = loaded;
      if (input.horizonDeg) await response.locals.counted?.consume(response);
      // The zone depends on the prices.
      const versions = [WEATHER, data.dataset.version, prices?.header.dataset_version];
      const tag = weakTag('series', ...versions, JSON.stringify(input));
      // Its kernels would hold up the start.
      const { seriesJson } = await import('#engine/yield/series.ts');
      answer(request, response, tag, () => seriesJson(data, prices, input));
    },
  );
  app.get(`${PATH}/meta`, checkKey, metas, (request: Request, response: Response) => {
    const data = loadedYield(loaded);
    const tag = weakTag('meta', data.dataset.version, JSON.stringify(limits), baseUrl);
    answer(request, response, tag, () => JSON.stringify(metaOf(data, limits, baseUrl)));
  });
  app.all([PATH, `${PATH}/matrix`, `${PATH}/meta`], allowOnly('GET, HEAD'));
  app.all([`${PATH}/batch`, `${PATH}/series`], allowOnly('POST'));
}
