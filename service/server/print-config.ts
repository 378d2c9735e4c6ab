/** `make config`: every setting with its default, what it means, and its value where it is set. */
import { readConfig, SETTINGS, type Setting } from './config.ts';

/** Whose value is nobody else's. */
const SECRET = /SECRET|REDIS_URL/;

const settings: [string, Setting<unknown>][] = Object.entries(SETTINGS);
for (const [name, { fallback, shown, meaning }] of settings) {
  const value = process.env[name];
  const now = value ? `; now ${SECRET.test(name) ? 'set' : value}` : '';
  console.log(`${name} (default ${shown ?? fallback}${now})\n    ${meaning}.`);
}
try {
  readConfig(process.env);
} catch (error) {
  console.error(`\n${(error as Error).message}`);
  process.exit(1);
}
