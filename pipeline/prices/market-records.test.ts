import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import climatology from '../../fixtures/climatology.json' with { type: 'json' };
import { validator } from '../../schemas/checks/validate.ts';
import { PROJECT } from '../../schemas/project.ts';
import { WRONG_TARIFFS, wrongTariff } from '../../schemas/test/wrong-grid-tariffs.ts';
import { MARKET_RECORDS } from '../dataset/dataset.test-kit.ts';
import { testFolder } from '../files/folder.test-kit.ts';
import { loadMarketRecords, type MarketRecordPaths, recordFiles } from './market-records.ts';

const FOLDER = join(PROJECT, 'fixtures');
const PATHS: Required<MarketRecordPaths> = MARKET_RECORDS;

const SCHEMA_OF: Record<keyof MarketRecordPaths, (record: unknown) => unknown> = {
  tariffs: validator('data/tariffs.schema.json'),
  grid_tariffs: validator('data/grid-tariffs.schema.json'),
  household: validator('data/household.schema.json'),
  battery_programs: validator('data/battery-programs.schema.json'),
  price_areas: validator('data/price-areas.schema.json'),
  places: validator('data/places.schema.json'),
};
const RECORDS = Object.keys(SCHEMA_OF) as (keyof MarketRecordPaths)[];

const records = loadMarketRecords(PATHS, FOLDER);
const tariffOf = (validFrom: string) => {
  const found = records.tariffs.records.find((record) => record.valid_from === validFrom);
  assert.ok(found, `no tariff from ${validFrom}`);
  return found;
};

function fixture(record: keyof MarketRecordPaths): unknown {
  return JSON.parse(readFileSync(join(FOLDER, PATHS[record]), 'utf8'));
}

/** The message of loading the default records with another one in the place of one. */
function faultOf(name: keyof MarketRecordPaths, record: unknown): string {
  const folder = testFolder();
  const path = join(folder, basename(PATHS[name]));
  writeFileSync(path, JSON.stringify(record));
  try {
    loadMarketRecords({ ...PATHS, [name]: path }, FOLDER);
  } catch (error) {
    return (error as Error).message;
  }
  assert.fail(`${name} was accepted`);
}

test('the import price of 2025 in SE3 is 153.9 öre with VAT, and 144 with the tax of 2026', () => {
  // Mean spot price of 51.2 öre. Worked out by hand from prices with VAT: 25 grid fee, 54.9 and 45 tax.
  for (const [validFrom, expected] of [
    ['2025-01-01', 153.9],
    ['2026-01-01', 144.0],
  ] as const) {
    const { supplier_markup, grid_fee, energy_tax, vat } = tariffOf(validFrom);
    const exVat = 51.2 + supplier_markup.value + grid_fee.value + energy_tax.value;
    const found = exVat * (1 + vat.value / 100);
    assert.ok(Math.abs(found - expected) < 0.1, `${validFrom}: ${found}`);
  }
});

test('the reduced energy tax is 12 öre with VAT lower', () => {
  for (const { energy_tax, vat } of records.tariffs.records) {
    const reduction = (energy_tax.value - energy_tax.reduced) * (1 + vat.value / 100);
    assert.ok(Math.abs(reduction - 12) < 1e-9, `${reduction}`);
  }
});

test('the reduced area is three counties of 37 municipalities, and nine more by name', () => {
  const { counties, municipalities } = records.tariffs.reduced_energy_tax;
  const { municipalities: known } = records.places;
  assert.equal(known.length, 290);
  const inCounties = known.filter(({ code }) => counties.includes(code.slice(0, 2)));
  assert.equal(inCounties.length, 14 + 15 + 8);
  const named = known
    .filter(({ code }) => municipalities.includes(code))
    .map(({ name }) => name.replace(/s? kommun$/, ''))
    .sort((a, b) => a.localeCompare(b, 'sv'));
  const expected = 'Ljusdal Malung-Sälen Mora Orsa Sollefteå Torsby Ånge Älvdalen Örnsköldsvik';
  assert.equal(named.join(' '), expected);
});

test('the Varberg program pays twelve times the mean of 50, 50 and 83 SEK per reserved kW', () => {
  assert.deepEqual(
    records.battery_programs.programs.map(({ program }) => program),
    ['varberg_flex_plus'],
  );
  const { terms, as_of } = records.battery_programs.programs[0];
  assert.equal(terms.sek_per_kw_per_year, (12 * (50 + 50 + 83)) / 3);
  assert.equal(as_of, '2026-03-01');
  assert.equal(terms.basis, 'reserved');
  assert.deepEqual([terms.reserved_capacity_share, terms.reserved_power_share], [0.5, 0.5]);
});

const CITATION = ['source', 'source_url', 'as_of', 'trust'];

type JsonObject = Record<string, unknown>;

