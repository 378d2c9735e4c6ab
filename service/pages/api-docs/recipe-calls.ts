import type { HoursUse } from '../../../schemas/codec/prices-artifact.ts';
import { DATA } from '../data/report.ts';
import { DEFAULT_STATE, type ExplorerState } from '../explorer/state.ts';
import { writeState } from '../explorer/url-state.ts';
import type { Language } from '../messages/messages.ts';
import { formatJson } from '../ui/format-json.ts';
import type { Codes, RecipeCalls } from './code-contract.ts';

export const STOCKHOLM = { lat: 59.33, lng: 18.07 };
export const SOUTH_ROOF = { ...STOCKHOLM, tilt: 40, azimuth: 180, kwp: 10 };

/** The house in Västerås, in the form that the calls take. */
export const VASTERAS = { lat: 59.61, lng: 16.55 };
export const EAST_AND_WEST = [
  { tilt: 27, azimuth: 100, kwp: 5 },
  { tilt: 27, azimuth: 280, kwp: 5 },
];
export const BATTERY = { capacity_kwh: 10, strategy: 'combined' } as const;

const [EAST, WEST] = EAST_AND_WEST.map((face) => JSON.stringify(face));
const ROOF = `{"lat":${VASTERAS.lat},"lng":${VASTERAS.lng},
    "faces":[${EAST},
             ${WEST}]}`;

// The same parts in jq's writing, and in JavaScript's and Python's.
const JQ_PLACE = `location: ${unquoted(VASTERAS)}`;
const JQ_BATTERY = `battery: ${unquoted(BATTERY)}`;
const PLACE = `"location": ${JSON.stringify(VASTERAS)}`;
const HOME_BATTERY = `"battery": ${JSON.stringify(BATTERY)}`;

/** The calls of /docs in their languages, and the pages with the same inputs. */
export function recipeCalls(base: string, language: Language, hours: HoursUse): RecipeCalls {
  const hasHours = hours !== 'none';
  const { lat, lng, ...face } = SOUTH_ROOF;
  const { tilt, azimuth, kwp } = face;
  const explorer = (roof: Partial<ExplorerState>) =>
    `/?${writeState({ ...DEFAULT_STATE, ...roof, lang: language })}`;
  const house = explorer({ ...VASTERAS, faces: EAST_AND_WEST });
  const url = `${base}/api/v1/pv-yield?lat=${lat}&lng=${lng}&tilt=${tilt}&azimuth=${azimuth}&kwp=${kwp}`;
  return {
    roof: { codes: writeCall({ url }), explorer: explorer({ ...STOCKHOLM, faces: [face] }) },
    house: { codes: houseCodes(base, hasHours, PRINT_SAVINGS), explorer: house },
    meterFile: meterFileCodes(base),
    meter: { codes: meterCodes(base, hasHours), explorer: house },
    prices: {
      codes: writeCall({ url: `${base}/api/v1/simulation/market?lat=${lat}&lng=${lng}` }),
      explorer: explorer(STOCKHOLM),
    },
    apiDocs: `/docs/api?l=${language}`,
    data: `${DATA}?l=${language}`,
  };
}

