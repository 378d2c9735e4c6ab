/** Name of what `make report` writes next to a dataset. */
export const REPORT_FILE = 'report.html';
