import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import pino from 'pino';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { smallArtifact } from '../../../../pipeline/dataset/artifact.test-kit.ts';
import { createSimulator } from '../../../api/simulation/simulator.ts';
import { testPrices } from '../../../api/simulation/test/prices.ts';
import { busy } from '../../../http/http-error.ts';
import { startTestService, testLoaded } from '../../../test/service.ts';

const VERDICTS = {
  sv: /<section class="verdict".*kr om året.*<\/section>/s,
  en: /<section class="verdict".*SEK a year.*<\/section>/s,
};

/** A service of data around the default roof, and the comparisons that its threads compute. */
async function startCounted() {
  const simulator = createSimulator(pino({ enabled: false }), { deadlineMs: 120_000 });
  const { mock: counted } = mock.method(simulator, 'answerPage');
  const loaded = { ...testLoaded(), pvYield: yieldDataset(smallArtifact()), prices: testPrices() };
  const { base, warmPages, close } = await startTestService({ loaded, simulator });
  const read = async (language: string) => (await fetch(`${base}/?l=${language}`)).text();
  return { loaded, simulator, counted, warmPages, close, read };
}

test('the first verdict is computed before any request, in a thread, once for both languages and again for new data', async (t) => {
  const { loaded, simulator, counted, warmPages, read } = await startCounted();
  t.after(simulator.close);
  await warmPages();
  assert.equal(counted.callCount(), 1);
  for (const [language, verdict] of Object.entries(VERDICTS)) {
    const first = await read(language);
    assert.match(first, verdict);
    assert.equal(await read(language), first);
  }
  await warmPages();
  assert.equal(counted.callCount(), 1);
  const before = await read('en');
  loaded.pvYield = yieldDataset({
    ...smallArtifact(),
    yield_scale: smallArtifact().yield_scale.fill(0.0008),
  });
  await warmPages();
  const after = await read('en');
  assert.equal(counted.callCount(), 2);
  assert.match(after, VERDICTS.en);
  assert.notEqual(after, before);
});

test('while all threads are busy the page has no verdict, and has it once one is free', async (t) => {
  const { simulator, counted, warmPages, read } = await startCounted();
  t.after(simulator.close);
  counted.mockImplementation(async () => {
    throw busy('All threads compute.');
  });
  await assert.rejects(warmPages(), /All threads compute/);
  assert.doesNotMatch(await read('en'), VERDICTS.en);
  counted.restore();
  assert.match(await read('en'), VERDICTS.en);
});
