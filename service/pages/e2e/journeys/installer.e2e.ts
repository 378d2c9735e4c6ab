import { expect } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { validator } from '../../../../schemas/checks/validate.ts';
import type { Lead } from '../../../../schemas/types.ts';
import { wordsOf } from '../../messages/messages.ts';
import shownLead from '../../sdk/recipes/lead.json' with { type: 'json' };
import { type Delivery, SINK_SECRET } from '../installer-site.ts';
import { describeIn, expectGoodLook, expectRefusals, test } from '../test.ts';
import { goOn } from '../visit.ts';
import { JOURNEYS } from '../windows.ts';

const checkLead = validator('data/lead.schema.json');
const checkMessage = validator('embed/from-frame.schema.json');

const STEPS = ['roof', 'house', 'offer'] as const;

interface Event {
  type: string;
  payload?: unknown;
}

describeIn(JOURNEYS, () => {
  test("an installer's customer asks for an offer on the installer's site, and the lead arrives", async ({
    page,
    installer,
    language,
    troubles,
  }, info) => {
    const words = wordsOf(language).configurator;
    await page.goto(`${installer}/solkraft?l=${language}`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('combobox').fill('vasteras');
    await frame.getByRole('option').first().click();
    await frame.locator('.where [role=status]', { hasText: /\S/ }).waitFor();
    await expectGoodLook(page);
    for (const step of STEPS) {
      await goOn(frame, words[step]);
      await expectGoodLook(page);
    }
    await frame.locator('.offer').nth(1).click();
    await expect(frame.locator('.total')).toContainText(words.battery);
    const price = digitsOf(
      (await frame.locator('.total').innerText()).split(words.battery)[1] ?? '',
    );
    await goOn(frame, words.contact);
    await expect(frame.getByRole('checkbox')).not.toBeChecked();
    await expect(frame.locator('[autocomplete=street-address]')).toHaveValue('Stora gatan 1');
    const email = `${info.testId}@example.com`;
    const contact = { 'given-name': 'Åsa', 'family-name': 'Ek', 'postal-code': '722 12', email };
    for (const [field, value] of Object.entries(contact))
      await frame.locator(`[autocomplete=${field}]`).fill(value);
    await frame.getByRole('checkbox').check();
    await expectGoodLook(page);
    await goOn(frame, words.thanks);
    // A form of less than three seconds is refused once, as a robot's.
    expectRefusals(troubles, /\b422\b/);
    await expectGoodLook(page);

    const lead = await leadOf(installer, email);
    expect(lead.contact).toMatchObject({ city: 'Västerås', postal_code: '72212', phone: null });
    expect(lead.figures).toMatchObject({ net_sek: price });
    expect(shapeOf(lead), '/docs/sdk shows a request of this kind').toEqual(shapeOf(shownLead));
    const payload = expect.objectContaining({ reference: lead.reference });
    await expect.poll(() => page.evaluate('events')).toContainEqual({ type: 'submitted', payload });
    const events: Event[] = await page.evaluate('events');
    for (const event of events) checkMessage({ source: 'sun-over-sweden', v: 1, id: 1, ...event });
    expect(JSON.stringify(events)).not.toContain(email);
    const payloadsOf = (wanted: string) =>
      events.filter(({ type }) => type === wanted).map(({ payload }) => payload);
    expect(payloadsOf('ready')).toHaveLength(1);
    const steps = STEPS.map((name, at) => ({ name, index: at + 1, of: 5 }));
    expect(payloadsOf('step')).toEqual(expect.arrayContaining(steps));
    expect(payloadsOf('calculated').at(-1)).toMatchObject({
      price_sek: price,
      kwp: lead.system.total_kw,
    });
  });

  test('a site that the installer has not listed gets no configurator', async ({
    page,
    installer,
    troubles,
  }) => {
    await page.goto(`${installer.replace('127.0.0.1', 'localhost')}/solkraft`);
    await expect.poll(() => page.evaluate('events')).toMatchObject([{ type: 'error' }]);
    await expect(page.locator('#solar')).toHaveCSS('height', '0px');
    expect(troubles.splice(0).join()).toContain('403');
  });
});

/** The lead of a person as it came to the installer's sink, signed. */
async function leadOf(installer: string, email: string): Promise<Lead> {
  const deliveries = (await (await fetch(`${installer}/received`)).json()) as Delivery[];
  const [delivery, ...more] = deliveries.filter(({ body }) => body.includes(email));
  expect(more).toEqual([]);
  return checkLead(new Webhook(SINK_SECRET).verify(delivery.body, delivery.headers));
}

/** The names of an object's fields, and of those below. */
function shapeOf(value: object): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      Object(part) === part ? shapeOf(part) : null,
    ]),
  );
}

function digitsOf(text: string): number {
  return Number(text.replace(/\D/g, ''));
}
