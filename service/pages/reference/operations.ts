import { SHOWN_BASE } from '../server/code-data.ts';
import { writeCall } from '../server/write-call.ts';
import { formatJson } from '../shared/format-json.ts';
import type { SearchEntry } from '../shared/script-data.ts';
import type { ReferenceIndex, ReferenceOperation } from '../views/contract.ts';
import {
  DOCUMENT,
  htmlOf,
  inlineHtmlOf,
  type Parameter,
  type PathItem,
  resolve,
} from './document.ts';
import { fieldsOf, parameterField } from './fields.ts';

/** Every operation of the API with all that its page says. */
export function readOperations(): ReferenceOperation[] {
  return Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, item]) => operationOf(path, method.toUpperCase(), item)),
  );
}

/** The list of operations in the groups of the document, with its introduction. */
export function readIndex(operations: readonly ReferenceOperation[]): ReferenceIndex {
  const { info, tags } = DOCUMENT;
  return {
    version: info.version,
    html: htmlOf(info.description),
    groups: tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter(({ group }) => group === name),
    })),
  };
}

/** What is searched: every operation with its fields, each by its id and the beginning of its text. */
export function searchEntries(operations: readonly ReferenceOperation[]): SearchEntry[] {
  return operations.map(({ id, method, path, summary, parameters, body, answer }) => ({
    id,
    title: `${method} ${path}: ${summary}`,
    fields: [...parameters, ...body, ...answer].map((field) => [
      field.id,
      field.html.replace(/<[^>]*>/g, '').slice(0, 100),
    ]),
  }));
}

function operationOf(path: string, method: string, item: PathItem): ReferenceOperation {
  const parameters = item.parameters.map((one) => resolve<Parameter>(one));
  const body = item.requestBody?.content['application/json'];
  const answers = Object.entries(item.responses).map(
    ([status, answer]) => [status, resolve<{ description: string }>(answer)] as const,
  );
  const given = item.responses['200'];
  const answer = 'content' in given ? given.content?.['application/json'] : undefined;
  return {
    id: item.operationId,
    group: item.tags[0],
    method,
    path,
    summary: item.summary,
    html: htmlOf(item.description),
    parameters: parameters.map(parameterField),
    body: body ? fieldsOf(body.schema, 'body') : [],
    answer: answer ? fieldsOf(answer.schema, 'answer') : [],
    answers: answers.map(([status, { description }]) => ({
      status,
      html: inlineHtmlOf(description),
    })),
    codes: writeCall({
      url: `${SHOWN_BASE}${path}${queryOf(parameters)}`,
      body: Object.values(body?.examples ?? {})[0]?.value,
    }),
    example: formatJson(Object.values(answer?.examples ?? {})[0]?.value ?? {}),
  };
}

/** The query of the first example. */
function queryOf(parameters: readonly Parameter[]): string {
  const pairs = parameters.flatMap(({ name, examples = {} }) => {
    const [example] = Object.values(examples);
    return example ? [`${name}=${encodeURIComponent(String(example.value))}`] : [];
  });
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
