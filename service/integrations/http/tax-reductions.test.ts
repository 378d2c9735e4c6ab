import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal, startIntegrations, testOrganisation } from '../test/integrations.ts';

const one = testOrganisation('solfirman');
const { call, store } = await startIntegrations([one]);

const row = (sek: number, subsidy_class: string) => ({ total_ore: 100 * sek, subsidy_class });
const TURNKEY = {
  payment_date: '2026-11-21',
  turnkey: true,
  rows: [row(120_000, 'solar_cells'), row(80_000, 'storage'), row(15_000, 'charging_point')],
  allowances_sek: [50_000, 50_000],
};
const split = async (body: object) => (await call(one.key, 'POST', '/tax-reductions', body)).json;
const partsOf = ({ parts }: { parts: { sek: Record<string, number> }[] }) =>
  parts.map(({ sek }) => [sek.solar_cells, sek.storage, sek.charging_point]);

/** Rows that come to these reductions by class, at 15, 50 and 50 %. */
const amounting = (solar: number, storage: number, charger: number) => [
  row(Math.ceil(solar / 0.15), 'solar_cells'),
  row(2 * storage, 'storage'),
  row(2 * charger, 'charging_point'),
];

test('the table of the split, to the krona', async () => {
  const table: [body: object, parts: number[][]][] = [
    [
      TURNKEY,
      [
        [8731, 19400, 3637],
        [8729, 19400, 3638],
      ],
    ],
    [{ rows: amounting(50_000, 0, 0) }, [[50_000, 0, 0]]],
    [
      { rows: amounting(50_001, 0, 0) },
      [
        [25_001, 0, 0],
        [25_000, 0, 0],
      ],
    ],
    [
      { rows: amounting(33_333, 33_333, 33_334) },
      [
        [16_667, 16_666, 16_667],
        [16_666, 16_667, 16_667],
      ],
    ],
    [
      { rows: amounting(20_000, 90_000, 7_500), allowances_sek: [50_000] },
      [[8_511, 38_298, 3_191]],
    ],
    [
      { rows: amounting(20_000, 60_000, 0), split: { mode: 'shares', shares_percent: [70, 30] } },
      [
        [12_500, 37_500, 0],
        [7_500, 22_500, 0],
      ],
    ],
    [
      { rows: amounting(20_000, 20_000, 0), allowances_sek: [10_000, 50_000] },
      [
        [5_000, 5_000, 0],
        [15_000, 15_000, 0],
      ],
    ],
  ];
  for (const [body, parts] of table) {
    assert.deepEqual(partsOf(await split({ ...TURNKEY, turnkey: false, ...body })), parts);
  }
});

test('what the allowances do not hold is the surplus, with a warning', async () => {
  const rows = amounting(20_000, 90_000, 7_500);
  const answer = await split({ ...TURNKEY, turnkey: false, rows, allowances_sek: [50_000] });
  assert.deepEqual(answer.surplus_sek, {
    solar_cells: 11_489,
    storage: 51_702,
    charging_point: 4_309,
  });
  assert.deepEqual([answer.claimed_sek, answer.warnings], [50_000, ['allowance_exceeded']]);
  assert.equal(answer.preliminary, true);
});

test('what is wrong is named, and nothing is kept', async () => {
  const faults: [object, string][] = [
    [{ payment_date: '2020-01-01' }, 'payment_date'],
    [{ payment_date: 'today' }, 'payment_date'],
    [{ rows: [row(-1, 'storage')] }, 'rows'],
    [{ rows: [row(1, 'heat')] }, 'rows[0].subsidy_class'],
    [{ allowances_sek: [50_001] }, 'allowances_sek[0]'],
    [{ split: { mode: 'shares', shares_percent: [100] } }, 'split.shares_percent'],
    [{ split: { mode: 'half' } }, 'split.mode'],
    [{ personal_number: '191212121212' }, 'personal_number'],
  ];
  for (const [body, field] of faults) {
    const answer = await call(one.key, 'POST', '/tax-reductions', { ...TURNKEY, ...body });
    assert.equal(refusal(answer, 422, 'invalid_parameter').field, field);
  }
  assert.deepEqual(await store.of('solfirman').query('select id from offer where org = $1'), []);
});
