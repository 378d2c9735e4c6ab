import assert from 'node:assert/strict';
import { test } from 'node:test';
import { againstOptimum, LISTS, type ListId, ONE_HOUR, tariffHouse } from './test/tariff-cases.ts';

/** `make tariff-optimum` has 40 houses for each list. */
(Object.keys(LISTS) as ListId[]).forEach((list, i) => {
  test(`${list} (${LISTS[list]}): 97 % of the linear programme, and foresight`, () => {
    const { combined, shaved, foresight } = againstOptimum(list, tariffHouse(i));
    assert.ok(combined >= 0.97 && combined <= 1 + 1e-6, `combined ${combined}`);
    assert.ok(shaved >= 0.97 && shaved <= 1 + 1e-6, `peak_shaving ${shaved}`);
    const min = ONE_HOUR.includes(list) ? 0.999 : 0.98;
    assert.ok(foresight >= min && foresight <= 1 + 1e-6, `foresight ${foresight}`);
  });
});
