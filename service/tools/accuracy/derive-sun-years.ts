/** Writes fixtures/measured-years.json anew from measured hours: node derive-sun-years.ts year.json ... */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readPrices } from '../../../schemas/codec/read-artifact.ts';
import { deriveSunYear } from './derive-sun-year.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const RECORD = `${ROOT}fixtures/measured-years.json`;

const prices = await readPrices(`${ROOT}artifacts/prices.bin`);
const record = JSON.parse(readFileSync(RECORD, 'utf8'));
record.years = process.argv.slice(2).map((path) => deriveSunYear(prices, path));
writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
