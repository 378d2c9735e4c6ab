import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerPage } from '#engine/simulation/compute.ts';
import { type LoadedData, yieldDataset } from '#engine/yield/dataset.ts';
import { testPrices, testPricesWithHours } from '../../../api/simulation/test/prices.ts';
import { testArtifact } from '../../../test/artifact.ts';
import type { Language } from '../../messages/messages.ts';
import type { ExplorerState } from '../state.ts';
import { readState, writeState } from '../url-state.ts';
import { computeHouse, computeRoof, firstAnswers, writeFirst } from './first-answers.ts';

const pvYield = yieldDataset(testArtifact());
const LOCATION = 'lat=59.2&lng=15.3';
const stateOf = (query: string, lang: Language = 'en') => readState(query, lang);

async function formatVerdict(loaded: LoadedData, state: ExplorerState) {
  const house = await computeHouse(loaded, state, async (pageCase) => answerPage(pageCase));
  const roof = await computeRoof(loaded, state);
  const first = firstAnswers({ state, place: null, roof }, house);
  return first && writeFirst(state, first);
}

test("the yield is written in both languages, with the roof's address", async () => {
  for (const lang of ['sv', 'en'] as const) {
    const state = stateOf(`${LOCATION}&f=27_100_5~40_280_7.5`, lang);
    const roof = await computeRoof({ pvYield, prices: null }, state);
    const first = firstAnswers({ state, place: null, roof }, null);
    assert.ok(first);
    assert.equal(first.query, writeState(state));
    const { yields, earns } = writeFirst(state, first);
    assert.equal(yields.replace(/\D/g, ''), String(Math.round(first.roof.left.yearKwh)));
    assert.equal(earns, null);
  }
});

test('the answer leaves a late battery out, but not where it was chosen', async () => {
  const loaded = { pvYield, prices: testPricesWithHours() };
  for (const [chosen, end] of [
    ['', /after its usual warranty of \d+, so the answer leaves it out\.$/],
    ['&sys=5', /after its usual warranty of \d+\.$/],
  ] as const) {
    const first = await formatVerdict(
      loaded,
      stateOf(`${LOCATION}&bf=0&b=600&fade=0&standby=0${chosen}`),
    );
    assert.match(first?.earns?.battery ?? '', end);
  }
});

test('no verdict outside the dataset or without one, and no money without prices', async () => {
  const prices = testPrices();
  assert.equal(await formatVerdict({ pvYield, prices }, stateOf('')), null);
  assert.equal(await formatVerdict({ pvYield: null, prices }, stateOf(LOCATION)), null);
  const first = await formatVerdict({ pvYield, prices: null }, stateOf(LOCATION));
  assert.match(first?.yields ?? '', /kWh/);
  assert.equal(first?.earns, null);
});
