/** GET /api/v1/simulation/tariffs, and the market by a price list, rule by rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../../pipeline/test/assert-close.ts';
import { validator } from '../../../../schemas/checks/validate.ts';
import { importByHand, testPrices, testSpot } from '../../../api/simulation/test/prices.ts';
import { refusal } from '../../../test/contract.ts';
import { startTestService, testLoaded } from '../../../test/service.ts';
import { tariffsAnswer } from './tariffs.ts';

const TARIFFS = '/api/v1/simulation/tariffs';
const MARKET = '/api/v1/simulation/market?zone=SE3';
const checkList = validator('api/grid-tariff-list.schema.json');
const checkMarket = validator('api/simulation-market.schema.json');

const loaded = { ...testLoaded(), prices: testPrices() };
const service = await startTestService({ loaded });

async function listOf(query = '') {
  const answer = await service.call(`${TARIFFS}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return checkList(JSON.parse(answer.text));
}

const idsOf = async (query?: string) => (await listOf(query)).tariffs.map(({ id }) => id);

test('lists that have not ended, by company; all of them on demand', async () => {
  const current = await listOf();
  assert.equal(current.tariffs.length, 43);
  assert.ok(current.tariffs.every(({ status }) => status !== 'ended'));
  const names = current.tariffs.map(({ company }) => company);
  assert.deepEqual(names, names.toSorted(new Intl.Collator('sv').compare));
  assert.deepEqual(current.input, {});
  assert.equal((await listOf('?all=1')).tariffs.length, 60);
  assert.deepEqual((await listOf('?all=0')).input, {});
});

test('a company by any part of its name, and the lists of a day, ended since or not', async () => {
  assert.deepEqual(await idsOf('?company=ELLEVIO'), ['ellevio-2026b']);
  assert.deepEqual(await idsOf('?company=ellevio&all=1'), [
    'ellevio-2025',
    'ellevio-2026a',
    'ellevio-2026b',
  ]);
  const onDay = (day: string) => idsOf(`?company=ellevio&valid_on=${day}`);
  assert.deepEqual(await onDay('2025-12-31'), ['ellevio-2025']);
  assert.deepEqual(await onDay('2026-05-31'), ['ellevio-2026a']);
  assert.deepEqual(await onDay('2026-06-01'), ['ellevio-2026b']);
  assert.deepEqual(await onDay('2024-12-31'), []);
  assert.deepEqual(await idsOf('?company=v%C3%A4xj%C3%B6'), ['vaxjo-2025']);
});

test('a list is in force by its dates, on the day of the answer', () => {
  const inForceOn = (day: string) =>
    tariffsAnswer(loaded.prices, { all: 1 }, day)
      .tariffs.filter(({ in_force }) => in_force)
      .map(({ id }) => id);
  const over = ['lulea-2025', 'umea-2025', 'btea-2025'];
  const today = inForceOn('2026-11-28');
  for (const id of over) assert.ok(!today.includes(id), id);
  assert.ok(today.includes('ellevio-2026b') && today.includes('malarenergi-2026b'));
  assert.ok(inForceOn('2026-09-30').includes('btea-2025'));
  const gone = today.filter((id) => !inForceOn('2027-01-01').includes(id));
  assert.equal(gone.filter((id) => id.startsWith('goteborg')).length, 2, gone.join());
});

test('a dataset may have no lists', async () => {
  const prices = testPrices();
  delete prices.header.grid_tariffs;
  const older = await startTestService({ loaded: { ...testLoaded(), prices } });
  assert.deepEqual(JSON.parse((await older.call(TARIFFS)).text).tariffs, []);
  const unknown = await older.call(`${MARKET}&grid_tariff=nacka-2025`);
  assert.equal(refusal(unknown, 422, 'invalid_parameter').field, 'grid_tariff');
});

test('the market has a list’s fees in its prices and parts', async () => {
  const answer = await service.call(`${MARKET}&grid_tariff=ellevio-2026a&fuse_a=25`);
  const market = checkMarket(JSON.parse(answer.text));
  assert.deepEqual(market.input, { zone: 'SE3', grid_tariff: 'ellevio-2026a', fuse_a: 25 });
  assert.equal(market.prices.monthly_fee_sek, 4740 / 12);
  assertClose(market.tariff.grid_fee.value, 7 / 1.25, 1e-9, 'grid fee without VAT');
  assert.deepEqual(
    [market.tariff.grid_fee.trust, market.tariff.grid_fee.as_of],
    ['B', '2026-04-14'],
  );
  assert.equal(market.grid?.list.id, 'ellevio-2026a');
  market.prices.import_sek_per_kwh.forEach((row, month) => {
    row.forEach((sek, hour) => {
      const byHand = importByHand(testSpot(2, month, hour), { gridOre: 0 }) + 0.07;
      assertClose(sek, byHand, 1e-8, `${month} ${hour}`);
      assert.equal(market.grid?.energy_fee_sek_per_kwh?.[month][hour], 0.07);
    });
  });
  const plain = checkMarket(JSON.parse((await service.call(`${MARKET}&fuse_a=25`)).text));
  assert.ok(!('grid' in plain));
  assert.deepEqual(plain.input, { zone: 'SE3' });
});
