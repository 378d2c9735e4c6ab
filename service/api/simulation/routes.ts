import { type Request, type Response, Router } from 'express';
import { rangeCase, simulationCase, strategiesCase, verdictCase } from '#engine/answers.ts';
import { marketBody } from '#engine/simulation/answer/market.ts';
import { tariffsAnswer } from '#engine/simulation/answer/tariffs.ts';
import { cellWeight, comparisonCells, RANGE_CELLS } from '#engine/simulation/cell-weight.ts';
import { checkMarket, resolveMarket } from '#engine/simulation/resolve/market.ts';
import { swedishDay } from '#engine/swedish-day.ts';
import { type LoadedData, loadedPrices } from '#engine/yield/dataset.ts';
import { answer, compressAnswer, compressed, sendJson } from '../../http/answer.ts';
import { networkOf } from '../../http/caller.ts';
import { weakTag } from '../../http/etag.ts';
import { type CallLimits, FREE_REFUSALS } from '../../http/guards/limits.ts';
import { callCounter, rateLimit } from '../../http/guards/rate-limits.ts';
import { allowOnly } from '../../http/http-error.ts';
import { jsonBody } from '../../http/json-body.ts';
import type { SharedMiddleware } from '../../http/shared-middleware.ts';
import { parseMarketQuery, parseTariffsQuery } from './parse/queries.ts';
import type { Simulator } from './simulator.ts';
import type { SimulationJob } from './worker.ts';

const ADVICE = ' One battery-strategies call compares up to 25 batteries.';

const CELLS_ADVICE =
  ' A simulation costs one cell, a comparison sizes x strategies, a verdict two a battery, a range five, more under a long price list.';

/** A resolved request, and the cells that it costs. */
interface Resolved {
  cost: number;
  job: SimulationJob;
}

/** Routes below /api/v1/simulation. */
export function simulationRoutes(
  loaded: LoadedData,
  simulator: Simulator,
  { checkKey, readBody, metas, stores }: SharedMiddleware,
  limits: CallLimits,
): Router {
  const router = Router();
  const { simulationRequests } = limits;
  const requests = callCounter('simulations', simulationRequests, ADVICE, stores, FREE_REFUSALS);
  const cells = rateLimit('simulation-cells', limits.simulationCells, CELLS_ADVICE, stores);

  /** Takes the cells, computes and sends. What is not answered gives its cells back. */
  async function compute(
    request: Request,
    response: Response,
    { cost, job }: Resolved,
  ): Promise<void> {
    const usage = await cells.consume(response, cost);
    try {
      const json = await simulator.answer(job, {
        network: networkOf(response),
        cells: cost,
        hasLeft: () => response.closed,
      });
      if (isLong(job)) compressAnswer(request, response);
      response.setHeader('Cache-Control', 'no-store');
      sendJson(response, json);
    } catch (error) {
      cells.refund(response, usage);
      throw error;
    }
  }

  function addComputed(path: string, resolve: (body: unknown) => Resolved): void {
    router.post(path, checkKey, requests, readBody, (request: Request, response: Response) =>
      compute(request, response, resolve(jsonBody(request))),
    );
  }

  addComputed('/', (body) => {
    const houseCase = simulationCase(loaded, body);
    return { cost: cellWeight(houseCase), job: { kind: 'simulation', houseCase } };
  });
  addComputed('/battery-strategies', (body) => {
    const houseCase = strategiesCase(loaded, body);
    return { cost: comparisonCells(houseCase), job: { kind: 'strategies', houseCase } };
  });
  addComputed('/range', (body) => {
    const houseCase = rangeCase(loaded, body);
    const cost = RANGE_CELLS * cellWeight(houseCase);
    return { cost, job: { kind: 'range', houseCase } };
  });
  addComputed('/verdict', (body) => {
    const houseCase = verdictCase(loaded, body);
    const cost = comparisonCells(houseCase, 'economy.batteries');
    return { cost, job: { kind: 'verdict', houseCase } };
  });
  router.get('/market', checkKey, metas, compressed, (request: Request, response: Response) => {
    const input = parseMarketQuery(request.query);
    const prices = loadedPrices(loaded);
    checkMarket(prices, input);
    const tag = weakTag('market', prices.header.dataset_version, JSON.stringify(input));
    answer(request, response, tag, () => JSON.stringify(marketBody(resolveMarket(prices, input))));
  });
  router.get('/tariffs', checkKey, metas, compressed, (request: Request, response: Response) => {
    const input = parseTariffsQuery(request.query);
    const prices = loadedPrices(loaded);
    const day = swedishDay();
    const tag = weakTag('tariffs', prices.header.dataset_version, day, JSON.stringify(input));
    answer(request, response, tag, () => JSON.stringify(tariffsAnswer(prices, input, day)));
  });
  router.all(['/', '/battery-strategies', '/range', '/verdict'], allowOnly('POST'));
  router.all(['/market', '/tariffs'], allowOnly('GET, HEAD'));
  return router;
}

/** Whether the answer has hours or typical days. */
function isLong(job: SimulationJob): boolean {
  return job.kind === 'simulation' && job.houseCase.request.detail !== undefined;
}
