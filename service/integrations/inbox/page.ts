/** Renders and sends the inbox's pages. */
import type { Request, Response } from 'express';
import { wordsOf } from '../../pages/messages/messages.ts';
import { sendLinked } from '../../pages/proposal/routes.ts';
import type { Assets } from '../../pages/server/assets.ts';
import { languageOf } from '../../pages/server/language.ts';
import { noticePage } from '../../pages/server/notice.tsx';
import { POLICIES } from '../../pages/server/policy.ts';
import { writePage } from '../../pages/server/shell.ts';
import { INBOX } from './session.ts';

export function inboxAddress(request: Request, query: Record<string, string> = {}): string {
  return `${INBOX}?${new URLSearchParams({ l: languageOf(request), ...query })}`;
}

/** The fields of a form. */
export function formOf({ body }: Request): URLSearchParams {
  return new URLSearchParams(String(body));
}

/** Sends a page with one message and a link to the inbox. */
export function sendNotice(
  request: Request,
  response: Response,
  assets: Assets,
  notice: { title: string; text: string },
): void {
  const language = languageOf(request);
  const link = { href: inboxAddress(request), name: wordsOf(language).inbox.back };
  const html = noticePage(language, { ...notice, link }, assets);
  sendLinked(request, response, language, html);
}

export function sendPage(
  request: Request,
  response: Response,
  assets: Assets,
  body: string,
  title = wordsOf(languageOf(request)).inbox.title,
): void {
  const language = languageOf(request);
  const { description } = wordsOf(language).inbox;
  const styles = [assets.url('inbox.css')];
  const page = { language, path: INBOX, framed: true, title, description, styles, body };
  // Browsers send the origin of a form only if the page's policy allows it.
  response.set('Referrer-Policy', 'same-origin');
  sendLinked(request, response, language, writePage(assets, page), POLICIES.forms);
}
