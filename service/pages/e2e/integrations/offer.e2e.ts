import { test } from '../test.ts';
import { expectGoodLooks } from '../visit.ts';
import { PERSON, put, startIntegrations } from './start-integrations.ts';

const ORGANISATION = {
  // Nobody listens there: what is sent waits.
  signature: {
    provider: 'scrive',
    base_url: 'http://127.0.0.1:9/api/v2',
    credentials: { env: 'CHECK_SCRIVE' },
  },
};
/** Offer with all three classes of work, a long text, and more than one person who can have deducted. */
const OFFER = {
  prospect_id: 'p-1',
  number: '2026-117',
  title: 'Solceller, batteri och laddbox',
  valid_until: '2999-12-31',
  payment_date: '2026-12-15',
  turnkey: true,
  rows: [
    ['Solceller 10,3 kW, heltäckande svarta paneler på södra taket', 120_000_00, 'solar_cells'],
    ['Batteri 10 kWh', 80_000_00, 'storage'],
    ['Laddbox 11 kW', 15_000_00, 'charging_point'],
  ].map(([description, unit_price_ore, subsidy_class]) => {
    return { description, quantity: 1, unit: 'st', unit_price_ore, vat_percent: 25, subsidy_class };
  }),
  applicants: [{ name: 'Anna Ek' }],
};

test("an offer's page", async ({ page }) => {
  const { base, end } = await startIntegrations(ORGANISATION, { CHECK_SCRIVE: 'a b c d' });
  try {
    await put(base, '/prospects/p-1', PERSON);
    const { public_url } = await put(base, '/offers/o-1', OFFER);
    const { pathname } = new URL(public_url);
    await expectGoodLooks(page, (language) => `${base}${pathname}?l=${language}`);
  } finally {
    await end();
  }
});
