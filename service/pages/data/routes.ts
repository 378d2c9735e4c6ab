import { Router } from 'express';
import { allowOnly } from '../../http/http-error.ts';
import type { Site } from '../server/site.ts';
import type { DataFiles } from './data-files.ts';
import { DATA, reportPage } from './report.ts';

/**
 * `/data`, the report about the dataset, and the files below it.
 * @param buildFolder folder of the build that is served
 */
export function dataRoutes({ assets }: Site, files: DataFiles, buildFolder: () => string): Router {
  const router = Router();
  router.get(DATA, reportPage(buildFolder, assets, files));
  router.all(DATA, allowOnly('GET, HEAD'));
  router.use(files.routes);
  return router;
}
