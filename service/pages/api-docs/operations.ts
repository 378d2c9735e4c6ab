import { requestsOf } from '../../../schemas/generate/example-requests.ts';
import {
  dereference,
  type JsonObject,
  type Operation,
  operationsOf,
  readOpenapi,
} from '../../../schemas/generate/openapi.ts';
import type { SearchEntry } from '../ui/script-data.ts';
import { type Codes, writeCode } from '../ui/write-code.ts';
import {
  ANSWER_LINES,
  HOUSE_OPERATION,
  SHOWN_ANSWER,
  SHOWN_BASE,
  SHOWN_RESOLUTION,
} from './code-data.ts';
import { fieldsOf, type ReferenceField, type Schema } from './fields.ts';
import keywords from './keywords-sv.json' with { type: 'json' };
import { simulationCodes } from './recipe-calls.ts';
import summaries from './summaries-sv.json' with { type: 'json' };
import { trimAnswer } from './trim-answer.ts';

export interface ReferencePart {
  id: 'parameters' | 'headers' | 'body' | 'answer' | 'answers';
  fields: ReferenceField[];
}

/** An operation as its page shows it. Its description is Markdown. */
export interface ReferenceOperation
  extends Pick<Operation, 'operationId' | 'method' | 'path' | 'summary' | 'description'> {
  codes: Codes;
  /** The answer, shortened. */
  answer: string;
  parts: ReferencePart[];
}

/** Groups of the rules that hold for every operation. */
const GROUPS = ['keys', 'values', 'errors', 'caching'] as const;
type RuleGroup = (typeof GROUPS)[number];

/** The API as its pages show it, in the words of its document. */
export interface Reference {
  version: string;
  /** Rules for every operation, as Markdown in groups. */
  rules: [RuleGroup, string][];
  operations: ReferenceOperation[];
}

export function readReference(): Reference {
  const document = dereference(readOpenapi());
  const { version, description } = document.info;
  return {
    version,
    rules: rulesOf(description),
    operations: operationsOf(document).map(referenceOf),
  };
}

/** The list that is searched: every operation, and then their fields, each with its Swedish keywords. */
export function searchEntries({ operations }: Reference): SearchEntry[] {
  const fields = operations.flatMap(({ operationId, parts }) =>
    parts
      .flatMap((part) => part.fields)
      .map(({ id, text }): SearchEntry => {
        return [`${operationId}#${id}`, text.slice(0, 100), keywordsOf(id)];
      }),
  );
  const swedish = new Map(Object.entries(summaries));
  const calls = operations.map(({ operationId, method, path, summary }): SearchEntry => {
    const text = `${method} ${path}: ${summary}`;
    return [operationId, text, `${swedish.get(operationId)} ${keywordsOf(text)}`];
  });
  return [...calls, ...fields];
}

const KEYWORDS = Object.entries(keywords).map(
  ([swedish, english]) => [swedish, new RegExp(`(?<![a-z])(${english})(?![a-z])`, 'i')] as const,
);

function keywordsOf(text: string): string {
  return KEYWORDS.flatMap(([swedish, english]) => (english.test(text) ? [swedish] : [])).join(' ');
}

function referenceOf(operation: Operation): ReferenceOperation {
  const [{ url, body, answer }] = requestsOf(operation);
  const isHouse = operation.operationId === HOUSE_OPERATION;
  return {
    ...operation,
    codes: isHouse
      ? simulationCodes(SHOWN_BASE, SHOWN_RESOLUTION)
      : writeCode({
          base: SHOWN_BASE,
          calls: [{ name: 'answer', path: url, body: body && JSON.parse(body) }],
        }),
    answer: isHouse ? SHOWN_ANSWER : trimAnswer(answer, { lines: ANSWER_LINES }),
    parts: partsOf(operation),
  };
}

function partsOf({ parameters, requestBody, responses }: Operation): ReferencePart[] {
  const statuses = Object.entries(responses).map(([name, { description }]) => ({
    name,
    in: 'status',
    description,
    schema: {},
  }));
  const named = [...parameters, ...statuses];
  return [
    partOf('parameters', 'query', objectOf(named, 'query')),
    partOf('body', 'body', requestBody?.content['application/json'].schema),
    partOf('answer', 'answer', responses[200].content?.['application/json'].schema),
    partOf('headers', 'header', objectOf(named, 'header')),
    partOf('answers', 'status', objectOf(named, 'status')),
  ].filter(({ fields }) => fields.length > 0);
}

/** The rules of the document's description by their bold names. */
const RULES: Record<RuleGroup, readonly string[]> = {
  keys: ['Keys', 'Compatibility', 'Rate limits', '`Retry-After`'],
  values: ['Yield', 'Azimuth', 'Hours', 'Numbers'],
  errors: ['Errors', 'Unknown', 'Bodies'],
  caching: ['Caching', 'HEAD'],
};

/** Groups the items of a description. @throws Error naming one that is in no group */
function rulesOf(description: string): Reference['rules'] {
  const [, ...items] = description.split(/^- (?=\*\*)/m).map((item) => item.split('\n\n')[0]);
  const groupOf = (item: string) => {
    const name = item.split('**')[1];
    const found = GROUPS.find((group) => RULES[group].includes(name));
    if (found) return found;
    throw new Error(`The rule "${name}" of openapi.yaml is in no group of api-docs/operations.ts.`);
  };
  const groups = items.map((item) => [groupOf(item), `- ${item.trimEnd()}`] as const);
  return GROUPS.map((group) => {
    const own = groups.flatMap(([name, item]) => (name === group ? item : []));
    return [group, own.join('\n')];
  });
}

/** "make check" lints the document, so that its schemas are schemas. */
function partOf(id: ReferencePart['id'], where: string, schema: JsonObject = {}): ReferencePart {
  return { id, fields: fieldsOf(schema as Schema, where) };
}

function objectOf(parameters: Operation['parameters'], place: string): JsonObject {
  const here = parameters.filter((parameter) => parameter.in === place);
  return {
    required: here.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      here.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
  };
}
