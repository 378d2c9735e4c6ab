import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallRefused } from '../api.ts';
import { resendAfterS } from './resend.ts';

const refused = (status: number, retryAfterS: number | null) =>
  new CallRefused(status, 'lead_not_delivered', '', retryAfterS);

test('a request is sent again by itself three times where the sink says when, soon', () => {
  const soon = refused(503, 30);
  assert.deepEqual(
    [0, 1, 2, 3].map((tries) => resendAfterS(soon, tries)),
    [30, 30, 30, null],
  );
});

test('nobody waits at a page for hours, nor where waiting does not help', () => {
  assert.equal(resendAfterS(refused(503, 120), 0), 120);
  for (const [status, retryAfterS] of [
    [503, 121],
    [503, null],
    [429, 30],
    [422, null],
  ] as const) {
    assert.equal(resendAfterS(refused(status, retryAfterS), 0), null, `${status} ${retryAfterS}`);
  }
});
