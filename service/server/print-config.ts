/** `make config`, the service's half: prints the settings, or with `--write` their table into README.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { printSettings, settingsTable } from '../http/settings.ts';
import { SETTINGS } from './config.ts';

const README = new URL('../README.md', import.meta.url);

if (process.argv.includes('--write')) {
  const text = readFileSync(README, 'utf8');
  writeFileSync(
    README,
    text.replace(/^\| variable \|.*\n(\|.*\n)*/m, `${settingsTable(SETTINGS)}\n`),
  );
} else printSettings('The service (make serve)', SETTINGS, process.env);
