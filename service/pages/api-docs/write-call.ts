import { formatJson } from '../ui/format-json.ts';
import type { Codes } from './code-contract.ts';

/** A call of the API that prints its answer. It has a body if it is a POST. */
export interface WrittenCall {
  /** Scheme, host and path with its query. */
  url: string;
  /** JSON without true, false and null. */
  body?: object | undefined;
}

/** Writes a call as each language makes it, with nothing to install. */
export function writeCall({ url, body }: WrittenCall): Codes {
  const json = body && formatJson(body);
  return {
    curl: json ? `curl '${url}' -d '${json}'` : `curl '${url}'`,
    javascript: `const response = await fetch('${url}'${json ? `, {\n  method: 'POST',\n  body: JSON.stringify(${indented(json)}),\n}` : ''});
console.log(JSON.stringify(await response.json(), null, 2));`,
    python: `import json
from urllib.request import urlopen

${json ? `body = ${json}\nanswer = urlopen("${url}", json.dumps(body).encode())` : `answer = urlopen("${url}")`}
print(json.dumps(json.load(answer), indent=2))`,
  };
}

function indented(json: string): string {
  return json.replaceAll('\n', '\n  ');
}
