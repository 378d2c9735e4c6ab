import { readFileSync } from 'node:fs';
import type { HoursUse } from '../../../schemas/codec/prices-artifact.ts';
import { SHOWN_BASE } from './code-data.ts';

/** The parts of the recipes' files that ask for prices by the hour. */
const HOURLY = ['    "prices": {"resolution": "hourly"},\n', ", resolution: 'hourly'"];

/** A recipe's file for the service at an address. It asks for prices by the hour where there are any. */
export function readRecipe(file: string, base: string, hours: HoursUse = 'listed'): string {
  const text = readFileSync(new URL(`../sdk/recipes/${file}`, import.meta.url), 'utf8').trimEnd();
  const lasting =
    hours === 'none' ? HOURLY.reduce((rest, part) => rest.replace(part, ''), text) : text;
  return lasting.replaceAll(SHOWN_BASE, base);
}
