import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lane } from '../store/lanes.ts';
import { portsAtWork } from './ports-at-work.ts';

const A: Lane = { org: 'a', kind: 'sign.refresh' };
const B: Lane = { org: 'b', kind: 'crm.sync' };

test('an account has at most half, over all its kinds', () => {
  const ports = portsAtWork(8);
  assert.equal(ports.roomFor(A, 16), 8);
  for (let i = 0; i < 8; i++) ports.begin(A);
  assert.equal(ports.roomFor({ ...A, kind: 'sign.send' }, 8), 0);
  assert.deepEqual(
    ports.fullLanes(8).map(({ org, kind }) => `${org} ${kind}`),
    ['a sign.send', 'a sign.revoke', 'a sign.refresh', 'a sign.document'],
  );
  assert.equal(ports.roomFor({ ...A, kind: 'crm.sync' }, 8), 4, 'another account of it');
});

test('however many accounts want all they can have, another one’s task finds a worker', () => {
  const ports = portsAtWork(8);
  let free = 16;
  for (let round = 0; round < 50; round++) {
    const lane: Lane = { org: `hanging-${round % 3}`, kind: 'crm.sync' };
    const room = ports.roomFor(lane, free);
    for (let i = 0; i < room; i++) ports.begin(lane);
    free -= room;
  }
  assert.ok(free >= 1, `${free} are free`);
  assert.ok(ports.roomFor(B, free) >= 1);
});

test('one that does not answer has one worker until it does', () => {
  const ports = portsAtWork(8);
  ports.begin(B);
  ports.end(B, false);
  assert.equal(ports.roomFor(B, 16), 1);
  ports.begin(B);
  assert.equal(ports.roomFor(B, 15), 0);
  ports.end(B, undefined);
  assert.equal(ports.roomFor(B, 16), 1);
  ports.begin(B);
  ports.end(B, true);
  assert.equal(ports.roomFor(B, 16), 8);
});
