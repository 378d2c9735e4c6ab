/** Writes calls of the API as code to copy. Every language makes the same calls and prints the same. */

/** Languages in the order in which they are offered. */
export const CODE_LANGUAGES = ['curl', 'javascript', 'python'] as const;

/** One program in each language. */
export type Codes = Record<(typeof CODE_LANGUAGES)[number], string>;

export interface Call {
  /** Name of its answer in the code. */
  name: string;
  /** Path of the operation with its query. */
  path: string;
  /**
   * JSON of a POST, without true, false and null. "$roof.hourly_kwh" is the answer's field of an earlier call,
   * "$market.hours.import_sek_per_kwh + 0.25" a list of which each price is raised.
   */
  body?: object | undefined;
}

/** Calls, of which each takes what it needs from the answers before it. */
export interface Program {
  /** Scheme, host and port of the service. */
  base: string;
  /** Reads values that come from no call. In curl it prints them as JSON. */
  input?: { name: string; codes: Codes };
  calls: readonly Call[];
  /** Value to print, with references as in a body. The whole last answer by default. */
  print?: object;
  /** Code that uses the last answer in place of printing it. */
  end?: Codes;
}

/** Writes a program that needs nothing installed but, for several calls by curl, jq. */
export function writeCode(program: Program): Codes {
  return {
    curl: writeCurl(program),
    javascript: writeJavascript(program),
    python: writePython(program),
  };
}

/** A value of an earlier answer. */
interface Reference {
  name: string;
  fields: string[];
  /** Amount to add to each price of a list, SEK. */
  added: string | undefined;
}

/** Characters of a line next to the answer. */
const LINE = 60;

const REFERENCE = /"\$(\w+)\.([\w.]+)(?: \+ (-?[\d.]+))?"/g;

/** Writes JSON with its references as a language has them. */
function fillIn(value: object, write: (reference: Reference) => string): string {
  return formatJson(value).replace(REFERENCE, (_, name, path, added) =>
    write({ name, fields: path.split('.'), added }),
  );
}

function writeJavascript({ base, input, calls, print, end }: Program): string {
  const isLookup = calls.length === 1 && !calls[0].body;
  const lines = calls.map(({ name, path, body }) => {
    const json = body ? `, ${fillIn(body, javascriptOf)}` : '';
    const call = isLookup ? `(await fetch('${base}${path}')).json()` : `call('${path}'${json})`;
    return `const ${name} = await ${call};`;
  });
  const printed = print ? fillIn(print, javascriptOf) : `${lastName(calls)}, null, 2`;
  return [
    ...(input ? [`${input.codes.javascript}\n`] : []),
    ...(isLookup ? [] : [javascriptCall(base)]),
    ...lines,
    end?.javascript ?? `console.log(JSON.stringify(${printed}));`,
  ].join('\n');
}

function javascriptCall(base: string): string {
  return `async function call(path, body) {
  const response = await fetch('${base}' + path, body && { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}`;
}

function javascriptOf({ name, fields, added }: Reference): string {
  const value = [name, ...fields].join('.');
  return added ? `${value}.map((sek) => Math.round((sek + ${added}) * 1e6) / 1e6)` : value;
}

function writePython({ base, input, calls, print, end }: Program): string {
  const lines = calls.map(({ name, path, body }) => {
    const json = body && `, json.dumps(${fillIn(body, pythonOf)}).encode()`;
    return `${name} = json.load(urlopen("${base}${path}"${json ?? ''}))`;
  });
  const printed = print ? fillIn(print, pythonOf) : `${lastName(calls)}, indent=2`;
  return [
    'import json\nfrom urllib.request import urlopen\n',
    ...(input ? [input.codes.python] : []),
    ...lines,
    end?.python ?? `print(json.dumps(${printed}))`,
  ].join('\n');
}

function pythonOf({ name, fields, added }: Reference): string {
  const value = `${name}${fields.map((field) => `["${field}"]`).join('')}`;
  return added ? `[round((sek + ${added}) * 1e6) / 1e6 for sek in ${value}]` : value;
}

/** A pipe. An answer that is not for the next call is read where it is needed. */
function writeCurl({ base, input, calls, print, end }: Program): string {
  const needs = ({ body = {} }: Call, name: string) => JSON.stringify(body).includes(`"$${name}.`);
  const piped = calls.filter(
    ({ name }, at) => at === calls.length - 1 || needs(calls[at + 1], name),
  );
  const read = (call: Call) =>
    calls
      .filter((other) => !piped.includes(other) && needs(call, other.name))
      .map(({ name, path }) => `--slurpfile ${name} <(curl -s '${base}${path}') `);
  const names = [...(input ? [input.name] : []), ...piped.map(({ name }) => name)];
  const jq = (value: object, previous: string) =>
    `'${fillIn(value, (reference) => jqOf(reference, previous)).replaceAll('\n', '\n  ')}'`;
  const curl = piped.length > 1 || input || print || end ? 'curl -s' : 'curl';
  const stages = piped.map((call, at) => {
    const { path, body } = call;
    const previous = names[names.length - piped.length + at - 1];
    const request = `${curl} '${base}${path}'`;
    if (!body) return request;
    if (previous === undefined) return `${request} -d '${formatJson(body)}'`;
    return `jq -c ${read(call).join('')}${jq(body, previous)} |\n  ${request} -d @-`;
  });
  const printed = print && `jq ${jq(print, lastName(piped))}`;
  return [input?.codes.curl, ...stages, end?.curl ?? printed].filter(Boolean).join(' |\n  ');
}

function jqOf({ name, fields, added }: Reference, previous: string): string {
  const value = `${name === previous ? '' : `$${name}[0]`}.${fields.join('.')}`;
  return added ? `[${value}[] | (. + ${added}) * 1e6 | round / 1e6]` : value;
}

function lastName(calls: readonly Call[]): string {
  return calls[calls.length - 1].name;
}

/** Formats JSON that is also JavaScript, Python and jq (without true, false and null), in short lines. */
function formatJson(value: object, indent = ''): string {
  const line = JSON.stringify(value).replaceAll(',"', ', "').replaceAll(',{', ', {');
  if (indent.length + line.length <= LINE) return line;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const texts = Object.entries(value).map(([name, part]) => {
    const text = Object(part) === part ? formatJson(part, inner) : JSON.stringify(part);
    return `${isList ? '' : `"${name}": `}${text}`;
  });
  const [open, close] = isList ? '[]' : '{}';
  const start = indent === '' ? `\n${inner}` : '';
  return open + start + fillLines(texts, LINE - inner.length).join(`,\n${inner}`) + close;
}

/** Joins short texts to lines of at most so many characters. */
function fillLines(texts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const joined = [...lines.slice(-1), text].join(', ');
    if (joined.length <= width && !joined.includes('\n')) lines.splice(-1, 1, joined);
    else lines.push(text);
  }
  return lines;
}
