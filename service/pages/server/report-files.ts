import type { Language } from '../shared/words.ts';

/** Names of what `make report` writes next to a dataset. */
export const REPORT_FILES: Record<Language, string> = { en: 'report.html', sv: 'report.sv.html' };
