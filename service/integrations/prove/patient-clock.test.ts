import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callWindow } from '../providers/call-window.ts';
import { testClock } from '../test/clock.ts';
import { patientClock } from './patient-clock.ts';

test('a call waits until its window has room, and two adapters of an account share it', async () => {
  const clock = testClock(0);
  const patient = patientClock(clock);
  const turns = [callWindow(20, 5_000, patient), callWindow(20, 5_000, patient)];
  const atMs: number[] = [];
  for (let i = 0; i < 50; i++) {
    await turns[i % 2]();
    atMs.push(clock.ms);
  }
  assert.deepEqual([atMs[0], atMs[19], atMs[20], atMs[49]], [0, 0, 5_000, 10_000]);
});
