import { type RequestHandler, Router } from 'express';
import { sendContent } from '../../http/content.ts';
import { allowOnly } from '../../http/http-error.ts';
import { type Assets, FOR_EVER } from './assets.ts';

/** What other sites load by a name that stays: they come to have a new one within an hour. */
const NAMES = ['v1.js', 'client.mjs', 'client.d.mts'];
const AN_HOUR = 'public, max-age=3600';

/** `/sdk/v1.js` and the client; each also by its hashed name, for ever, as `integrity` needs it. */
export function sdkRoutes({ named }: Assets): Router {
  const router = Router();
  for (const name of NAMES) {
    const { file, content } = named(name);
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
