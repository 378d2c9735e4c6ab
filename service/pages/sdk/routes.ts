import { type RequestHandler, Router } from 'express';
import { sendContent } from '../../http/content.ts';
import { allowOnly } from '../../http/http-error.ts';
import { FOR_EVER, SDK_FILES } from '../server/assets.ts';
import type { Site } from '../server/site.ts';

/** Sites that load the SDK have a new version after it. */
const AN_HOUR = 'public, max-age=3600';

/** `/sdk/v1.js` and the client. Each also by its hashed name, for ever, as `integrity` needs it. */
export function sdkRoutes({ assets }: Site): Router {
  const router = Router();
  for (const name of SDK_FILES) {
    const { file, content } = assets.named(name);
    const send =
      (cacheControl: string): RequestHandler =>
      (request, response) => {
        response.set('Cache-Control', cacheControl);
        sendContent(request, response, content);
      };
    router.get(`/sdk/${name}`, send(AN_HOUR));
    router.get(`/sdk/${file}`, send(FOR_EVER));
    router.all([`/sdk/${name}`, `/sdk/${file}`], allowOnly('GET, HEAD'));
  }
  return router;
}
