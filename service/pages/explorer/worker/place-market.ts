import { marketTariff, spotPreset } from '#engine/simulation/resolve/spot-preset.ts';
import { profileRows } from '#engine/simulation/series.ts';
import { priceAreaOf } from '../../../../schemas/codec/price-area.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { PriceArea, SimulationMarket } from '../../../../schemas/types.ts';

/** The prices at a place as the page shows them: those of the API's market there. */
export interface PlaceMarket extends Pick<SimulationMarket, 'prices' | 'tariff'> {
  zone: PriceArea;
  spotYear: number;
  /** Whether each hour counts with its own price. */
  isByTheHour: boolean;
}

interface Place {
  lat: number;
  lng: number;
}

/** Prices a place by month and clock hour. */
export function placeMarket(dataset: PricesArtifact, { lat, lng }: Place): PlaceMarket {
  const zone = zoneAt(dataset, { lat, lng });
  const preset = spotPreset(dataset, { lat, lng }, zone);
  return {
    prices: {
      import_sek_per_kwh: profileRows(preset.importSekPerKwh),
      export_sek_per_kwh: profileRows(preset.exportSekPerKwh),
      monthly_fee_sek: preset.charges.feeSek,
      peak_charge_sek_per_kw_month: preset.charges.peakSekPerKw,
    },
    tariff: marketTariff(dataset, preset.model.tariff, null),
    zone,
    spotYear: dataset.header.spot.year,
    isByTheHour: dataset.spot_hours !== undefined,
  };
}

/** The import price of each hour at a place, SEK/kWh. Null where the dataset has no hours. */
export function placeImportHours(dataset: PricesArtifact, { lat, lng }: Place): number[] | null {
  if (!dataset.spot_hours) return null;
  const zone = zoneAt(dataset, { lat, lng });
  const { importSekPerKwh } = spotPreset(dataset, { lat, lng }, zone, {
    resolution: 'hourly',
  });
  return Array.from(importSekPerKwh);
}

function zoneAt({ header }: PricesArtifact, { lat, lng }: Place): PriceArea {
  return priceAreaOf(header.price_areas.boundaries, lat, lng);
}
