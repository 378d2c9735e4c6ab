import { type Language, wordsOf } from '../messages/messages.ts';
import type { Reference } from './code-contract.ts';
import { API_DOCS, type BuiltPage } from './pages.ts';
import { renderOperation, renderReference } from './reference.tsx';

/** The API's pages in a language: the list, and one of each operation. */
export function referencePages(reference: Reference, language: Language): BuiltPage[] {
  const words = wordsOf(language);
  const { title, description } = words.apiDocs;
  return [
    {
      path: API_DOCS,
      title,
      description,
      body: renderReference(words.apiDocs, language, reference),
    },
    ...reference.operations.map((operation) => ({
      path: `${API_DOCS}/${operation.operationId}`,
      title: `${operation.method} ${operation.path}`,
      description: operation.summary,
      body: renderOperation(words, language, operation),
    })),
  ];
}
