import { PRICE_AREAS, priceAreaOf } from '../../../../schemas/codec/price-area.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import { memoizeAsync } from '../../../../schemas/memoize-async.ts';
import type { GridTariff } from '../../../../schemas/types.ts';
import { pricesOfZone, type ZonePrices } from '../../data/zone-prices.ts';
import { SunError } from '../../sdk/client.ts';
import type { DataUrls } from '../../ui/script-data.ts';
import { fetchInTime } from './fetch-in-time.ts';

/** Prices by area, and the grid companies' lists. All throw SunErrors. */
export interface PriceSource {
  /** The prices for houses at a place. @param hasLists whether the grid companies' price lists are among them */
  at(place: { lat: number; lng: number }, hasLists: boolean): Promise<PricesArtifact>;
  tariffs(): Promise<GridTariff[]>;
}

/** Reads each file when it is first needed. */
export function priceSource(urls: DataUrls['prices']): PriceSource {
  const tariffs = memoizeAsync(() => readJson<GridTariff[]>(needed(urls).tariffs));
  const zones = Object.fromEntries(
    PRICE_AREAS.map((zone) => [
      zone,
      memoizeAsync(async () => pricesOfZone(await readJson<ZonePrices>(needed(urls).zones[zone]))),
    ]),
  );
  return {
    tariffs,
    async at({ lat, lng }, hasLists) {
      const prices = await zones[priceAreaOf(needed(urls).boundaries, lat, lng)]();
      if (!hasLists) return prices;
      return { ...prices, header: { ...prices.header, grid_tariffs: { lists: await tariffs() } } };
    },
  };
}

function needed(urls: DataUrls['prices']): NonNullable<DataUrls['prices']> {
  if (urls) return urls;
  throw new SunError('No prices are loaded.', { code: 'prices_unavailable', status: 503 });
}

async function readJson<Content>(url: string): Promise<Content> {
  const response = await fetchInTime(url).catch((cause) => {
    throw new SunError(`${url} did not answer.`, { code: 'unreachable', status: 0 }, { cause });
  });
  const { status } = response;
  if (!response.ok)
    throw new SunError(`${url} could not be read (status ${status}).`, {
      code: 'unexpected_answer',
      status,
    });
  try {
    return (await response.json()) as Content;
  } catch (cause) {
    throw new SunError(`${url} ended early.`, { code: 'unreachable', status: 0 }, { cause });
  }
}
