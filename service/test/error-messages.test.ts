/** Refusals of bodies that are wrong somewhere: always a sentence of our own that names the place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RequestError } from '#engine/refusal.ts';
import {
  parseRangeRequest,
  parseSimulationRequest,
  parseStrategiesRequest,
  parseVerdictRequest,
} from '#engine/simulation/parse/request.ts';
import { parseBatch } from '#engine/yield/batch.ts';
import { arbitraryBody, spoilt } from './arbitrary.ts';

const RUNS = 150;

const PARSERS: Record<string, (body: unknown) => unknown> = {
  '/api/v1/simulation': parseSimulationRequest,
  '/api/v1/simulation/battery-strategies': parseStrategiesRequest,
  '/api/v1/simulation/range': parseRangeRequest,
  '/api/v1/simulation/verdict': parseVerdictRequest,
  '/api/v1/pv-yield/batch': parseBatch,
};

for (const [path, parse] of Object.entries(PARSERS)) {
  test(`what is wrong with a body of ${path} is said in our own words`, () => {
    let refused = 0;
    fc.assert(
      fc.property(spoilt(arbitraryBody(path)), (text) => {
        try {
          parse(JSON.parse(text));
        } catch (error) {
          assert.ok(error instanceof RequestError, String(error));
          refused++;
          assertSentence(error);
        }
      }),
      { numRuns: RUNS, includeErrorInReport: true },
    );
    // A batch names a wrong item in its result.
    assert.ok(refused > RUNS / 50, `only ${refused} of ${RUNS} bodies were refused`);
  });
}

function assertSentence({ message, field = '' }: RequestError): void {
  assert.doesNotMatch(message, /must (be|have|match|NOT|pass)|schema|undefined|\[object|NaN/);
  assert.match(message, /^("|The body|The value).*[^.]\.$/s);
  assert.ok(message.length < 400, message);
  if (field !== '' && field !== 'pv.faces') assert.ok(message.startsWith(`"${field}" `), message);
}
