import { en, type ReportWords } from './words.en.ts';
import { sv } from './words.sv.ts';

/** Languages of a report; the first is the one of its plain name. */
export const REPORT_LANGUAGES = ['en', 'sv'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

export type { ReportWords };

/** Texts of a report in each language. */
export const REPORT_WORDS: Record<ReportLanguage, ReportWords> = { en, sv };
