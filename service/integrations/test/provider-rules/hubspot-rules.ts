/**
 * HubSpot's rules. The fake refuses by them, and each has a test that our requests keep it.
 *
 * Sources: spec is HubSpot/HubSpot-public-api-spec-collection, CRM, 2026-09; doc is developers.hubspot.com.
 *
 * Facts without a row, since they decide nothing here (doc, 2026-09): Pro and Enterprise have 190 calls in 10 s, with an
 * addition 250, but our 80 do for every plan; headers X-HubSpot-RateLimit-Max, -Remaining, -Daily and -Daily-Remaining
 * tell the limits, but a refusal names the one that is used up.
 */
import type { ProviderRule } from './provider-rule.ts';

const refused = (code: string | null, text: string, status = 400) => ({ status, code, text });
const spec = { source: 'spec', date: '2026-08-21', trust: 'A' } as const;
const doc = { source: 'doc', date: '2026-09', trust: 'A' } as const;

export const HUBSPOT_RULES = {
  locked: {
    ...doc,
    fact: 'What is locked answers 423, and takes the call a few seconds later.',
    refusal: refused(null, 'Locked', 423),
  },
  moving: {
    ...doc,
    fact: 'An account that moves between data centres answers 477, with a Retry-After of up to a day.',
    refusal: refused(null, 'Migration in progress', 477),
  },
  gateways: {
    ...doc,
    fact: '502, 503, 504 and 521 to 524 pass.',
    refusal: refused(null, 'Bad gateway', 502),
  },
  badEmail: {
    ...doc,
    source: 'doc; community 2023',
    fact: 'An e-mail is RFC 2822’s without a quoted local part, and its top domain is on IANA’s list.',
    refusal: refused('INVALID_EMAIL', 'Email address is invalid'),
  },
  associationsRequired: {
    ...spec,
    fact: 'To create a contact or a deal takes properties and associations.',
    refusal: refused('VALIDATION_ERROR', 'Some required fields were not set: [associations]'),
    unsettled: {
      switch: 'toleratesNoAssociations',
      note: 'The specification requires it, and the examples leave it out.',
    },
  },
  nameRequired: {
    ...doc,
    fact: 'A contact has an e-mail, a first name or a last name.',
    refusal: refused('VALIDATION_ERROR', 'At least one of email, firstname, lastname is required'),
  },
  paths: {
    ...spec,
    fact: 'Paths have the date of the version; what is not there is 404.',
    refusal: refused(null, 'The fake knows no', 404),
  },
  groupFields: {
    ...spec,
    fact: 'A group of properties has a name and a label.',
    refusal: refused('VALIDATION_ERROR', 'A group needs name and label'),
  },
  propertyFields: {
    ...spec,
    fact: 'A property has a name, a label, a group, a type and a type of field.',
    refusal: refused(
      'VALIDATION_ERROR',
      'A property needs name, label, groupName, type, fieldType',
    ),
  },
  propertyExists: {
    ...spec,
    fact: 'A property or a group that is there is 409; whether its values are unique cannot be changed.',
    refusal: refused('OBJECT_ALREADY_EXISTS', 'exists', 409),
  },
  uniqueProperties: {
    ...doc,
    fact: 'Deals have at most ten properties with unique values.',
    refusal: refused('VALIDATION_ERROR', 'Too many unique properties'),
  },
  contactExists: {
    ...doc,
    source: 'doc; community',
    fact: 'A contact that is there is 409 with its id, also where the address is its second one.',
    refusal: refused('CONFLICT', 'Contact already exists. Existing ID: ', 409),
    unsettled: {
      switch: 'tellsIdentityProfile',
      note: 'Older answers are CONTACT_EXISTS with an identityProfile.',
    },
  },
  dealExists: {
    source: 'one report',
    date: '2026',
    trust: 'C',
    fact: 'A value of a unique property that another deal has is refused, without a category.',
    refusal: refused(null, 'already has that value'),
  },
  unknownProperty: {
    ...spec,
    fact: 'A write with a property that is not there is refused whole.',
    refusal: refused('PROPERTY_DOESNT_EXIST', 'does not exist'),
  },
  unknownDefinition: {
    ...spec,
    fact: 'The definition of a property that is not there is 404 with a body; members beside the message may be absent.',
    refusal: refused(null, 'resource not found', 404),
  },
  validationRules: {
    ...doc,
    fact: 'Since 2026-09 the account’s own rules apply to calls, too: 400 with isValid false and the property.',
    refusal: refused('VALIDATION_RULE', 'isValid'),
  },
  callsOfWindow: {
    ...doc,
    fact: 'The smallest account has 100 calls in 10 s; Retry-After is not promised.',
    refusal: refused('TEN_SECONDLY_ROLLING', 'RATE_LIMIT', 429),
  },
  callsOfDay: {
    ...doc,
    fact: 'The calls of a day are over until midnight of the account.',
    refusal: refused('DAILY', 'RATE_LIMIT', 429),
  },
  numbers: {
    ...doc,
    date: '2023-05',
    fact: 'A number is digits and a point: neither thousands nor an exponent.',
    refusal: refused('INVALID_LONG', 'was not a valid number'),
  },
  stageOfPipeline: {
    ...doc,
    trust: 'C',
    fact: 'A deal’s stage is one of its pipeline, and without a pipeline one of the default one.',
    refusal: refused('INVALID_OPTION', 'is not a stage of the pipeline'),
  },
  associationType: {
    ...doc,
    fact: 'A deal is associated with its contact by the type 3.',
    refusal: refused('VALIDATION_ERROR', 'No such type of association'),
  },
  contactType: {
    ...doc,
    fact: 'A contact is associated with a deal as it is created, by the type 4.',
    refusal: refused('VALIDATION_ERROR', 'No such type of association'),
  },
  contactsOfDeal: {
    ...spec,
    fact: 'A deal that is read shows its contacts where the call asks for them, and at once.',
  },
  propertiesAsked: {
    ...doc,
    fact: 'What is read has the properties that the call asks for, and null where one has no value.',
  },
  searchLags: {
    ...doc,
    fact: 'The search shows new records late.',
  },
  gdprDelete: {
    ...spec,
    fact: 'A deletion for good cannot be undone, and blocks the address for later.',
  },
  missingScopes: {
    ...doc,
    fact: 'A token without a right is 403, with the list of rights that are missing.',
    refusal: refused('MISSING_SCOPES', 'requires', 403),
  },
  badToken: {
    ...doc,
    fact: 'A token that does not hold is 401.',
    refusal: refused('INVALID_AUTHENTICATION', 'Authentication credentials not found.', 401),
  },
} satisfies Record<string, ProviderRule>;

export type HubspotRule = keyof typeof HUBSPOT_RULES;
