import { createHash } from 'node:crypto';
import { listedTariffs } from '#engine/simulation/answer/tariffs.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import type { PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import type { PriceArea, PriceAreaBoundaries } from '../../../schemas/types.ts';
import type { DataUrls } from '../ui/script-data.ts';
import { zonePrices } from './zone-prices.ts';

/** A dataset's prices as pages read them: the names by what is in them, and JSON texts by their names. */
export interface PriceFiles {
  zones: Record<PriceArea, string>;
  /** The grid companies' price lists. */
  tariffs: string;
  boundaries: PriceAreaBoundaries;
  bodies: Map<string, string>;
}

/** Digits of a digest in a name. */
const DIGITS = 16;

export function priceFiles(prices: PricesArtifact): PriceFiles {
  const bodies = new Map<string, string>();
  const add = (name: string, content: object) => {
    const body = JSON.stringify(content);
    const file = contentName(`${name}.json`, body);
    bodies.set(file, body);
    return file;
  };
  const zones = PRICE_AREAS.map((zone) => [zone, add(`prices-${zone}`, zonePrices(prices, zone))]);
  return {
    zones: Object.fromEntries(zones),
    tariffs: add('tariffs', listedTariffs(prices.header.grid_tariffs?.lists ?? [], {})),
    boundaries: prices.header.price_areas.boundaries,
    bodies,
  };
}

/** The addresses of these files below a folder's. */
export function priceUrls(
  { zones, tariffs, boundaries }: PriceFiles,
  folder: string,
): NonNullable<DataUrls['prices']> {
  const urls = PRICE_AREAS.map((zone) => [zone, `${folder}/${zones[zone]}`]);
  return { zones: Object.fromEntries(urls), tariffs: `${folder}/${tariffs}`, boundaries };
}

/** The name of a file by its content: `prices-SE3.0123456789abcdef.json`. */
export function contentName(file: string, content: string | Buffer): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, DIGITS);
  return file.replace('.', `.${digest}.`);
}

/** The name of an artifact by the digest of its head. */
export function artifactName(name: 'pv-yield' | 'prices', digest: string): string {
  return `${name}.${digest.slice(0, DIGITS)}.bin`;
}
