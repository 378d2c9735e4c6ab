import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keepInvoiced, OFFER_BODY } from '../test/kept-offers.ts';
import { ORG } from '../test/organisation.ts';
import { openEmpty, STORES } from '../test/stores.ts';
import { putLink } from './links.ts';
import { WATCH_INVOICES } from './migrations.ts';

for (const kind of STORES) {
  describe(`an older store in ${kind.name}`, { skip: kind.skip }, () => {
    test('its invoices are watched from the next start on, and those alone', async () => {
      const store = await openEmpty(kind);
      await store.change(ORG, async (change) => {
        await keepInvoiced(change, 'o-1', OFFER_BODY);
        await keepInvoiced(change, 'o-2', OFFER_BODY);
        await putLink(change, 'invoice', 'o-1', 'fortnox', '200');
      });
      await store.changeAll(async (all) => {
        for (const statement of WATCH_INVOICES.split(';')) await all.query(statement);
      });
      const of = (table: string, columns: string) =>
        store
          .of(ORG)
          .query(`select ${columns} from ${table} where org = $1 and kind = 'invoice.watch'`);
      assert.deepEqual(await of('task', 'subject, state'), [{ subject: 'o-1', state: 'open' }]);
      assert.deepEqual(await of('lane', 'kind'), [{ kind: 'invoice.watch' }]);
    });
  });
}
