/** By hand, from constants that are easy to reckon with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Constants,
  LOAD,
  sizeBehindNginx,
  sizeOneNode,
  sizeStaticLookups,
  sizeVisits,
} from './model.ts';

const EASY: Constants = {
  lookupUs: 100,
  simulationUs: 10_000,
  countingUs: 50,
  redisUs: 20,
  proxyUs: 40,
  hitUs: 10,
  lookupBytes: 1000,
  simulationBytes: 5000,
  proxiedLookupBytes: 500,
  proxiedSimulationBytes: 2500,
  staticReads: 3,
  staticBytes: 30_000,
  fileUs: 5,
  pageReads: 20,
  pageBytes: 200_000,
  tlsUs: 400,
  processMb: 100,
  callerBytes: 200,
};
const near = (found: number, expected: number) =>
  assert.ok(Math.abs(found - expected) < 1e-9 * Math.max(1, expected), `${found}, not ${expected}`);

test('one node: 90 lookups and 10 simulations a second take 0.109 processors, 1.12 Mbit/s', () => {
  const need = sizeOneNode(EASY, { perSecond: 100, simulations: 0.1, hits: 0 });
  near(need.cores, 0.109 / LOAD);
  near(need.mbitPerS, 1.12);
  assert.equal(need.nodes, 1);
});

test('one node ends where simulations fill its two slots to the load', () => {
  const most = (2 * LOAD * 1e6) / EASY.simulationUs;
  for (const [perSecond, nodes] of [
    [most, 1],
    [most + 1, Number.NaN],
  ])
    assert.equal(sizeOneNode(EASY, { perSecond, simulations: 1, hits: 0 }).nodes, nodes);
});

test('behind nginx: of 1 000 lookups a cache with half of them leaves 500, which Redis counts', () => {
  const need = sizeBehindNginx(EASY, { perSecond: 1000, simulations: 0, hits: 0.5 });
  near(need.cores, (500 * (100 + 50 + 40 + 20) + 500 * 10) / 1e6 / LOAD);
  near(need.mbitPerS, 4);
  assert.equal(need.nodes, 2);
});

test('behind nginx: nodes are those whose slots hold the simulations, and one Redis has an end', () => {
  assert.equal(sizeBehindNginx(EASY, { perSecond: 1200, simulations: 1, hits: 0 }).nodes, 10);
  const limit = (LOAD * 1e6) / EASY.redisUs;
  const first = (perSecond: number) =>
    sizeBehindNginx(EASY, { perSecond, simulations: 0, hits: 0 }).first;
  assert.notEqual(first(limit), 'one Redis');
  assert.equal(first(limit + 1), 'one Redis');
});

test('static: lookups take no node, three reads of the file server each', () => {
  const need = sizeStaticLookups(EASY, { perSecond: 1000, simulations: 0, hits: 0 });
  near(need.cores, (3000 * 5) / 1e6 / LOAD);
  near(need.mbitPerS, 240);
});

test('of 1 000 calls 100 are of a new visitor: 500 µs each, 160 Mbit/s', () => {
  const need = sizeVisits(EASY, { perSecond: 1000, simulations: 0, hits: 0 });
  near(need.cores, 0.05 / LOAD);
  near(need.mbitPerS, 160);
});
