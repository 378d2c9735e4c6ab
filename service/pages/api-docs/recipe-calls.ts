import { finestResolution, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { DATA } from '../data/report.ts';
import { DEFAULT_STATE, type ExplorerState } from '../explorer/state.ts';
import { writeState } from '../explorer/url-state.ts';
import type { Language } from '../messages/messages.ts';
import { type Call, type Codes, type Program, writeCode } from '../ui/write-code.ts';

/** A call, and the path of the explorer with the same inputs. */
export interface RecipeCall {
  codes: Codes;
  explorer: string;
}

export const STOCKHOLM = { lat: 59.33, lng: 18.07 };
export const SOUTH_ROOF = { ...STOCKHOLM, tilt: 40, azimuth: 180, kwp: 10 };

/** The house in Västerås, in the form that the calls take. */
export const VASTERAS = { lat: 59.61, lng: 16.55 };
export const EAST_AND_WEST = [
  { tilt: 27, azimuth: 100, kwp: 5 },
  { tilt: 27, azimuth: 280, kwp: 5 },
];
export const BATTERY = { capacity_kwh: 10, strategy: 'combined' } as const;

const PLACES = [
  { id: 'Kiruna', lat: 67.86, lng: 20.23 },
  { id: 'Umeå', lat: 63.83, lng: 20.26 },
  { id: 'Västerås', ...VASTERAS },
  { id: 'Malmö', lat: 55.61, lng: 13 },
];

const ROOF: Call = {
  name: 'roof',
  path: '/api/v1/pv-yield/series',
  body: { ...VASTERAS, faces: EAST_AND_WEST },
};
const HOURS_OF_ROOF = { location: VASTERAS, pv: { hourly_kwh: '$roof.hourly_kwh' } };

/** The calls of /docs in their languages, and the pages with the same inputs. */
export function recipeCalls(base: string, language: Language, resolution: string) {
  const { lat, lng, ...face } = SOUTH_ROOF;
  const explorer = (roof: Partial<ExplorerState>) =>
    `/?${writeState({ ...DEFAULT_STATE, ...roof, lang: language })}`;
  const house = explorer({ ...VASTERAS, faces: EAST_AND_WEST });
  const codesOf = (program: Omit<Program, 'base'>) => writeCode({ base, ...program });
  const battery = { battery: BATTERY, prices: { resolution } };
  const lookup = { name: 'roof', path: `/api/v1/pv-yield?${queryOf(SOUTH_ROOF)}` };
  const market = { name: 'market', path: `/api/v1/simulation/market?${queryOf({ lat, lng })}` };
  const items = PLACES.map((place) => ({ ...place, tilt: 40, azimuth: 180 }));
  return {
    roof: {
      codes: codesOf({ calls: [lookup] }),
      explorer: explorer({ ...STOCKHOLM, faces: [face] }),
    },
    house: {
      codes: codesOf({
        calls: [ROOF, simulation({ ...HOURS_OF_ROOF, ...battery })],
        print: { ...HOUSE_YEAR, ...BATTERY_SAVINGS },
      }),
      explorer: house,
    },
    meterFile: codesOf({
      calls: [ROOF, simulation({ ...HOURS_OF_ROOF, detail: 'hourly' })],
      end: WRITE_METER,
    }),
    meter: {
      codes: codesOf({
        input: { name: 'meter', codes: READ_METER },
        calls: [simulation({ location: VASTERAS, ...METER, ...battery })],
        print: BATTERY_SAVINGS,
      }),
      explorer: house,
    },
    prices: { codes: codesOf({ calls: [market] }), explorer: explorer(STOCKHOLM) },
    places: codesOf({
      calls: [{ name: 'places', path: '/api/v1/pv-yield/batch', body: { items } }],
    }),
    apiDocs: `/docs/api?l=${language}`,
    data: `${DATA}?l=${language}`,
  };
}

/** A simulation of a roof's hours and a battery, whose answer is printed whole. */
export function simulationCodes(base: string, resolution: string): Codes {
  const body = { ...HOURS_OF_ROOF, battery: BATTERY, prices: { resolution } };
  return writeCode({ base, calls: [ROOF, simulation(body)] });
}

/** The resolution of prices in the code: the finest that the dataset has. */
export function codeResolution(prices: PricesArtifact | null): string {
  return prices ? finestResolution(prices) : 'hourly';
}

function simulation(body: object): Call {
  return { name: 'house', path: '/api/v1/simulation', body };
}

export function queryOf(values: Record<string, number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

const HOUSE_YEAR = {
  produced_kwh: '$house.yearly.produced_kwh',
  exported_kwh: '$house.yearly.exported_kwh',
  savings_sek: '$house.yearly.savings_sek',
};
const BATTERY_SAVINGS = { battery_sek: '$house.yearly.battery.savings_sek' };

/** Takes bought electricity for the house's use, and sold electricity for its production. */
const METER = {
  consumption: { hourly_kwh: '$meter.bought' },
  pv: { hourly_kwh: '$meter.sold' },
};

const WRITE_METER: Codes = {
  curl: `jq -r '.hourly | [.import_kwh, .export_kwh] | transpose[] | @csv' > meter.csv`,
  javascript: `const { import_kwh, export_kwh } = house.hourly;
const rows = import_kwh.map((bought, hour) => bought + ',' + export_kwh[hour] + '\\n');
(await import('node:fs')).writeFileSync('meter.csv', rows.join(''));`,
  python: `with open("meter.csv", "w") as file:
    for bought, sold in zip(house["hourly"]["import_kwh"], house["hourly"]["export_kwh"]):
        file.write(f"{bought},{sold}\\n")`,
};

const READ_METER: Codes = {
  curl: `jq -Rs '[split("\\n")[] | select(. != "") | split(",") | map(tonumber)] |
    transpose | {bought: .[0], sold: .[1]}' meter.csv`,
  javascript: `import { readFileSync } from 'node:fs';

const rows = readFileSync('meter.csv', 'utf8').trim().split('\\n').map((row) => row.split(',').map(Number));
const meter = { bought: rows.map(([kwh]) => kwh), sold: rows.map(([, kwh]) => kwh) };`,
  python: `rows = [[float(kwh) for kwh in row.split(",")] for row in open("meter.csv")]
meter = {"bought": [row[0] for row in rows], "sold": [row[1] for row in rows]}`,
};
