/** Proof that a form stood on a page which this browser was given: whoever has not its cookie cannot make one. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';

/** The token of the forms beside a cookie. */
export function formToken(secret: string): string {
  return createHmac('sha256', secret).update('inbox form').digest('base64url');
}

/** Whether a form is this browser's own, of this process's page. @param secret of its cookie; empty: none is */
export function isOwnForm({ headers }: Request, form: URLSearchParams, secret: string): boolean {
  const site = headers['sec-fetch-site'];
  if (secret === '' || (site !== undefined && site !== 'same-origin')) return false;
  const [sent, own] = [form.get('token') ?? '', formToken(secret)].map((one) => Buffer.from(one));
  return sent.length === own.length && timingSafeEqual(sent, own);
}
