import { type Language, wordsOf } from '../messages/messages.ts';

export const RECIPES = '/docs';

/** Address at which the service listens when nothing else is set, as in the README. */
export const DEFAULT_BASE = 'http://localhost:3000';

/** Stand-in for the service's address in code that is written before it is known. */
export const SHOWN_BASE = 'https://sun.example';

/** Fields of the first and the third answer that are shown. */
export const ROOF_FIELDS = ['annual_kwh_kwp', 'optimal', 'annual_kwh', 'monthly_kwh'];
export const PRICE_FIELDS = ['prices', 'spot_sek_per_kwh', 'tariff', 'model'];

/** What code-page.js reads: without BASE_URL it puts the page's own origin where the code has a stand-in. */
export function codeData(language: Language, baseUrl: string): object {
  const { copy, copied } = wordsOf(language).site;
  return { copy, copied, standIn: baseUrl ? null : DEFAULT_BASE };
}
