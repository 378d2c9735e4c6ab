import { readFileSync } from 'node:fs';
import { InvalidValueError } from '../../schemas/checks/invalid-value.ts';
import { validator } from '../../schemas/checks/validate.ts';
import { checkGridTariffs } from '../../schemas/codec/check-grid-tariff.ts';
import { checkTypeCurves } from '../../schemas/codec/decode-prices.ts';
import { checkBoundaries } from '../../schemas/codec/price-area.ts';
import type {
  BatteryPrograms,
  GridTariffs,
  Household,
  Places,
  PriceAreas,
  Tariffs,
} from '../../schemas/types.ts';
import { recipeFile } from '../files/recipe.ts';

/** Paths of the records relative to the recipe's folder, by the recipe's field names. */
export interface MarketRecordPaths {
  tariffs: string;
  grid_tariffs?: string;
  household: string;
  battery_programs: string;
  price_areas: string;
  places: string;
}

/** The records of the market that a simulation needs, apart from the spot price. */
export interface MarketRecords {
  tariffs: Tariffs;
  /** Null without such a record. */
  gridTariffs: GridTariffs | null;
  household: Household;
  batteryPrograms: BatteryPrograms;
  priceAreas: PriceAreas;
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
  const { tariffs, grid_tariffs, household, battery_programs, price_areas, places } = files;
  const placesRecord = readRecord(places, placesOf);
  const codes = placesRecord.municipalities.map(({ code }) => code);
  return {
    tariffs: readRecord(tariffs, (value) => tariffsOf(value, codes)),
    gridTariffs: grid_tariffs === undefined ? null : readRecord(grid_tariffs, gridTariffsOf),
    household: readRecord(household, householdOf),
    batteryPrograms: readRecord(battery_programs, batteryProgramsOf),
    priceAreas: readRecord(price_areas, priceAreasOf),
    places: placesRecord,
  };
}

/**
 * The records' files.
 * @throws Error naming the recipe's field whose file is missing
 */
export function recordFiles(paths: MarketRecordPaths, folder: string): MarketRecordPaths {
  const file = (name: keyof MarketRecordPaths, path: string) =>
    recipeFile(folder, `prices.${name}`, path);
  const { grid_tariffs } = paths;
  return {
    tariffs: file('tariffs', paths.tariffs),
    ...(grid_tariffs === undefined ? {} : { grid_tariffs: file('grid_tariffs', grid_tariffs) }),
    household: file('household', paths.household),
    battery_programs: file('battery_programs', paths.battery_programs),
    price_areas: file('price_areas', paths.price_areas),
    places: file('places', paths.places),
  };
}

function readRecord<Content>(path: string, recordOf: (value: unknown) => Content): Content {
  try {
    return recordOf(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Error(`Market record ${path}: ${(error as Error).message}`, { cause: error });
  }
}

function tariffsOf(value: unknown, codes: string[]): Tariffs {
  const tariffs = checkTariffs(value);
  const { municipalities } = tariffs.reduced_energy_tax;
  municipalities.forEach((code, i) => {
    requireKnown(code, codes, `reduced_energy_tax.municipalities[${i}]`);
  });
  requireDistinct(tariffs.records, 'records', 'valid_from');
  return tariffs;
}

function gridTariffsOf(value: unknown): GridTariffs {
  const gridTariffs = checkGridTariffLists(value);
  checkGridTariffs(gridTariffs, '');
  return gridTariffs;
}

function householdOf(value: unknown): Household {
  const household = checkHousehold(value);
  checkTypeCurves(household);
  return household;
}

function batteryProgramsOf(value: unknown): BatteryPrograms {
  const batteryPrograms = checkBatteryPrograms(value);
  requireDistinct(batteryPrograms.programs, 'programs', 'program');
  return batteryPrograms;
}

function priceAreasOf(value: unknown): PriceAreas {
  const priceAreas = checkPriceAreas(value);
  checkBoundaries(priceAreas.boundaries);
  return priceAreas;
}

function placesOf(value: unknown): Places {
  const places = checkPlaces(value);
  requireDistinct(places.municipalities, 'municipalities', 'code');
  const codes = places.municipalities.map(({ code }) => code);
  places.places.forEach(({ municipality }, i) => {
    requireKnown(municipality, codes, `places[${i}].municipality`);
  });
  return places;
}

function requireKnown(code: string, codes: string[], field: string): void {
  if (codes.includes(code)) return;
  throw new InvalidValueError(
    field,
    `is "${code}", expected the code of one of the ${codes.length} municipalities of the places`,
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
