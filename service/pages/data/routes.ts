import { Router } from 'express';
import { allowOnly } from '../../http/http-error.ts';
import type { Site } from '../server/site.ts';
import { DATA, reportPage } from './report.ts';

/**
 * `/data`, the report about the dataset, and the files below it.
 * @param buildFolder folder of the build that is served
 */
export function dataRoutes({ assets, data }: Site, buildFolder: () => string): Router {
  const router = Router();
  router.get(DATA, reportPage(buildFolder, assets, data.urls));
  router.all(DATA, allowOnly('GET, HEAD'));
  router.use(data.routes);
  return router;
}
