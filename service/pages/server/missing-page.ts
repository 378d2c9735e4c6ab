import type { RequestHandler } from 'express';
import { asksForPage } from '../../http/content.ts';
import { wordsOf } from '../messages/messages.ts';
import type { Assets } from './assets.ts';
import { noticePage } from './notice.tsx';
import { POLICIES } from './policy.ts';
import { cachedPages, sendPages } from './send-pages.ts';

/** Answers a browser's request for a page that is not there by a page. Programs get the error as JSON. */
export function missingPage(assets: Assets): RequestHandler {
  const pages = cachedPages((language) => {
    const { missing: title, missingText: text, toStart: name } = wordsOf(language).site;
    const link = { href: `/?l=${language}`, name };
    return noticePage(language, { title, text, link }, assets, false);
  });
  const send = sendPages(POLICIES.still, pages);
  return (request, response, next) => {
    if (!asksForPage(request)) return next();
    return send(request, response.status(404), next);
  };
}
