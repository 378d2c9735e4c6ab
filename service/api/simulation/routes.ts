import { type Request, type Response, Router } from 'express';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { answer, compressAnswer, compressed, sendJson } from '../../http/answer.ts';
import type { Gates } from '../../http/gates.ts';
import type { CallLimits } from '../../http/guards/limits.ts';
import { callCounter } from '../../http/guards/rate-limits.ts';
import { allowOnly, unavailable } from '../../http/http-error.ts';
import { jsonBody } from '../../http/json-body.ts';
import { cellCounter } from './cell-counter.ts';
import { checkPlace, marketTag, parseMarketQuery } from './market-query.ts';
import { marketAnswer } from './market-response.ts';
import { parseSimulationRequest, parseStrategiesRequest } from './request.ts';
import { comparisonCase, simulationCase } from './simulation-case.ts';
import type { Simulator } from './simulator.ts';
import type { Question } from './worker.ts';

const ADVICE = ' One battery-strategies call compares up to 25 batteries.';

/** Routes below /api/v1/simulation. */
export function simulationRoutes(
  loaded: { prices: PricesArtifact | null },
  simulator: Simulator,
  { checkKey, readBody, metas, counters }: Gates,
  limits: CallLimits,
): Router {
  const router = Router();
  const requests = callCounter('simulations', limits.simulationRequests, ADVICE, counters);
  const cells = cellCounter(limits.simulationCells, counters);

  /** Takes the cells, computes and sends; cells that were not computed go back. */
  async function compute(
    request: Request,
    response: Response,
    cost: number,
    question: Question,
  ): Promise<void> {
    await cells.take(response, cost);
    const isLong = question.kind === 'simulation' && question.asked.detail !== null;
    try {
      const json = await simulator.answer(question);
      if (isLong) compressAnswer(request, response);
      response.setHeader('Cache-Control', 'no-store');
      sendJson(response, json);
    } catch (error) {
      await cells.giveBack(response, cost);
      throw error;
    }
  }

  router.post('/', checkKey, requests, readBody, (request: Request, response: Response) => {
    const asked = simulationCase(parseSimulationRequest(jsonBody(request)), loaded.prices);
    return compute(request, response, 1, { kind: 'simulation', asked });
  });
  router.post(
    '/battery-strategies',
    checkKey,
    requests,
    readBody,
    (request: Request, response: Response) => {
      const asked = comparisonCase(parseStrategiesRequest(jsonBody(request)), loaded.prices);
      const cost = asked.compare.sizesKwh.length * asked.compare.strategies.length;
      return compute(request, response, cost, { kind: 'strategies', asked });
    },
  );
  router.get('/market', checkKey, metas, compressed, (request: Request, response: Response) => {
    const input = parseMarketQuery(request.query);
    const prices = loadedPrices(loaded);
    checkPlace(prices, input);
    const tag = marketTag(prices, input);
    answer(request, response, tag, () => JSON.stringify(marketAnswer(prices, input)));
  });
  router.all(['/', '/battery-strategies'], allowOnly('POST'));
  router.all('/market', allowOnly('GET, HEAD'));
  return router;
}

function loadedPrices({ prices }: { prices: PricesArtifact | null }): PricesArtifact {
  if (prices) return prices;
  throw unavailable('prices_unavailable');
}
