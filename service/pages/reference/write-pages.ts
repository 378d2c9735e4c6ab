import { LANGUAGES, wordsOf } from '../shared/words.ts';
import type { ReferenceOperation, Views } from '../views/contract.ts';
import { readIndex } from './operations.ts';
import { type BuiltPage, fileOf } from './pages.ts';

/** The pages in each language by the names of their files. Their code has a stand-in for the service's address. */
export function referencePages(
  operations: readonly ReferenceOperation[],
  views: Views,
): Record<string, BuiltPage> {
  const index = readIndex(operations);
  const pages = LANGUAGES.flatMap((language): [string, BuiltPage][] => {
    const words = wordsOf(language);
    const { title, description } = words.apiDocs;
    const body = views.referenceIndex(words, language, index);
    return [
      [fileOf(language, ''), { title, description, body }],
      ...operations.map((operation): [string, BuiltPage] => [
        fileOf(language, operation.id),
        {
          title: `${operation.method} ${operation.path}`,
          description: operation.summary,
          body: views.referenceOperation(words, language, operation),
        },
      ]),
    ];
  });
  return Object.fromEntries(pages);
}
