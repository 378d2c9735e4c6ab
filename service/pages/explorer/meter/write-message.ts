import sentences from '#engine/meter/files/messages.json' with { type: 'json' };
import type { Message } from '#engine/meter/files/problem.ts';
import { fill, formatNumber, listMonths } from '../../messages/format.ts';
import type { Language } from '../../messages/messages.ts';

/** Writes a message as a sentence. Numbers get the language's separators. */
export function writeMessage({ code, values }: Message, language: Language): string {
  const written = Object.entries(values).map(([name, value]) => [
    name,
    name === 'months' ? writeMonths(value, language) : writeValue(value, language),
  ]);
  return fill(sentences[language][code], Object.fromEntries(written));
}

/** Names months that are numbered from 1. */
function writeMonths(numbers: string | number, language: Language): string {
  const names = listMonths(language);
  return `${numbers}`.replace(/\d+/g, (month) => names[Number(month) - 1]);
}

function writeValue(value: string | number, language: Language): string {
  return typeof value === 'number' ? writeNumber(value, language) : value;
}

/** Three digits are enough to recognise a number by. */
function writeNumber(value: number, language: Language): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : 2;
  return formatNumber(value, language, digits);
}
