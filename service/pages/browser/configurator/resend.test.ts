import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallRefused } from '../api.ts';
import { resendAfterS } from './resend.ts';

const refused = (code: string, retryAfterS: number | null) =>
  new CallRefused(503, code, '', retryAfterS);

test('a request is sent again by itself three times where the sink says when, soon', () => {
  const soon = refused('lead_not_delivered', 30);
  assert.deepEqual(
    [0, 1, 2, 3].map((tries) => resendAfterS(soon, tries)),
    [30, 30, 30, null],
  );
});

test('nobody waits at a page for hours, nor where waiting does not help', () => {
  assert.equal(resendAfterS(refused('lead_not_delivered', 120), 0), 120);
  for (const [code, retryAfterS] of [
    ['lead_not_delivered', 121],
    ['lead_not_delivered', null],
    ['rate_limited', 30],
    ['invalid_parameter', null],
  ] as const) {
    assert.equal(resendAfterS(refused(code, retryAfterS), 0), null, code);
  }
});
