import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import { allowOnly } from '../http/errors.ts';
import { jsonBody } from '../http/json-body.ts';
import { callCounter } from '../http/rate-limits.ts';
import { sendJson } from '../http/send.ts';
import type { RateLimits } from '../limits.ts';
import { cellCounter } from './cell-counter.ts';
import { parseSimulationRequest, parseStrategiesRequest } from './request.ts';
import { comparisonCase, simulationCase } from './simulation-case.ts';
import type { Simulator } from './simulator.ts';
import type { Question } from './worker.ts';

const ADVICE = ' One battery-strategies call compares up to 25 batteries.';

/** Routes below /api/v1/simulation. */
export function simulationRoutes(
  loaded: { prices: PricesArtifact | null },
  simulator: Simulator,
  checkKey: RequestHandler,
  limits: RateLimits,
  readBody: RequestHandler,
): Router {
  const router = Router();
  const requests = callCounter('simulations', limits.simulationRequests, ADVICE);
  const cells = cellCounter(limits.simulationCells);

  /** Takes the cells, computes and sends; cells that were not computed go back. */
  async function answer(response: Response, cost: number, question: Question): Promise<void> {
    await cells.take(response, cost);
    try {
      const json = await simulator.answer(question);
      response.setHeader('Cache-Control', 'no-store');
      sendJson(response, json);
    } catch (error) {
      await cells.giveBack(response, cost);
      throw error;
    }
  }

  router.post('/', checkKey, requests.count, readBody, (request: Request, response: Response) => {
    const asked = simulationCase(parseSimulationRequest(jsonBody(request)), loaded.prices);
    return answer(response, 1, { kind: 'simulation', asked });
  });
  router.post(
    '/battery-strategies',
    checkKey,
    requests.count,
    readBody,
    (request: Request, response: Response) => {
      const asked = comparisonCase(parseStrategiesRequest(jsonBody(request)), loaded.prices);
      const cost = asked.compare.sizesKwh.length * asked.compare.strategies.length;
      return answer(response, cost, { kind: 'strategies', asked });
    },
  );
  router.all(['/', '/battery-strategies'], allowOnly('POST'));
  return router;
}
