import { Router } from 'express';
import type { PvYieldArtifact } from '../../schemas/pv-yield-artifact.ts';
import { ApiError } from '../errors.ts';
import { parseLookupQuery } from './query.ts';
import { pvYieldResponse } from './response.ts';

const RETRY_UNAVAILABLE_S = 60;

/** Routes below /api/v1/pv-yield. Without a dataset they answer dataset_unavailable. */
export function yieldRoutes(dataset: PvYieldArtifact | null): Router {
  const router = Router();
  router.get('/', (request, response) => {
    const input = parseLookupQuery(request.query);
    response.json(pvYieldResponse(loaded(dataset), input));
  });
  router.all('/', (_request, response) => {
    response.set('Allow', 'GET, HEAD');
    throw new ApiError('method_not_allowed', 'Use GET with the parameters in the query.');
  });
  return router;
}

function loaded(dataset: PvYieldArtifact | null): PvYieldArtifact {
  if (dataset) return dataset;
  const message = 'The yield dataset is not loaded. Try again later.';
  throw new ApiError('dataset_unavailable', message, undefined, RETRY_UNAVAILABLE_S);
}
