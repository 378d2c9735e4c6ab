/** The prices of one price area, as far as the houses in it need them: a page reads it instead of prices.bin. */
import { roundTo } from '#engine/round.ts';
import { CLOCK_HOURS, HOURS, MONTHS } from '../../../schemas/codec/axes.ts';
import { type CoverageMask, emptyMask } from '../../../schemas/codec/coverage-mask.ts';
import { colOfLng, latOfRow, lngOfCol, rowOfLat } from '../../../schemas/codec/grid.ts';
import { PRICE_AREAS, priceAreaOf } from '../../../schemas/codec/price-area.ts';
import {
  hoursUse,
  NO_TEMPERATURE,
  type PricesArtifact,
  spotHours,
} from '../../../schemas/codec/prices-artifact.ts';
import { gridOf } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { PriceArea, PricesHeader } from '../../../schemas/types.ts';

/** Months x clock hours. */
const PROFILE = MONTHS * CLOCK_HOURS;

/** Decimals of a spot price in SEK/kWh, of which a float32 up to 8 is made again. */
const SPOT_DECIMALS = 6;

/** Rows and columns of cells around those of the area in which temperatures, and places, may count for its points. */
const CELLS_AROUND = 2;
const PLACES_AROUND = 5;

export interface ZonePrices {
  zone: PriceArea;
  /** The header without the price lists, which are a file of their own. Its places are those of the area. */
  header: PricesHeader;
  /** SEK/kWh without tax and VAT, [month][clock hour]. */
  spot_profile: number[];
  /** SEK/kWh without tax and VAT of each hour. Null where the dataset has none, or they may not be given on. */
  spot_hours: number[] | null;
  /** Per cell: its place in the grid [row][col], and its temperatures by month, 0.1 °C. */
  temperatures: [place: number, tenths: number[]][];
  /** Per place: latitude, longitude (degrees), index into the header's municipalities. */
  places: [lat: number, lng: number, municipality: number][];
}

export function zonePrices(prices: PricesArtifact, zone: PriceArea): ZonePrices {
  const { grid_tariffs: _, ...header } = prices.header;
  const first = PRICE_AREAS.indexOf(zone) * PROFILE;
  const hours = hoursUse(prices) === 'listed' ? spotHours(prices, zone) : null;
  return {
    zone,
    spot_profile: Array.from(prices.spot_profile.subarray(first, first + PROFILE)),
    spot_hours: hours && Array.from(hours, (sek) => roundTo(sek, SPOT_DECIMALS)),
    temperatures: listTemperatures(prices, isNear(prices, zone, CELLS_AROUND)),
    ...cutPlaces(prices, header, isNear(prices, zone, PLACES_AROUND)),
  };
}

/** Makes prices of a file again, for houses in its area. Every point is covered, since the yields decide on coverage. */
export function pricesOfZone(file: ZonePrices): PricesArtifact {
  const { zone, header, spot_profile, spot_hours, temperatures, places } = file;
  const area = PRICE_AREAS.indexOf(zone);
  const { grid, cell_index, temperature } = cellsOf(header, temperatures);
  return {
    header: spot_hours ? header : withoutHours(header),
    grid,
    cell_index,
    temperature,
    spot_profile: inArea(new Float64Array(PRICE_AREAS.length * PROFILE), spot_profile, area),
    ...(spot_hours
      ? { spot_hours: inArea(new Float32Array(PRICE_AREAS.length * HOURS), spot_hours, area) }
      : {}),
    place_point: Float64Array.from(places.flatMap((place) => place.slice(0, 2))),
    place_municipality: Uint16Array.from(places, ([, , municipality]) => municipality),
    hours_used: new Int32Array(0),
    hours_missing: new Int32Array(0),
    coverage: EVERYWHERE.bits,
    mask: EVERYWHERE,
  };
}

/** A dataset's prices as pages may have them: its hours only where they may be listed. */
export function listedPrices(prices: PricesArtifact): PricesArtifact {
  if (hoursUse(prices) === 'listed') return prices;
  const { spot_hours: _, ...others } = prices;
  return { ...others, header: withoutHours(prices.header) };
}

const EVERYWHERE: CoverageMask = {
  ...emptyMask({ west: -180, south: -90, lngStepDeg: 361, latStepDeg: 181, cols: 1, rows: 1 }),
  bits: Uint8Array.of(1),
};

/** Tests whether a cell at most so many rows and columns from a place of the grid [row][col] is centred in the area. */
function isNear(
  { grid, header }: PricesArtifact,
  zone: PriceArea,
  around: number,
): (row: number, col: number) => boolean {
  const { boundaries } = header.price_areas;
  const isIn = Array.from(
    { length: grid.rows * grid.cols },
    (_, place) =>
      priceAreaOf(
        boundaries,
        latOfRow(grid, Math.floor(place / grid.cols)),
        lngOfCol(grid, place % grid.cols),
      ) === zone,
  );
  const offsets = Array.from({ length: 2 * around + 1 }, (_, i) => i - around);
  return (row, col) =>
    offsets.some((up) => offsets.some((right) => isIn[(row + up) * grid.cols + col + right]));
}

function listTemperatures(
  { grid, cell_index, temperature }: PricesArtifact,
  isWanted: ReturnType<typeof isNear>,
): ZonePrices['temperatures'] {
  return Array.from(cell_index, (cell, place): ZonePrices['temperatures'] => {
    const first = MONTHS * cell;
    const isKnown = cell >= 0 && temperature[first] !== NO_TEMPERATURE;
    if (!isKnown || !isWanted(Math.floor(place / grid.cols), place % grid.cols)) return [];
    return [[place, Array.from(temperature.subarray(first, first + MONTHS))]];
  }).flat();
}

function cutPlaces(
  { grid, place_point, place_municipality }: PricesArtifact,
  header: PricesHeader,
  isWanted: ReturnType<typeof isNear>,
): Pick<ZonePrices, 'header' | 'places'> {
  const { names, municipalities, ...source } = header.places;
  const listed = names.flatMap((_, i) => {
    const [lat, lng] = place_point.subarray(2 * i, 2 * i + 2);
    return isWanted(rowOfLat(grid, lat), colOfLng(grid, lng)) ? [i] : [];
  });
  const used = [...new Set(listed.map((i) => place_municipality[i]))];
  return {
    header: {
      ...header,
      places: {
        ...source,
        municipalities: used.map((i) => municipalities[i]),
        names: listed.map((i) => names[i]),
      },
    },
    places: listed.map((i) => [
      place_point[2 * i],
      place_point[2 * i + 1],
      used.indexOf(place_municipality[i]),
    ]),
  };
}

function cellsOf(
  header: PricesHeader,
  temperatures: ZonePrices['temperatures'],
): Pick<PricesArtifact, 'grid' | 'cell_index' | 'temperature'> {
  const grid = gridOf(header.grid);
  const cell_index = new Int32Array(grid.rows * grid.cols).fill(-1);
  for (const [cell, [place]] of temperatures.entries()) cell_index[place] = cell;
  const temperature = Int16Array.from(temperatures.flatMap(([, tenths]) => tenths));
  return { grid, cell_index, temperature };
}

/** A header that has no hours. */
function withoutHours({ spot: { hours: _, ...spot }, ...header }: PricesHeader): PricesHeader {
  return { ...header, spot };
}

function inArea<Values extends Float64Array | Float32Array>(
  all: Values,
  own: readonly number[],
  area: number,
): Values {
  all.set(own, area * own.length);
  return all;
}
