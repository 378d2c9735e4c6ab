/** `make config`, the service's half: prints the settings, or with `--write` their table into docs/configure.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { commandLine } from '../../schemas/commands/command-line.ts';
import { printSettings, settingsTable } from '../http/settings.ts';
import { SETTINGS } from './config.ts';

const PAGE = new URL('../docs/configure.md', import.meta.url);

const { write } = commandLine('config');
if (write) {
  const text = readFileSync(PAGE, 'utf8');
  writeFileSync(
    PAGE,
    text.replace(/^\| variable \|.*\n(\|.*\n)*/m, `${settingsTable(SETTINGS)}\n`),
  );
} else printSettings('The service (make serve)', SETTINGS, process.env);