/** A call of the API that prints its answer. It has a body if it is a POST. */
interface WrittenCall {
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

/** Prints what the house saves in a year. */
const PRINT_SAVINGS: Codes = {
  curl: ` |
  jq '{savings_sek: .yearly.savings_sek, battery_sek: .yearly.battery.savings_sek}'`,
  javascript: `const { savings_sek, battery } = house.yearly;
console.log(JSON.stringify({ savings_sek, battery_sek: battery.savings_sek }));`,
  python: `yearly = house["yearly"]
print(json.dumps({"savings_sek": yearly["savings_sek"], "battery_sek": yearly["battery"]["savings_sek"]}))`,
};

/** Prints the whole answer. */
const PRINT_ANSWER: Codes = {
  curl: '',
  javascript: 'console.log(JSON.stringify(house, null, 2));',
  python: 'print(json.dumps(house, indent=2))',
};

/** A simulation of a roof's hours and a battery, whose answer is printed whole. */
export function simulationCodes(base: string): Codes {
  return houseCodes(base, false, PRINT_ANSWER);
}

function houseCodes(base: string, hasHours: boolean, print: Codes): Codes {
  return {
    curl: `curl -s '${base}/api/v1/pv-yield/series' -d '
  ${ROOF}' |
  jq '{${JQ_PLACE}, pv: {hourly_kwh}, ${JQ_BATTERY}${jqPrices(hasHours)}}' |
  curl -s '${base}/api/v1/simulation' -d @-${print.curl}`,
    javascript: `${javascriptPost(base)}
const { hourly_kwh } = await post('pv-yield/series', ${ROOF});
const house = await post('simulation', {
  ${PLACE}, "pv": { hourly_kwh },
  ${HOME_BATTERY}${prices(hasHours)}
});
${print.javascript}`,
    python: `${pythonPost(base)}
roof = post("pv-yield/series", ${ROOF})
house = post("simulation", {
    ${PLACE}, "pv": {"hourly_kwh": roof["hourly_kwh"]},
    ${HOME_BATTERY}${prices(hasHours)}
})
${print.python}`,
  };
}

/** Writes meter.csv from the hours of the house. */
function meterFileCodes(base: string): Codes {
  return {
    curl: `curl -s '${base}/api/v1/pv-yield/series' -d '
  ${ROOF}' |
  jq '{${JQ_PLACE}, pv: {hourly_kwh}, detail: "hourly"}' |
  curl -s --compressed '${base}/api/v1/simulation' -d @- |
  jq -r '.hourly | [.import_kwh, .export_kwh] | transpose[] | @csv' > meter.csv`,
    javascript: `import { writeFileSync } from 'node:fs';

${javascriptPost(base)}
const { hourly_kwh } = await post('pv-yield/series', ${ROOF});
const { hourly } = await post('simulation', {
  ${PLACE}, "pv": { hourly_kwh }, "detail": "hourly",
});
const rows = hourly.import_kwh.map((bought, hour) => bought + ',' + hourly.export_kwh[hour]);
writeFileSync('meter.csv', rows.join('\\n') + '\\n');`,
    python: `${pythonPost(base)}
roof = post("pv-yield/series", ${ROOF})
hourly = post("simulation", {
    ${PLACE}, "pv": {"hourly_kwh": roof["hourly_kwh"]}, "detail": "hourly",
})["hourly"]
with open("meter.csv", "w") as file:
    for bought, sold in zip(hourly["import_kwh"], hourly["export_kwh"]):
        file.write(f"{bought},{sold}\\n")`,
  };
}

/** Reads meter.csv: what was bought is taken for the house's use, what was sold for its production. */
function meterCodes(base: string, hasHours: boolean): Codes {
  return {
    curl: `jq -Rs '[split("\\n")[] | select(. != "") | split(",") | map(tonumber)] | transpose |
    {${JQ_PLACE}, consumption: {hourly_kwh: .[0]},
     pv: {hourly_kwh: .[1]}, ${JQ_BATTERY}${jqPrices(hasHours)}}' meter.csv |
  curl -s '${base}/api/v1/simulation' -d @- |
  jq '{battery_sek: .yearly.battery.savings_sek}'`,
    javascript: `import { readFileSync } from 'node:fs';

${javascriptPost(base)}
const rows = readFileSync('meter.csv', 'utf8').trim().split('\\n').map((row) => row.split(',').map(Number));
const { yearly } = await post('simulation', {
  ${PLACE}, "consumption": { "hourly_kwh": rows.map(([bought]) => bought) },
  "pv": { "hourly_kwh": rows.map(([, sold]) => sold) },
  ${HOME_BATTERY}${prices(hasHours)}
});
console.log(JSON.stringify({ battery_sek: yearly.battery.savings_sek }));`,
    python: `${pythonPost(base)}
rows = [[float(kwh) for kwh in row.split(",")] for row in open("meter.csv")]
house = post("simulation", {
    ${PLACE}, "consumption": {"hourly_kwh": [row[0] for row in rows]},
    "pv": {"hourly_kwh": [row[1] for row in rows]},
    ${HOME_BATTERY}${prices(hasHours)}
})
print(json.dumps({"battery_sek": house["yearly"]["battery"]["savings_sek"]}))`,
  };
}

/** Writes an object as jq takes it, without quotes around its names. */
function unquoted(value: object): string {
  return JSON.stringify(value)
    .replace(/"(\w+)":/g, '$1: ')
    .replaceAll(',', ', ');
}

function jqPrices(hasHours: boolean): string {
  return hasHours ? ',\n     prices: {resolution: "hourly"}' : '';
}

function prices(hasHours: boolean): string {
  return hasHours ? ', "prices": {"resolution": "hourly"},' : ',';
}

function javascriptPost(base: string): string {
  return `async function post(path, body) {
  const response = await fetch('${base}/api/v1/' + path, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}`;
}

function pythonPost(base: string): string {
  return `import json
from urllib.request import urlopen

def post(path, body):
    return json.load(urlopen("${base}/api/v1/" + path, json.dumps(body).encode()))
`;
}
