import type { RequestHandler } from 'express';
import { type Content, contentOf, HTML, sendContent } from '../../http/content.ts';
import type { Language } from '../messages/messages.ts';
import { createCache } from './cache.ts';
import { languageOf } from './language.ts';
import { setPageHeaders } from './policy.ts';

type Pages = (language: Language) => Promise<Content>;

/** Makes a page of each language once, and again when one of its inputs changes. */
export function cachedPages(
  pageOf: (language: Language) => string | Promise<string>,
  partsOf: () => readonly unknown[] = () => [],
): Pages {
  const pageCache = createCache<Promise<Content>>();
  return (language) =>
    pageCache(language, partsOf(), async () => contentOf(HTML, await pageOf(language)));
}

export function sendPages(policy: string, pages: Pages): RequestHandler {
  return async (request, response) => {
    const language = languageOf(request);
    const content = await pages(language);
    setPageHeaders(response, policy);
    response.set('Content-Language', language).vary('Accept-Language');
    sendContent(request, response, content);
  };
}