/** The children of an object or array by their path. None of anything else. */
function children(value: unknown, path: string): [path: string, child: unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  const step = (key: string) => (Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
  return Object.entries(value).map(([key, child]) => [step(key), child]);
}

/** Paths of the numbers in a record that have no source and date on the way to them. */
function unsourced(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return [path];
  const { source, source_url, as_of } = (value ?? {}) as JsonObject;
  if ((source || source_url) && as_of) return [];
  return children(value, path).flatMap(([childPath, child]) => unsourced(child, childPath));
}

/** Every object of a record that cites something, by its path. */
function citing(value: unknown, path = ''): [path: string, object: JsonObject][] {
  const deeper = children(value, path).flatMap(([childPath, child]) => citing(child, childPath));
  const cites = typeof value === 'object' && value !== null && 'as_of' in value;
  return cites ? [[path, value as JsonObject], ...deeper] : deeper;
}

test('every figure has a source and a date', () => {
  for (const name of RECORDS) assert.deepEqual(unsourced(fixture(name)), [], name);
});

test('the schemas refuse a figure without its source, date or trust', () => {
  let refused = 0;
  for (const recordName of RECORDS) {
    const check = SCHEMA_OF[recordName];
    const record = fixture(recordName);
    for (const [path, object] of citing(record)) {
      for (const field of CITATION.filter((name) => name in object)) {
        const value = object[field];
        delete object[field];
        const name = `${path}.${field}`.slice(1);
        assert.throws(() => check(record), { field: name, problem: /^is missing/ });
        object[field] = value;
        refused++;
      }
    }
    check(record);
  }
  // 16 parts of tariffs and their area, 60 price lists with 4 grid benefits, 16 figures of the household, a program, a
  // warranty, the boundaries and the places.
  assert.equal(refused, 3 * (17 + 64 + 16 + 4));
});

test('a wrong field is reported with its file', () => {
  const tariffs = structuredClone(records.tariffs);
  tariffs.records[1].grid_fee.value = -1;
  assert.match(
    faultOf('tariffs', tariffs),
    /tariffs\.json: "records\[1\]\.grid_fee\.value" is -1, expected a number from 0 to 1000/,
  );
  const { lists } = records.grid_tariffs ?? assert.fail('no price lists');
  const [[way, value, field]] = WRONG_TARIFFS;
  const message = faultOf('grid_tariffs', { lists: [...lists, wrongTariff(way, value)] });
  assert.ok(message.includes(`grid-tariffs.json: "lists[60].${field}" `), message);
});

test('a recipe without price lists of grid companies has none', () => {
  const { grid_tariffs: _, ...paths } = PATHS;
  assert.equal(loadMarketRecords(paths, FOLDER).grid_tariffs, undefined);
});

test('two tariffs of one day, and two programs of one name, are refused', () => {
  const tariffs = structuredClone(records.tariffs);
  tariffs.records[1].valid_from = tariffs.records[0].valid_from;
  assert.match(
    faultOf('tariffs', tariffs),
    /tariffs\.json: "records\[1\]\.valid_from" is "2025-01-01" as in records\[0\]/,
  );
  const { warranty, programs } = records.battery_programs;
  assert.match(
    faultOf('battery_programs', { warranty, programs: [programs[0], programs[0]] }),
    /battery-programs\.json: "programs\[1\]\.program" is "varberg_flex_plus"/,
  );
});

test('type curves that are not from cold to warm are refused', () => {
  const household = structuredClone(records.household);
  household.uses.household.type_curves.seasons[2].mean_temperature_c = 7.7;
  assert.match(
    faultOf('household', household),
    /household\.json: "uses\.household\.type_curves\.seasons\[2\]\.mean_temperature_c" is 7\.7, expected more than 7\.7/,
  );
});

test('a town that represents a price area has the temperatures of the climatology', () => {
  for (const [zone, station] of [
    ['SE1', 'Luleå flygplats'],
    ['SE2', 'Östersund'],
    ['SE3', 'Stockholm'],
    ['SE4', 'Falsterbo'],
  ] as const) {
    const town = records.household.towns[zone];
    const found = climatology.temperature.stations.find(({ name }) => name === station);
    assert.deepEqual(town.temperature_c, found?.t2m_monthly_c);
    assert.ok(station.startsWith(town.name));
  }
});

test('a boundary that turns back west is refused', () => {
  const priceAreas = structuredClone(records.price_areas);
  priceAreas.boundaries.se2_se3[4][0] = 13.5;
  assert.match(
    faultOf('price_areas', priceAreas),
    /price-areas\.json: "boundaries\.se2_se3\[4\]\[0\]" is 13\.5, expected a longitude east/,
  );
});

test('a municipality that no place knows is named', () => {
  const tariffs = structuredClone(records.tariffs);
  tariffs.reduced_energy_tax.municipalities[3] = '2099';
  assert.match(
    faultOf('tariffs', tariffs),
    /"reduced_energy_tax\.municipalities\[3\]" is "2099", expected the code of one of the 290/,
  );
  const places = structuredClone(records.places);
  places.places[7].municipality = '0000';
  assert.match(faultOf('places', places), /places\.json: "places\[7\]\.municipality" is "0000"/);
});

test('a missing record, or a folder, is reported by field and path', () => {
  for (const name of RECORDS) {
    for (const path of ['nowhere.json', 'market']) {
      const paths = { ...PATHS, [name]: path };
      const refusal = new RegExp(
        `"prices\\.${name}" of the recipe is "${path}", but there is no file .*fixtures/${path}\\. Correct`,
      );
      assert.throws(() => loadMarketRecords(paths, FOLDER), refusal);
      assert.throws(() => recordFiles(paths, FOLDER), refusal);
    }
  }
});
