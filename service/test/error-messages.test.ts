/** Refusals of bodies that are wrong somewhere: always a sentence of our own that names the place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  parseRangeRequest,
  parseSimulationRequest,
  parseStrategiesRequest,
} from '../api/simulation/parse/request.ts';
import { parseBatch } from '../api/yield/batch.ts';
import { HttpError } from '../http/http-error.ts';
import { arbitraryBody } from './arbitrary.ts';

const RUNS = 150;

const PARSERS: Record<string, (body: unknown) => unknown> = {
  '/api/v1/simulation': parseSimulationRequest,
  '/api/v1/simulation/battery-strategies': parseStrategiesRequest,
  '/api/v1/simulation/range': parseRangeRequest,
  '/api/v1/pv-yield/batch': parseBatch,
};

/** Values that take the place of a right one. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', 'x', '59,3', -1, 1e9, 0.5, [], {}, [1, 1], ['x', 'x']),
  fc.constant({ colour: 1 }),
  fc.string({ maxLength: 300 }),
);

/** Every object and array within a value, itself included. */
function containers(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(containers)];
}

/** The body with one place changed: a value, a name, a field more or less, an item twice. */
function spoilText(text: string, at: number, how: number, value: unknown): unknown {
  const body = JSON.parse(text);
  const places = containers(body).slice(0, 60);
  const place = places[at % places.length] as Record<string, unknown>;
  const names = Object.keys(place);
  const name = names[how % Math.max(1, names.length)] ?? 'colour';
  if (how % 4 === 0) place[name] = value;
  else if (how % 4 === 1) delete place[name];
  else if (Array.isArray(place)) place.push(place[0] ?? value);
  else place[how % 4 === 2 ? `${name}s` : `x${how}`] = value;
  return body;
}

for (const [path, parse] of Object.entries(PARSERS)) {
  test(`what is wrong with a body of ${path} is said in our own words`, () => {
    let refused = 0;
    const inputs = [arbitraryBody(path), fc.nat(), fc.nat(), wrong] as const;
    fc.assert(
      fc.property(...inputs, (text, at, how, value) => {
        const body = spoilText(text, at, how, value);
        try {
          parse(JSON.parse(JSON.stringify(body)));
        } catch (error) {
          assert.ok(error instanceof HttpError, String(error));
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

function assertSentence({ message, field = '' }: HttpError): void {
  assert.doesNotMatch(message, /must (be|have|match|NOT|pass)|schema|undefined|\[object|NaN/);
  assert.match(message, /^("|The body|The value).*[^.]\.$/s);
  assert.ok(message.length < 400, message);
  if (field !== '' && field !== 'pv.faces') assert.ok(message.startsWith(`"${field}" `), message);
}
