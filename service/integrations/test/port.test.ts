/** No provider's name stands outside of the adapters: the rest knows only ports. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SCHEMAS } from '../../../schemas/checks/all-schemas.ts';
import { PROJECT } from '../../../schemas/project.ts';

const SCHEMA = readFileSync(`${SCHEMAS}integrations/organisations.schema.json`, 'utf8');
const RECORDS: { properties?: { provider?: { const?: string } } }[] = Object.values(
  JSON.parse(SCHEMA).$defs,
);
/** The providers of the organisations file. "standard" is the name of our own contracts. */
const PROVIDERS = RECORDS.map(({ properties }) => properties?.provider?.const).filter(
  (name) => name !== undefined && name !== 'standard',
);
const NAMES = new RegExp(PROVIDERS.join('|'), 'i');

/** Places that know one, and why. */
const KNOWN: readonly (readonly [place: RegExp, why: string])[] = [
  [/^service\/integrations\/providers\//, 'the adapters'],
  [
    /^service\/integrations\/demo\//,
    'servers that behave as providers do, and those who start them',
  ],
  [
    /^service\/integrations\/(inbox|pages)\/connect/,
    'the connect page, which asks each provider for what it needs',
  ],
  [/\.(test|check|e2e)\.ts$|\/test\/|test-kit\.ts$/, 'tests, which name what they start'],
  [/^service\/engine\/deduction\/green-deduction\.ts$/, 'a source of the rounding'],
  [/^schemas\/(types|checks\/filling-checks)\.ts$/, 'made of the schema of the organisations file'],
];

const FILES = ['schemas', 'pipeline', 'service', 'fixtures'].flatMap((folder) =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
);

test('outside of providers/ no source file knows a provider’s name', () => {
  assert.ok(PROVIDERS.length > 0, 'the schema names no provider');
  const known = new Set<string>();
  const wrong = FILES.filter((file) => file.endsWith('.ts')).filter((file) => {
    if (!NAMES.test(readFileSync(join(PROJECT, file), 'utf8'))) return false;
    const place = KNOWN.find(([pattern]) => pattern.test(file));
    if (place) known.add(place[1]);
    return !place;
  });
  assert.deepEqual(wrong, []);
  assert.equal(known.size, KNOWN.length, 'a place that knows none any more is to be taken out');
});
