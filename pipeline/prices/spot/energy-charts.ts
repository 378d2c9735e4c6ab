import { counted } from '../../../schemas/checks/problem.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import type { PriceArea } from '../../../schemas/types.ts';
import { namingFile, type PriceFile } from './price-files.ts';
import { type QuotedPrice, resolutionsOf } from './spot-price.ts';

const UNIT = 'EUR/MWh';
const checkAnswer = validator('data/energy-charts-prices.schema.json');

/**
 * Prices of an answer of api.energy-charts.info/price, EUR/MWh, hours or quarter hours; a null
 * price is a gap. The answer does not name its price area: the file's name must.
 * @throws Error when the name has no area, or the unit or a length is wrong
 */
export function readEnergyCharts(file: PriceFile): QuotedPrice[] {
  const area = areaInName(file);
  const answer = namingFile(file, () => checkAnswer(JSON.parse(file.text)));
  const { unix_seconds, price: prices, unit } = answer;
  if (unit.replaceAll(' ', '') !== UNIT) {
    throw new Error(`${file.label}: "unit" is "${unit}", expected "EUR / MWh". Fetch it again.`);
  }
  if (prices.length !== unix_seconds.length) {
    throw new Error(
      `${file.label}: "price" has ${counted(prices.length, 'value')}, expected ${unix_seconds.length} as in "unix_seconds". Fetch it again.`,
    );
  }
  const starts = unix_seconds.map((seconds) => seconds * 1000);
  const minutes = resolutionsOf(starts);
  return prices.flatMap((price, i) => {
    if (price === null) return [];
    const where = `${file.label}, entry [${i}]`;
    return { area, startMs: starts[i], minutes: minutes[i], price, unit: 'eur_per_mwh', where };
  });
}

function areaInName(file: PriceFile): PriceArea {
  const found = PRICE_AREAS.filter((area) =>
    new RegExp(`(?<![a-z])${area}(?!\\d)`, 'i').test(file.name),
  );
  if (found.length === 1) return found[0];
  throw new Error(
    `${file.label}: the name tells ${found.length === 0 ? 'no price area' : found.join(' and ')}, expected one of ${PRICE_AREAS.join(', ')}, as in prices_SE3.json. Rename the file.`,
  );
}
