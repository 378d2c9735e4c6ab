import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProviderError } from '../ports.ts';
import { putProspect, readProspect } from '../store/prospects.ts';
import type { TaskRun } from '../store/tasks.ts';
import { CLOCK } from '../test/clock.ts';
import { ORG } from '../test/organisation.ts';
import { openEmpty } from '../test/stores.ts';
import { testSync } from '../test/sync.ts';
import { keepingWords } from './crm.ts';

const WORDS = 'Property values were not valid';

describe(`words of a CRM `, () => {
  test('they are kept sealed, shown while the work is given up, and gone with the next failure without any', async () => {
    const store = await openEmpty();
    const deps = testSync(store, CLOCK);
    const request = { email: 'anna@example.com' };
    await store.change(ORG, (change) =>
      putProspect(change, { id: 'p1', request, source: 'api', hasCrm: true }),
    );
    const run: TaskRun = {
      org: ORG,
      kind: 'crm.sync',
      subject: 'p1',
      attempts: 1,
    };
    const failWith = async (words: string | undefined) => {
      const error = new ProviderError('invalid', 'refused', undefined, { words });
      const handler = keepingWords(deps, () => Promise.reject(error));
      await assert.rejects(handler(run), error);
    };
    const shown = async () => (await readProspect(store.of(ORG), 'p1'))?.crm.words;
    await failWith(WORDS);
    assert.equal(await shown(), null, 'it is tried again');
    await store.change(ORG, (change) =>
      change.query(`update task set state = 'failed' where org = $1`),
    );
    assert.equal(await shown(), WORDS);
    const rows = await store.of(ORG).query('select * from prospect where org = $1');
    assert.ok(!JSON.stringify(rows).includes(WORDS));
    await failWith(undefined);
    assert.equal(await shown(), null);
  });
});
