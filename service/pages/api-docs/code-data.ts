import { readFileSync } from 'node:fs';
import { PROJECT } from '../../../schemas/project.ts';
import { type Language, wordsOf } from '../messages/messages.ts';

export const RECIPES = '/docs';

/** Address at which the service listens when nothing else is set, as in the README. */
export const DEFAULT_BASE = 'http://localhost:3000';

/** Stand-in for the service's address in code that is written before it is known. */
export const SHOWN_BASE = 'https://sun.example';

/** The operation whose code makes two calls: its answer is computed from what is loaded. */
export const HOUSE_OPERATION = 'postSimulation';

/** Stand-in for that answer in the page that is written before it is known. */
export const SHOWN_ANSWER = 'the answer of this service';

/** Stand-in for the resolution of prices in that page's code. */
export const SHOWN_RESOLUTION = 'finest-of-dataset';

export const ANSWER_LINES = 26;

/** Fields of the first and the third answer that are shown. */
export const ROOF_FIELDS = ['annual_kwh_kwp', 'optimal', 'annual_kwh', 'monthly_kwh'];
export const PRICE_FIELDS = ['prices', 'spot_sek_per_kwh', 'tariff', 'model'];

/** Data that code-page.js reads: without BASE_URL it puts the page's own origin where the code has a stand-in. */
export function codeData(language: Language, baseUrl: string): object {
  const { copy, copied } = wordsOf(language).site;
  return { copy, copied, standIn: baseUrl ? null : DEFAULT_BASE };
}

/** A recipe's file for the service at an address. */
export function readRecipe(file: string, base: string): string {
  const text = readFileSync(`${PROJECT}service/pages/sdk/recipes/${file}`, 'utf8');
  return text.trimEnd().replaceAll(SHOWN_BASE, base);
}
