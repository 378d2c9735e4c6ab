/** The page's code is run as copied, against a service. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { validator } from '../../../../schemas/checks/validate.ts';
import type { SimulationVerdict } from '../../../../schemas/types.ts';
import { testPrices, testPricesWithHours } from '../../../api/simulation/test/prices.ts';
import { buildEconomy, computeHouseVerdict } from '../house-verdict.ts';
import { DEFAULT_STATE, type ExplorerState } from '../state.ts';
import { askSeries, startLocalTest } from './local.test-kit.ts';
import { type MoneyCalls, writeSnippets } from './snippets.ts';

const checkSeries = validator('api/pv-yield-series.schema.json');
const run = promisify(execFile);
const [byTheHour, byMonth] = await Promise.all(
  [testPricesWithHours(), testPrices()].map((prices) => startLocalTest(prices)),
);

/** A battery of this price pays back before its capacity is gone. */
const PRICED = { ...DEFAULT_STATE, batteryFixedSek: 0, batterySekPerKwh: 200, standbyW: 0 };
const usual: ExplorerState = { ...PRICED, lat: 59.2, lng: 15.3, lang: 'sv' };
const own: ExplorerState = {
  ...usual,
  gridFeeOre: 41.25,
  powerChargeSek: 50,
  evKmPerDay: 30,
  systemLossPct: 22.6,
};

async function callsOf(state: ExplorerState, { service, local } = byTheHour): Promise<MoneyCalls> {
  const calls = await local.calls({ state, meter: null });
  return { origin: service.base, economy: buildEconomy(state), ...calls };
}

/** The figures that the page shows. */
async function computeShownFigures(state: ExplorerState, { local } = byTheHour) {
  const { money } = await local.money({ state, meter: null });
  const { suggested, systems } = computeHouseVerdict(state, money, false);
  return {
    suggested: suggested?.kind ?? null,
    systems: systems.map(({ priceSek, netSek, savingSek }) => [priceSek, netSek, savingSek]),
  };
}

/** The same figures as the code prints them. */
function readPrinted(text: string) {
  const { suggested, systems }: Pick<SimulationVerdict, 'suggested' | 'systems'> = JSON.parse(text);
  return {
    suggested,
    systems: systems.map(({ price_sek, net_sek, savings_sek }) => [
      price_sek,
      net_sek,
      savings_sek,
    ]),
  };
}

const has = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );

for (const [language, needs, argumentsOf] of [
  ['curl', ['bash', 'curl', 'jq'], (code: string) => ['-c', code]],
  ['javascript', ['node'], (code: string) => ['--input-type=module', '-e', code]],
  ['python', ['python3'], (code: string) => ['-c', code]],
] as const) {
  const lacks: string[] = [];
  for (const program of needs) if (!(await has(program))) lacks.push(program);
  const skip = lacks.length > 0 ? `${lacks.join(' and ')} not on this machine` : false;
  test(`the ${language} code prints the figures shown, to the krona`, { skip }, async () => {
    for (const [state, service] of [
      [usual, byTheHour],
      [own, byTheHour],
      [usual, byMonth],
      [own, byMonth],
    ] as const) {
      const calls = await callsOf(state, service);
      const { stdout } = await run(needs[0], argumentsOf(writeSnippets(calls)[language]));
      assert.deepEqual(readPrinted(stdout), await computeShownFigures(state, service));
    }
  });
}

test('Home Assistant’s sensors read this hour and the year from the answer', async () => {
  const calls = await callsOf(own);
  const code = writeSnippets(calls).homeAssistant;
  const [, resource] = /resource: (\S+)/.exec(code) ?? [];
  const [, payload] = /payload: '(.*)'/.exec(code) ?? [];
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(resource, { method: 'POST', headers, body: payload });
  const answer = checkSeries(await response.json());
  const body = await askSeries(calls.origin, calls.series);
  assert.equal(answer.annual_kwh, body.annual_kwh);
  const templates = [...code.matchAll(/value_json\.(\w+)/g)].map(([, name]) => name);
  assert.deepEqual(templates, ['monthly_profile', 'annual_kwh']);
  assert.deepEqual([answer.monthly_profile?.length, answer.monthly_profile?.[6].length], [12, 24]);
});
