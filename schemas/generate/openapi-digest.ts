/** Digests of the OpenAPI documents: git keeps them, and so shows when the contract moves. */
import { createHash } from 'node:crypto';
import { type Json, type JsonObject, type OpenapiDocument, readOpenapi } from './openapi.ts';

const DOCUMENTS = ['openapi.json', 'integrations/openapi.json'];

/** The digest of each document by its path below schemas/, a line each as sha256sum writes them. */
export function openapiDigests(): string {
  return DOCUMENTS.map((file) => `${openapiDigest(readOpenapi(file))}  ${file}\n`).join('');
}

/** SHA-256 of a document with each reference replaced by what it refers to. */
export function openapiDigest(document: OpenapiDocument): string {
  const whole = JSON.parse(JSON.stringify(document));
  return createHash('sha256')
    .update(JSON.stringify(dereferenced(whole, whole)))
    .digest('hex');
}

function dereferenced(node: Json, document: JsonObject): Json {
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map((item) => dereferenced(item, document));
  const { $ref, ...own } = node;
  const fields = Object.entries(own).map(([name, part]) => [name, dereferenced(part, document)]);
  const target = typeof $ref === 'string' ? dereferenced(partAt($ref, document), document) : {};
  return Object.assign({}, target, Object.fromEntries(fields));
}

/** The part of a document that a reference names: `#/components/schemas/Tilt`. */
function partAt(ref: string, document: JsonObject): Json {
  const names = ref.split('/').slice(1);
  const part = names.reduce<Json | undefined>(
    (node, name) =>
      node === null || typeof node !== 'object' || Array.isArray(node) ? undefined : node[name],
    document,
  );
  if (part === undefined) throw new Error(`The document refers to ${ref}, which it has not.`);
  return part;
}
