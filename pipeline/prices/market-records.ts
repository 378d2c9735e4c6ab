import { readFileSync } from 'node:fs';
import { InvalidValueError } from '../../schemas/checks/invalid-value.ts';
import { validator } from '../../schemas/checks/validate.ts';
import { checkGridTariffs } from '../../schemas/codec/check-grid-tariff.ts';
import { checkTypeCurves } from '../../schemas/codec/decode-prices.ts';
import { checkBoundaries } from '../../schemas/codec/price-area.ts';
import type { Places, PricesHeader, RecipePrices } from '../../schemas/types.ts';
import { recipeFile } from '../files/recipe.ts';

/** The records in the header of prices.bin, by the recipe's field names. */
const RECORDS = [
  'tariffs',
  'grid_tariffs',
  'household',
  'battery_programs',
  'price_areas',
] as const;
type RecordName = (typeof RECORDS)[number];

/** Paths of the records relative to the recipe's folder. */
export type MarketRecordPaths = Pick<RecipePrices, RecordName | 'places'>;

/** The records of the market that a simulation needs, apart from the spot price. */
export interface MarketRecords extends Pick<PricesHeader, RecordName> {
  places: Places;
}

const checkTariffs = validator('data/tariffs.schema.json');
const checkGridTariffLists = validator('data/grid-tariffs.schema.json');
const checkHousehold = validator('data/household.schema.json');
const checkBatteryPrograms = validator('data/battery-programs.schema.json');
const checkPriceAreas = validator('data/price-areas.schema.json');
const checkPlaces = validator('data/places.schema.json');

/**
 * Reads and checks the records.
 * @throws Error naming the file and field that is wrong
 */
export function loadMarketRecords(paths: MarketRecordPaths, folder: string): MarketRecords {
  const files = recordFiles(paths, folder);
  const places = readRecord(files.places, checkPlaces, ({ municipalities, places }) => {
    requireDistinct(municipalities, 'municipalities', 'code');
    const used = places.map(({ municipality }) => municipality);
    requireKnown(used, municipalities, (i) => `places[${i}].municipality`);
  });
  const tariffs = readRecord(files.tariffs, checkTariffs, ({ reduced_energy_tax, records }) => {
    const field = (i: number) => `reduced_energy_tax.municipalities[${i}]`;
    requireKnown(reduced_energy_tax.municipalities, places.municipalities, field);
    requireDistinct(records, 'records', 'valid_from');
  });
  const gridTariffs =
    files.grid_tariffs &&
    readRecord(files.grid_tariffs, checkGridTariffLists, (lists) => checkGridTariffs(lists, ''));
  return {
    tariffs,
    ...(gridTariffs && { grid_tariffs: gridTariffs }),
    household: readRecord(files.household, checkHousehold, checkTypeCurves),
    battery_programs: readRecord(files.battery_programs, checkBatteryPrograms, ({ programs }) =>
      requireDistinct(programs, 'programs', 'program'),
    ),
    price_areas: readRecord(files.price_areas, checkPriceAreas, ({ boundaries }) =>
      checkBoundaries(boundaries),
    ),
    places,
  };
}

/**
 * The records' files.
 * @throws Error naming the recipe's field whose file is missing
 */
export function recordFiles(paths: MarketRecordPaths, folder: string): MarketRecordPaths {
  const files: Partial<MarketRecordPaths> = {};
  for (const name of [...RECORDS, 'places'] as const) {
    const path = paths[name];
    if (path !== undefined) files[name] = recipeFile(folder, `prices.${name}`, path);
  }
  // The recipe's schema requires all but the price lists of grid companies.
  return files as MarketRecordPaths;
}

/**
 * Reads a record.
 * @param check the validator of its schema
 * @param checkMeaning refuses what the schema lets through and cannot be meant
 */
function readRecord<Content>(
  path: string,
  check: (value: unknown) => Content,
  checkMeaning: (content: Content) => void,
): Content {
  try {
    const content = check(JSON.parse(readFileSync(path, 'utf8')));
    checkMeaning(content);
    return content;
  } catch (error) {
    throw new Error(`Market record ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function requireKnown(
  codes: readonly string[],
  municipalities: Places['municipalities'],
  fieldOf: (i: number) => string,
): void {
  const known = new Set(municipalities.map(({ code }) => code));
  const unknown = codes.findIndex((code) => !known.has(code));
  if (unknown < 0) return;
  throw new InvalidValueError(
    fieldOf(unknown),
    `is "${codes[unknown]}", expected the code of one of the ${municipalities.length} municipalities of the places`,
  );
}

function requireDistinct<Row>(rows: Row[], list: string, field: keyof Row & string): void {
  rows.forEach((row, index) => {
    const first = rows.findIndex((other) => other[field] === row[field]);
    if (first === index) return;
    throw new InvalidValueError(
      `${list}[${index}].${field}`,
      `is "${row[field]}" as in ${list}[${first}], expected a value of its own`,
    );
  });
}
