import type { HoursUse } from '../../../schemas/codec/hours-use.ts';
import { DEFAULT_STATE, type ExplorerState } from '../shared/state.ts';
import { writeState } from '../shared/url-state.ts';
import { type Language, wordsOf } from '../shared/words.ts';
import type { RecipeCalls, Views } from '../views/contract.ts';
import type { Assets } from './assets.ts';
import { DEFAULT_BASE, HOME } from './code-data.ts';
import { DATA } from './report.ts';
import { writePage } from './shell.ts';

export const RECIPES = '/docs';
export const API_DOCS = '/docs/api';

/** The page of the first calls to try, without a script. */
export function recipesPage(
  language: Language,
  assets: Assets,
  views: Views,
  { baseUrl, hours }: { baseUrl: string; hours: HoursUse },
): string {
  const { recipes } = wordsOf(language);
  return writePage(assets, {
    language,
    path: RECIPES,
    title: recipes.title,
    description: recipes.lead,
    body: views.recipes(recipes, recipeCalls(baseUrl || DEFAULT_BASE, language, hours)),
  });
}

const STOCKHOLM = { lat: 59.33, lng: 18.07 };
const SOUTH = { tilt: 40, azimuth: 180, kwp: 10 };
const VASTERAS = { lat: 59.61, lng: 16.55 };
const EAST_AND_WEST = [
  { tilt: 27, azimuth: 100, kwp: 5 },
  { tilt: 27, azimuth: 280, kwp: 5 },
];

/** The roof in Västerås, in the form that the simulation takes. */
const [EAST, WEST] = EAST_AND_WEST.map((face) => JSON.stringify(face));
const ROOF = `{"lat":${VASTERAS.lat},"lng":${VASTERAS.lng},"form":"monthly_profile",
    "faces":[${EAST},
             ${WEST}]}`;

// Parts of requests, in jq's writing.
const LOCATION = 'location: {lat: 59.61, lng: 16.55}';
const BATTERY = 'battery: {capacity_kwh: 10, strategy: "combined"}';

/** Filter from rows of bought and sold kWh to a request of the simulation. */
function filterMeter(prices: string): string {
  return `[split("\\n")[] | select(. != "") | split(",") | map(tonumber)] | transpose |
    {${LOCATION}, consumption: {hourly_kwh: .[0]},
     pv: {hourly_kwh: .[1]}, ${BATTERY}${prices}}`;
}

function recipeCalls(base: string, language: Language, hours: HoursUse): RecipeCalls {
  const prices = hours === 'none' ? '' : ',\n     prices: {resolution: "hourly"}';
  const { lat, lng } = STOCKHOLM;
  const { tilt, azimuth, kwp } = SOUTH;
  const explorer = (roof: Partial<ExplorerState>) =>
    `/?${writeState({ ...DEFAULT_STATE, ...roof, lang: language })}`;
  const house = explorer({ ...VASTERAS, faces: EAST_AND_WEST });
  return {
    roof: {
      command: `curl '${base}/api/v1/pv-yield?lat=${lat}&lng=${lng}&tilt=${tilt}&azimuth=${azimuth}&kwp=${kwp}'`,
      explorer: explorer({ ...STOCKHOLM, faces: [SOUTH] }),
    },
    house: {
      command: `curl -s '${base}/api/v1/pv-yield/series' -d '
  ${ROOF}' |
  jq '{${LOCATION}, pv: {monthly_profile}, ${BATTERY}${prices}}' |
  curl -s '${base}/api/v1/simulation' -d @- |
  jq '{savings_sek: .yearly.savings_sek, battery_sek: .yearly.battery.savings_sek}'`,
      explorer: house,
    },
    meterFile: `curl -s '${base}/api/v1/pv-yield/series' -d '
  ${ROOF}' |
  jq '{${LOCATION}, pv: {monthly_profile}, detail: "hourly"}' |
  curl -s --compressed '${base}/api/v1/simulation' -d @- |
  jq -r '.hourly | [.import_kwh, .export_kwh] | transpose[] | @csv' > meter.csv`,
    meter: {
      command: `jq -Rs '${filterMeter(prices)}' meter.csv |
  curl -s '${base}/api/v1/simulation' -d @- |
  jq '{battery_sek: .yearly.battery.savings_sek}'`,
      explorer: house,
    },
    prices: {
      command: `curl '${base}/api/v1/simulation/market?lat=${lat}&lng=${lng}'`,
      explorer: explorer(STOCKHOLM),
    },
    apiDocs: `${API_DOCS}?l=${language}`,
    data: `${DATA}?l=${language}`,
    home: `${HOME}?l=${language}`,
  };
}

/** The page of the API's contract, which Swagger UI draws with a `main` of its own; its texts are English. */
export function apiDocsPage(language: Language, assets: Assets): string {
  const { apiDocs } = wordsOf(language);
  return writePage(assets, {
    language,
    path: API_DOCS,
    title: apiDocs.title,
    description: apiDocs.description,
    styles: [assets.url('api-docs.css')],
    scripts: [assets.url('api-docs.js')],
    body: `<div id="main" tabindex="-1"><div id="swagger-ui" lang="en"></div></div>
<noscript>${apiDocs.noScript} <a href="/api/v1/pv-yield/openapi.json">OpenAPI</a></noscript>`,
  });
}
