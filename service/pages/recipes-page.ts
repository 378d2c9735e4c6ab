import type { Assets } from './assets.ts';
import { shell } from './shell.ts';
import type { RecipeCommands, Views } from './views/contract.ts';
import { type Language, wordsOf } from './words.ts';

export const RECIPES = '/docs';

/** Where the service listens when nothing else is set, as in the README. */
const DEFAULT_BASE = 'http://localhost:3000';

/** The page of the first calls to try, without a script. */
export function recipesPage(
  language: Language,
  { url }: Assets,
  views: Views,
  baseUrl: string,
): string {
  const { recipes } = wordsOf(language);
  return shell({
    language,
    path: RECIPES,
    title: recipes.title,
    description: recipes.lead,
    styles: [url('theme.css')],
    scripts: [],
    icon: url('favicon.svg'),
    body: views.recipes(recipes, commandsAt(baseUrl || DEFAULT_BASE)),
  });
}

/** Two faces of a roof in Västerås, in the form that the simulation takes. */
const FACES = JSON.stringify({
  lat: 59.61,
  lng: 16.55,
  faces: [
    { tilt: 27, azimuth: 100, kwp: 5 },
    { tilt: 27, azimuth: 280, kwp: 5 },
  ],
  form: 'monthly_profile',
});

/** From the answer about the faces to a request of the simulation (jq). */
const TO_HOUSE =
  '{location: {lat: 59.61, lng: 16.55}, pv: {monthly_profile}, battery: {capacity_kwh: 10, strategy: "combined"}}';

function commandsAt(base: string): RecipeCommands {
  return {
    roof: `curl '${base}/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180&kwp=10'`,
    house: `curl -s '${base}/api/v1/pv-yield/series' -d '${FACES}' |
  jq '${TO_HOUSE}' |
  curl -s '${base}/api/v1/simulation' -d @- |
  jq '{savings_sek: .yearly.savings_sek, battery_sek: .yearly.battery.savings_sek}'`,
    prices: `curl '${base}/api/v1/simulation/market?lat=59.33&lng=18.07'`,
  };
}
