import { XMLParser } from 'fast-xml-parser';
import { validator } from '../../../schemas/checks/validate.ts';
import type {
  EntsoePeriod,
  EntsoePrices,
  EntsoeTimeSeries,
  PriceArea,
} from '../../../schemas/types.ts';
import { namingFile, type PriceFile } from './price-files.ts';
import type { QuotedPrice } from './spot-price.ts';

/** The bidding zones' energy identification codes. */
const AREA_OF_EIC: Record<EntsoeTimeSeries['in_Domain.mRID'], PriceArea> = {
  '10Y1001A1001A44P': 'SE1',
  '10Y1001A1001A45N': 'SE2',
  '10Y1001A1001A46L': 'SE3',
  '10Y1001A1001A47J': 'SE4',
};
const MINUTES = { PT60M: 60, PT15M: 15 } as const;
const MINUTE_MS = 60_000;
/** ENTSO-E returns at most a year. A series that omits positions could claim any length. */
const MOST_DAYS = 400;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Two years of quarter hours of four areas, and some. */
const MOST_PRICES = 300_000;
/** Contract types of the market: daily and intraday. */
const DAY_AHEAD = 'A01';
const INTRADAY = 'A07';
const REPEATED = ['TimeSeries', 'Period', 'Point', 'Reason'];

const checkPrices = validator('data/entsoe-prices.schema.json');
const checkRefusal = validator('data/entsoe-acknowledgement.schema.json');
const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => REPEATED.includes(name),
});

/**
 * Prices of an ENTSO-E document of day-ahead prices (A44), EUR/MWh. In a series of curve type A03 a
 * position that is left out has the price of the previous one, up to the period's end.
 * @throws Error when the document is of another kind, is a refusal, is malformed, or claims more than a year
 */
export function readEntsoe(file: PriceFile): QuotedPrice[] {
  const { TimeSeries } = priceDocument(file);
  const prices: QuotedPrice[] = [];
  TimeSeries.forEach((series, s) => {
    checkDayAhead(series, `${file.label}, TimeSeries[${s}]`);
    series.Period.forEach((period, p) => {
      const where = `${file.label}, TimeSeries[${s}].Period[${p}]`;
      for (const price of periodPrices(series, period, where)) prices.push(price);
      checkCount(prices, file);
    });
  });
  return prices;
}

/** Intraday auctions come in documents of the same type. Only the contract of the series differs. */
function checkDayAhead({ 'contract_MarketAgreement.type': type }: EntsoeTimeSeries, where: string) {
  if (type === undefined || type === DAY_AHEAD) return;
  const found = type === INTRADAY ? 'intraday prices' : 'prices of another contract';
  throw new Error(
    `${where}: has ${found} (contract_MarketAgreement.type is "${type}"), expected day-ahead prices (${DAY_AHEAD}). Fetch it again with contract_MarketAgreement.type=${DAY_AHEAD}.`,
  );
}

function checkCount(prices: readonly QuotedPrice[], file: PriceFile): void {
  if (prices.length <= MOST_PRICES) return;
  throw new Error(
    `${file.label}: has more than ${MOST_PRICES} prices, expected a year's. Fetch it again, a year and area at a time.`,
  );
}

function priceDocument(file: PriceFile): EntsoePrices {
  const [kind, content] = rootElement(file);
  if (kind === 'Acknowledgement_MarketDocument') throw refusal(file, content);
  if (kind !== 'Publication_MarketDocument') {
    throw new Error(
      `${file.label}: is a ${kind}, expected a Publication_MarketDocument of day-ahead prices (A44). Request documentType=A44.`,
    );
  }
  return namingFile(file, () => checkPrices(content));
}

function rootElement(file: PriceFile): [kind: string, content: unknown] {
  const document: unknown = namingFile(file, () => parser.parse(file.text, true));
  const elements = Object.entries(document ?? {}).filter(([name]) => !name.startsWith('?'));
  if (elements.length === 1) return elements[0];
  throw new Error(
    `${file.label}: is no XML document, expected one of day-ahead prices (A44). Fetch it again.`,
  );
}

/** The error with ENTSO-E's reason for sending no prices. */
function refusal(file: PriceFile, content: unknown): Error {
  const { Reason } = namingFile(file, () => checkRefusal(content));
  const reasons = Reason.map((reason) => reason.text ?? `code ${reason.code}`).join(' ');
  return new Error(
    `${file.label}: ENTSO-E answered without prices ("${reasons}"). Correct the request and fetch it again.`,
  );
}

function periodPrices(
  series: EntsoeTimeSeries,
  period: EntsoePeriod,
  where: string,
): QuotedPrice[] {
  const minutes = MINUTES[period.resolution];
  const { start, end } = period.timeInterval;
  const startMs = Date.parse(start);
  const lengthMs = Date.parse(end) - startMs;
  if (lengthMs > MOST_DAYS * DAY_MS) {
    throw new Error(
      `${where}: is from ${start} to ${end}, expected at most ${MOST_DAYS} days. Fetch it again, a year at a time.`,
    );
  }
  const positions = lengthMs / (minutes * MINUTE_MS);
  const points = sortedPoints(period);
  checkPositions(points, positions, period, where);
  const listed = series.curveType === 'A03' ? withRepeats(points, positions) : points;
  return listed.map(({ position, price }) => ({
    area: AREA_OF_EIC[series['in_Domain.mRID']],
    startMs: startMs + (position - 1) * minutes * MINUTE_MS,
    minutes,
    price,
    unit: 'eur_per_mwh',
    where: `${where}, position ${position}`,
  }));
}

interface Point {
  position: number;
  price: number;
}

function sortedPoints(period: EntsoePeriod): Point[] {
  const points = period.Point.map((point) => ({
    position: Number(point.position),
    price: Number(point['price.amount']),
  }));
  return points.sort((a, b) => a.position - b.position);
}

/** Each point, and its price again at the positions up to the next one or the end. */
function withRepeats(points: readonly Point[], positions: number): Point[] {
  return points.flatMap(({ position, price }, i) => {
    const next = i + 1 < points.length ? points[i + 1].position : positions + 1;
    // A position listed twice stays twice, so that the check for double prices finds it.
    const length = Math.max(1, next - position);
    return Array.from({ length }, (_, step) => ({ position: position + step, price }));
  });
}

function checkPositions(
  points: readonly Point[],
  positions: number,
  period: EntsoePeriod,
  where: string,
): void {
  const { start, end } = period.timeInterval;
  const found = points.find(({ position }) => position < 1 || position > positions);
  if (Number.isInteger(positions) && positions > 0 && !found) return;
  const problem = found
    ? `has position ${found.position}, expected 1 to ${positions}`
    : `has ${positions} positions, expected a whole number above 0`;
  throw new Error(
    `${where}: ${problem} (${period.resolution} from ${start} to ${end}). Fetch it again.`,
  );
}
