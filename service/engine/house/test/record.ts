/** The default dataset's record of houses, and the place and year of the golden values. */
import { readFileSync } from 'node:fs';
import { validator } from '../../../../schemas/checks/validate.ts';

const FILE = new URL('../../../../fixtures/market/household.json', import.meta.url);

export const RECORD = validator('data/household.schema.json')(
  JSON.parse(readFileSync(FILE, 'utf8')),
);

/** Mean temperatures of Stockholm as a lookup there has them, °C. */
export const STOCKHOLM_C = [-0.8, -1, 1.7, 6.2, 11.4, 16, 18.7, 17.7, 13.1, 7.8, 3.6, 0.4];

export const YEAR = 2025;
