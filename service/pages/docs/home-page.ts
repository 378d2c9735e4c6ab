import { covers } from '../../../schemas/codec/coverage-mask.ts';
import type { HoursUse } from '../../../schemas/codec/hours-use.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { LoadedData, YieldDataset } from '../../api/yield/dataset.ts';
import { parseSeries } from '../../api/yield/query.ts';
import { seriesJson } from '../../api/yield/series.ts';
import { unavailable } from '../../http/http-error.ts';
import type { Assets } from '../server/assets.ts';
import { codeData, DEFAULT_BASE, HOME } from '../server/code-data.ts';
import { readRecipe } from '../server/sdk-page.ts';
import { writePage } from '../server/shell.ts';
import { type HomeQuestion, roofBody, writeHomeAssistant } from '../shared/home-assistant.ts';
import { type Language, wordsOf } from '../shared/words.ts';
import type { Views } from '../views/contract.ts';

/** The house that the page shows until its reader gives another. */
const HOUSE = {
  lat: 59.33,
  lng: 18.07,
  faces: [{ tilt: 40, azimuth: 180, kwp: 10 }],
  useKwh: 15000,
  batteryKwh: 10,
};

/**
 * The page of the sensors for Home Assistant, with the loaded dataset's typical days of the shown roof.
 * @throws HttpError when no dataset is loaded
 */
export function homePage(
  language: Language,
  assets: Assets,
  views: Views,
  { baseUrl, hours, loaded }: { baseUrl: string; hours: HoursUse; loaded: LoadedData },
): string {
  const { home } = wordsOf(language);
  const base = baseUrl || DEFAULT_BASE;
  if (!loaded.pvYield) throw unavailable('dataset_unavailable');
  const place = placeIn(loaded.pvYield.artifact);
  const house = { ...HOUSE, ...place, base, hasHours: hours !== 'none' };
  const [{ tilt, azimuth, kwp }] = HOUSE.faces;
  return writePage(assets, {
    language,
    path: HOME,
    title: home.title,
    description: home.lead,
    styles: [assets.url('code-page.css')],
    scripts: [assets.url('code-page.js'), assets.url('home-page.js')],
    data: codeData(language, baseUrl),
    body: views.homeAutomation(home, {
      house: {
        ...place,
        faces: `${tilt}/${azimuth}/${kwp}`,
        use: HOUSE.useKwh,
        battery: HOUSE.batteryKwh,
      },
      sensors: writeHomeAssistant(
        house,
        typicalDays(house, loaded.pvYield, loaded.prices),
      ).trimEnd(),
      past: readRecipe('home-assistant.py', base, hours).trimEnd(),
    }),
  });
}

/** The house's place, or the first that is covered where the dataset leaves that out. */
function placeIn({ mask, grid, cell_index }: PvYieldArtifact): { lat: number; lng: number } {
  const { lat, lng } = HOUSE;
  const places = Array.from(cell_index, (_, at) => ({
    lat: (grid.firstRow + Math.floor(at / grid.cols)) * grid.stepDeg,
    lng: (grid.firstCol + (at % grid.cols)) * grid.stepDeg,
  })).filter((_, at) => cell_index[at] >= 0);
  return [{ lat, lng }, ...places].find((one) => covers(mask, one.lat, one.lng)) ?? { lat, lng };
}

function typicalDays(
  house: HomeQuestion,
  data: YieldDataset,
  prices: PricesArtifact | null,
): number[][] {
  const asked = parseSeries({ ...roofBody(house), form: 'monthly_profile' });
  return JSON.parse(seriesJson(data, prices, asked)).monthly_profile;
}
