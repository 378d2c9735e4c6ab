/** One house has one verdict: of the explorer, its link, the API's call, the configurator, the proposal of it, and the previews of both. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import { proposalFigures } from '#engine/economy/proposal-figures.ts';
import { answerStrategies } from '#engine/simulation/compute.ts';
import { swedishDay } from '#engine/swedish-day.ts';
import { yieldDataset } from '#engine/yield/dataset.ts';
import embeds from '../../../fixtures/embeds.json' with { type: 'json' };
import type { SimulationVerdict, SystemKind } from '../../../schemas/types.ts';
import { testPricesWithHours } from '../../api/simulation/test/prices.ts';
import { testArtifact } from '../../test/artifact.ts';
import { computeLead } from '../configurator/server/figures.ts';
import { formatHundreds } from '../messages/format.ts';
import type { Preview } from '../preview/draw-preview.ts';
import { explorerPath } from '../proposal/page.ts';
import { writePreview } from '../proposal/preview.ts';
import { post } from '../ui/api.ts';
import { buildEconomy, computeHouseVerdict, computeLaterGainSek } from './house-verdict.ts';
import { computeRoof, firstAnswers, writeFirst } from './server/first-answers.ts';
import { writePreview as writeLinkPreview } from './server/preview.ts';
import { DEFAULT_STATE, type ExplorerState } from './state.ts';
import { readState } from './url-state.ts';
import { askHouse, startLocalTest } from './worker/local.test-kit.ts';

const prices = testPricesWithHours();
const pvYield = yieldDataset(testArtifact());
const { service, local } = await startLocalTest(prices);

const stateOf = (part: Partial<ExplorerState>): ExplorerState => ({
  ...{ ...DEFAULT_STATE, lat: 59.2, lng: 15.3, lang: 'sv' },
  ...part,
});

const shown = ({ priceSek, netSek, savingSek, paybackYears, cashSek }: PricedSystem) => [
  ...[priceSek, netSek, savingSek],
  ...[paybackYears && Math.round(100 * paybackYears) / 100, Math.round(cashSek[25])],
];

const answered = ({ systems }: SimulationVerdict) =>
  systems.map(({ price_sek, net_sek, savings_sek, payback_years, left_sek }) => [
    ...[price_sek, net_sek, savings_sek, payback_years, left_sek],
  ]);

/** The explorer's two systems. */
async function explore(state: ExplorerState) {
  const { money } = await local.money({ state, meter: null });
  return computeHouseVerdict(state, money, false);
}

async function ask(state: ExplorerState): Promise<SimulationVerdict> {
  const { compare, ...house } = (await local.calls({ state, meter: null })).compare;
  const body = { ...house, economy: buildEconomy(state) };
  return post('/simulation/verdict', body, { origin: service.base });
}

const HOUSES: [why: string, part: Partial<ExplorerState>][] = [
  ['the usual one', {}],
  ['two owners, a chosen battery', { owners: 2, batteryKwh: 15 }],
  ['panels only', { batteryKwh: 0, useKwh: 4000 }],
  ['a cheap battery', { batteryFixedSek: 0, batterySekPerKwh: 2000, evKmPerDay: 60 }],
  [
    'interest, dearer power, service, ageing',
    { fadePct: 5, interestPct: 3, priceRisePct: 2, serviceSekPerYear: 500 },
  ],
  [
    'dear electricity and a power charge',
    { priceLevelPct: 40, gridFeeOre: 60, powerChargeSek: 45 },
  ],
  ['panels that are there', { panelSekPerKwp: 0 }],
];

for (const [why, part] of HOUSES)
  test(`the API's verdict is the explorer's, to the krona: ${why}`, async () => {
    const state = stateOf(part);
    const { systems, batteries, suggested, reason, chosen } = await explore(state);
    const answer = await ask(state);
    assert.deepEqual(
      [answer.suggested, answer.reason, answer.chosen],
      [suggested?.kind ?? null, reason, chosen.kind],
    );
    assert.deepEqual(answered(answer), systems.map(shown));
    assert.deepEqual(
      answer.batteries.map(({ kwh, net_sek, savings_sek, strategy }) => [
        ...[kwh, net_sek, savings_sek, strategy],
      ]),
      batteries.map(({ kwh, netSek, savingSek, strategy }) => [kwh, netSek, savingSek, strategy]),
    );
  });

/** Checks that a shared link's page and picture say what the explorer does. @returns what the picture says */
async function checkLink(state: ExplorerState, query: string): Promise<Preview> {
  const roof = await computeRoof({ pvYield, prices }, state);
  const first = firstAnswers({ state, place: null, roof }, await askHouse(local, state));
  assert.ok(first);
  const html = await (await fetch(`${service.base}${query}`)).text();
  const decision = writeFirst(state, first).earns?.decision;
  assert.ok(decision && html.includes(`<p class="decision">${decision}`), html);
  assert.ok(html.includes(`<meta property="og:description" content="${decision}">`));
  return writeLinkPreview(state, '', first);
}

test("link, configurator, proposal, previews and the API's verdict agree with the explorer, to the krona", async () => {
  const { demo } = embeds;
  for (const [tilt, azimuth, panel_count, battery_kwh] of [
    [27, 180, 24, 10],
    [35, 225, 14, 5],
    [45, 90, 30, 15],
  ]) {
    const inputs = {
      ...{ lat: 59.2, lng: 15.3, faces: [{ tilt, azimuth, panel_count }], panel: 0 },
      ...{ yearly_kwh: 15_000, ev_km_per_day: 0, chargers: 0, adults: 2, main_fuse_a: 20 },
      battery_kwh,
    };
    const server = {
      loaded: { pvYield, prices },
      compareLead: async (houseCase: Parameters<typeof answerStrategies>[0]) =>
        answerStrategies(houseCase),
    };
    const choice = { inputs, kind: 'battery' as SystemKind, day: swedishDay() };
    const { figures, proposal } = await computeLead(server, demo, choice);
    const state = { ...proposal, v: 1 as const, exp: 0, brand: 'demo', ref: '1', place: '' };
    const { systems, proposed } = proposalFigures(state);
    assert.deepEqual(
      [figures.price_sek, figures.net_sek, figures.saving_sek_per_year, figures.payback_years],
      shown(proposed).slice(0, 4),
    );
    const query = explorerPath(state, 'sv');
    const linked = stateOf(readState(query.slice(1), 'sv'));
    const { panels, both } = await explore(linked);
    assert.deepEqual([panels, both].map(shown), systems.slice(0, 2).map(shown));
    assert.deepEqual(answered(await ask(linked)), [panels, both].map(shown));
    const ofLink = await checkLink(linked, query);
    const ofProposal = writePreview(state, { proposed }, '', 'sv');
    assert.deepEqual({ ...ofProposal, place: '', from: '' }, { ...ofLink, place: '', from: '' });
    assert.match(ofLink.lines[1], new RegExp(formatHundreds(figures.saving_sek_per_year, 'sv')));
  }
});

test('a battery of another year than the panels has a cap of its own', () => {
  const state = stateOf({});
  // 20 370 for the panels and 36 375 for 75 000 SEK of battery are 6 745 above 50 000.
  assert.deepEqual(
    [5, 10].map((size) => computeLaterGainSek(state, size)),
    [0, 6745],
  );
  assert.equal(computeLaterGainSek({ ...state, owners: 2 }, 10), 0);
});
