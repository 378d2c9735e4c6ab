import { deductionFigures } from '#engine/deduction/rates.ts';
import { spotMeans } from '#engine/simulation/resolve/spot-means.ts';
import { marketTariff, spotPreset } from '#engine/simulation/resolve/spot-preset.ts';
import { profileRows } from '#engine/simulation/series.ts';
import { priceAreaOf } from '../../../../schemas/codec/price-area.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { PriceArea, SimulationMarket } from '../../../../schemas/types.ts';
import type { PlaceSpot } from '../state.ts';

/** The prices at a place as the page shows them: those of the API's market there. */
export interface PlaceMarket
  extends PlaceSpot,
    Pick<SimulationMarket, 'prices' | 'tariff' | 'deduction'> {
  /** Whether each hour counts with its own price. */
  isByTheHour: boolean;
}

interface Place {
  lat: number;
  lng: number;
}

/** Finds the spot prices of a place. */
export function placeSpot(dataset: PricesArtifact, place: Place): PlaceSpot {
  const zone = zoneAt(dataset, place);
  const { used, latest } = spotMeans(dataset);
  return {
    zone,
    spot: { months: used.months, meanSek: used.mean_sek_per_kwh[zone] },
    latest:
      latest.months.last > used.months.last
        ? { months: latest.months, meanSek: latest.mean_sek_per_kwh[zone] }
        : null,
  };
}

/** Prices a place by month and clock hour. */
export function placeMarket(dataset: PricesArtifact, place: Place): PlaceMarket {
  const found = placeSpot(dataset, place);
  const preset = spotPreset(dataset, place, found.zone);
  return {
    ...found,
    prices: {
      import_sek_per_kwh: profileRows(preset.importSekPerKwh),
      export_sek_per_kwh: profileRows(preset.exportSekPerKwh),
      monthly_fee_sek: preset.charges.feeSek,
      peak_charge_sek_per_kw_month: preset.charges.peakSekPerKw,
    },
    tariff: marketTariff(dataset, preset.model.tariff, null),
    deduction: deductionFigures(),
    isByTheHour: dataset.spot_hours !== undefined,
  };
}

/** The import price of each hour at a place, SEK/kWh. Null where the dataset has no hours. */
export function placeImportHours(dataset: PricesArtifact, place: Place): number[] | null {
  if (!dataset.spot_hours) return null;
  const zone = zoneAt(dataset, place);
  return Array.from(spotPreset(dataset, place, zone, { resolution: 'hourly' }).importSekPerKwh);
}

function zoneAt({ header }: PricesArtifact, { lat, lng }: Place): PriceArea {
  return priceAreaOf(header.price_areas.boundaries, lat, lng);
}
