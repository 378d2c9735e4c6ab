/** Tests on a real server, which "make test-tryton" starts; it takes a minute and is no part of CI. */
import { after, before, test } from 'node:test';
import { CLOCK } from '../test/clock.ts';
import { type CrmUnderTest, crmContract } from '../test/crm-contract.ts';
import { startTryton, type TrytonServer } from '../test/tryton-server.ts';
import { tryton } from './tryton.ts';

let server: TrytonServer;

if (process.env.TRYTON) {
  before(async () => {
    server = await startTryton();
  });
  after(() => server.stop());
  crmContract('Tryton', start);
} else {
  test('Tryton', { skip: 'no Tryton here: "make test-tryton" brings one' }, () => {});
}

/** The server's database without opportunities, and with no party but the company's. */
async function start(): Promise<CrmUnderTest> {
  const { account, rpc } = server;
  await erase('model.sale.opportunity', []);
  await erase('model.party.party', [['name', '!=', 'Solfirman AB']]);
  const lost = { armed: false };
  const limit = { seconds: 0 };
  const opportunity = async (id: string) => {
    const wanted = [['id', '=', Number(id)]];
    const fields = ['comment', 'party'];
    const method = 'model.sale.opportunity.search_read';
    const [found] = (await rpc(method, wanted, 0, 1, null, fields, {})) as {
      comment: string | null;
      party: number;
    }[];
    return found;
  };
  return {
    crm: tryton(account, CLOCK, limited(limit, losing(lost))),
    stranger: tryton({ ...account, password: 'nobody' }, CLOCK),
    async propertyOf(id, property) {
      const { comment } = await opportunity(id);
      const line = comment?.split('\n').find((one) => one.startsWith(`${property}: `));
      return line?.slice(property.length + 2) ?? '';
    },
    contactsOf: async (id) => [String((await opportunity(id)).party)],
    deleteDeal: async (id) => void (await rpc('model.sale.opportunity.delete', [Number(id)], {})),
    limitNextCall: (seconds) => {
      limit.seconds = seconds;
    },
    dropNextAnswer: () => {
      lost.armed = true;
    },
  };
}

async function erase(model: string, wanted: unknown[]): Promise<void> {
  const found = await server.rpc(`${model}.search`, wanted, 0, null, null, {});
  await server.rpc(`${model}.delete`, found, {});
}

/** Refuses the next call as one too many. */
function limited(limit: { seconds: number }, fetch: typeof globalThis.fetch): typeof fetch {
  return async (url, init) => {
    const { seconds } = limit;
    if (seconds === 0) return fetch(url, init);
    limit.seconds = 0;
    return new Response(null, { status: 429, headers: { 'retry-after': String(seconds) } });
  };
}

/** Carries the next creation out and loses its answer. */
function losing(lost: { armed: boolean }): typeof fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!lost.armed || !/"method":"[\w.]+\.create"/.test(String(init?.body))) return response;
    lost.armed = false;
    await response.text();
    throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
  };
}
