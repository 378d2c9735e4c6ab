/** Values that must appear only where they are allowed, and those places: for the test of privacy. */
import { randomBytes } from 'node:crypto';
import { OFFER, PROSPECT } from './bodies.ts';

export const DATA_KEY = randomBytes(32);
export const LEAD_SECRET = `whsec_${randomBytes(24).toString('base64')}`;

/** The values that are looked for, in every form in which they could be written. */
export const WANTED: Record<string, string[]> = {
  email: ['kanarina.ekmansdotter@example.se', 'kanarina.ekmansdotter%40example.se'],
  name: ['Kanarina', 'Ekmansdotter'],
  phone: ['070-174 06 05', '0701740605', '46701740605'],
  street: ['Kanariegatan'],
  property: ['Kanarie 1:2'],
  'other name': ['Fagerlind'],
  'other email': ['bosse@example.se', 'bosse%40example.se'],
  number: ['191212121212', '198507099805'].flatMap((twelve) => [
    twelve,
    `${twelve.slice(0, 8)}-${twelve.slice(8)}`,
    twelve.slice(2),
    `${twelve.slice(2, 8)}-${twelve.slice(8)}`,
  ]),
  'data key': (['base64', 'base64url', 'hex', 'latin1'] as const).map((as) =>
    DATA_KEY.toString(as),
  ),
  'lead secret': [LEAD_SECRET.slice('whsec_'.length)],
  'hubspot token': ['pat-eu1-fake'],
  'fortnox secret': ['fake-secret', Buffer.from('fake-client:fake-secret').toString('base64')],
  'scrive credentials': ['cs&ts', 'ck cs tk ts'],
  'bridge token': ['bridge-token'],
  'bridge secret': [Buffer.alloc(32, 9).toString('base64')],
};

/** The values that each place gets, stores or shows. All other places must have none of them. */
export const ALLOWED: Record<string, string[]> = {
  // The slug is in the note with the address of the offer's page.
  'to HubSpot': ['email', 'hubspot token', 'name', 'phone', 'slug', 'street'],
  'to Fortnox': ['email', 'fortnox secret', 'name', 'number', 'other name', 'property', 'street'],
  'to Scrive': [
    'email',
    'mac',
    'name',
    'number',
    'other email',
    'other name',
    'phone',
    'scrive credentials',
  ],
  'to the bridge': [
    'bridge token',
    'email',
    'name',
    'number',
    'other email',
    'other name',
    'phone',
  ],
  'answers to the key': [
    'email',
    'name',
    'other email',
    'other name',
    'phone',
    'property',
    'slug',
    'street',
  ],
  'page of an offer': ['slug'],
  'offer.slug': ['slug'],
};

export const PERSON = {
  email: 'Kanarina.Ekmansdotter@example.se',
  first_name: 'Kanarina',
  last_name: 'Ekmansdotter',
  phone: '070-174 06 05',
};
export const PROSPECT_OF = {
  ...PROSPECT,
  ...PERSON,
  address: { ...PROSPECT.address, street: 'Kanariegatan 17', property_designation: 'Kanarie 1:2' },
};
export const OFFER_OF = {
  ...OFFER,
  valid_until: '2999-12-31',
  applicants: [
    { name: 'Kanarina Ekmansdotter', personal_number: '19121212-1212' },
    { name: 'Bosse Fagerlind', personal_number: '850709-9805' },
  ].map((one) => ({ ...one, property_designation: 'Kanarie 1:2' })),
};
export const SIGNEES = [
  {
    id: 'a',
    name: 'Kanarina Ekmansdotter',
    email: PERSON.email,
    phone: PERSON.phone,
    method: 'bankid',
    personal_number: '191212121212',
  },
  { id: 'b', name: 'Bosse Fagerlind', email: 'bosse@example.se', method: 'standard' },
];
/** The text that a careless program would repeat. */
export const EVERYTHING = JSON.stringify([WANTED, SIGNEES]);

/** The values found in each place; places without any are left out. */
export function foundIn(
  places: ReadonlyMap<string, readonly string[]>,
  wanted: Record<string, readonly string[]>,
): Record<string, string[]> {
  const found = [...places].map(([place, texts]) => {
    const whole = texts.join('\n').toLowerCase();
    const labels = Object.keys(wanted).filter((label) =>
      wanted[label].some((form) => whole.includes(form.toLowerCase())),
    );
    return [place, labels.sort()] as const;
  });
  return Object.fromEntries(found.filter(([, labels]) => labels.length > 0));
}
