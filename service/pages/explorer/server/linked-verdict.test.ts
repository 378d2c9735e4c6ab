import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { smallArtifact } from '../../../../pipeline/dataset/artifact.test-kit.ts';
import { createSimulator } from '../../../api/simulation/simulator.ts';
import { testPrices, testPricesWithHours } from '../../../api/simulation/test/prices.ts';
import { LINK_VERDICTS } from '../../../http/guards/limits.ts';
import { PATIENCE_MS, rawCall, startTestService, testLoaded } from '../../../test/service.ts';
import type { ExplorerData } from '../page-data.ts';
import { followLatest } from '../state.ts';
import { readState } from '../url-state.ts';
import { askHouse, startLocalTest } from '../worker/local.test-kit.ts';
import { renderFirst } from './first-answer.tsx';
import { firstAnswers } from './first-answers.ts';

const LINK = '/?lat=59.2&lng=15.3&f=27_180_10&l=sv';
const DECISION = /<p class="decision">/;

const HOUSES = [
  '',
  '&level=-25',
  '&latest=1',
  '&invkw=5&hybrid=1&sys=10',
  '&level=40&fee=31&peak=45',
  '&net=LIST&fuse=16',
  '&hz=9_9_9_9_9_9_9_9&s=20_20_5_0_0_0_0_0_0_0_5_20',
  '&bought=10588',
  '&bought=10588&sold=2568',
  '&use=9000&ev=40&sys=20&p=18000&rate=2&inv=15000',
];

// The page does not get hours that may not be listed.
for (const [hours, prices, parts] of [
  ['listed', testPricesWithHours(), HOUSES],
  ['not listed', testPricesWithHours(false), ['']],
  ['none', testPrices(), ['']],
] as const)
  test(`a link comes with the verdict that its script computes, hours ${hours}`, async () => {
    const { service, local } = await startLocalTest(prices);
    const [{ id }] = await local.tariffs();
    for (const part of parts) {
      const query = `${LINK}${part.replace('LIST', id)}`;
      const asked = readState(query.slice(2), 'sv');
      const state = followLatest(asked, await local.spot(asked));
      const html = await (await fetch(service.base + query)).text();
      const { first, dataset }: ExplorerData = JSON.parse(
        /id="page-data">(.*?)</s.exec(html)?.[1] ?? '',
      );
      assert.ok(first);
      const answers = firstAnswers({ ...first, state }, await askHouse(local, state));
      assert.deepEqual(first, answers);
      const expected = renderFirst(answers, state, dataset);
      assert.ok(html.includes(expected), `${query}: expected ${expected} in ${html}`);
    }
    const html = await (await fetch(`${service.base}${LINK}&net=no-such-list`)).text();
    assert.match(html, /<p class="yields">/);
    assert.doesNotMatch(html, DECISION);
  });

test('a link has only its yield above the rate limit, and while a thread is busy', async (t) => {
  const simulator = createSimulator(pino({ enabled: false }), { deadlineMs: PATIENCE_MS });
  t.after(simulator.close);
  const loaded = { ...testLoaded(), prices: testPrices() };
  const { base } = await startTestService({ loaded, simulator });
  const read = async (path = LINK) => (await fetch(base + path)).text();
  const { mock: state } = mock.method(simulator, 'state', () => ({ running: 1, waiting: 0 }));
  const busy = await read();
  assert.match(busy, /<p class="yields">/);
  assert.doesNotMatch(busy, DECISION);
  state.restore();
  // Outside the dataset there is nothing to compute, and a window of the limit is soon full.
  for (let i = 1; i < LINK_VERDICTS.withoutKey; i++) await read('/?lat=50&lng=5&l=sv');
  assert.match(await read(), DECISION);
  assert.equal(await read(), busy);
});

test('a page whose verdict never comes is sent without it after ten seconds', async (t) => {
  const simulator = createSimulator(pino({ enabled: false }), { deadlineMs: PATIENCE_MS });
  t.after(simulator.close);
  const { mock: asked } = mock.method(simulator, 'answerPage', () => new Promise(() => {}));
  const loaded = { ...testLoaded(), pvYield: yieldDataset(smallArtifact()), prices: testPrices() };
  const { base } = await startTestService({ loaded, simulator });
  // Not fetch, whose own timers would be mocked with it, and stop its parser later.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const [path, yields] of [
    ['/?use=9000&l=sv', /<p class="yields">/],
    ['/?l=sv', /<div class="answer">/],
  ] as const) {
    const before = asked.callCount();
    const answer = rawCall(base, path);
    while (asked.callCount() === before) await setImmediate();
    t.mock.timers.tick(10_000);
    const { text: html } = await answer;
    assert.match(html, yields);
    assert.doesNotMatch(html, DECISION);
  }
});

test('a link to a house whose meter was read says that its file is not in the link', async () => {
  const { service } = await startLocalTest(testPrices());
  const html = await (await fetch(`${service.base}${LINK}&bought=10588&sold=2568`)).text();
  assert.match(
    html,
    /<p[^<]*mätarfil som inte är med i länken\. Här räknas med 10\s588 kWh köpt och 2\s568 kWh sålt/,
  );
  assert.doesNotMatch(await (await fetch(service.base + LINK)).text(), /<p[^<]*mätarfil/);
});
