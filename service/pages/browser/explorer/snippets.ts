import type { BatteryStrategiesRequest, PvYieldSeriesRequest } from '../../../../schemas/types.ts';

/** The two calls that the page's money is from: the second takes the hours that the first answers. */
export interface MoneyCalls {
  /** Scheme, host and port. */
  origin: string;
  series: PvYieldSeriesRequest;
  compare: BatteryStrategiesRequest;
}

/** Languages in the order in which they are offered. */
export const SNIPPET_LANGUAGES = ['curl', 'javascript', 'python', 'homeAssistant'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

const SERIES = '/api/v1/pv-yield/series';
const COMPARE = '/api/v1/simulation/battery-strategies';

/** Writes code that repeats the page's calls; its answers are the numbers shown. */
export function writeSnippet(language: SnippetLanguage, calls: MoneyCalls): string {
  return SNIPPETS[language](calls);
}

const SNIPPETS: Record<SnippetLanguage, (calls: MoneyCalls) => string> = {
  curl: ({ origin, series, compare }) => `curl -s ${origin}${SERIES} \\
  -H 'content-type: application/json' \\
  -d '${formatJson(series)}' |
jq -c '${formatJson(omitRoof(compare))}
  + {pv: {hourly_kwh}}' |
curl -s ${origin}${COMPARE} \\
  -H 'content-type: application/json' -d @- |
jq '{sun_sek: .no_battery.savings_sek, best: .best.by_payback}'
`,

  javascript: ({ origin, series, compare }) => `async function post(path, body) {
  const response = await fetch('${origin}' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

const roof = ${formatJson(series)};
const house = ${formatJson(omitRoof(compare))};

const { hourly_kwh } = await post('${SERIES}', roof);
const { no_battery, best } = await post('${COMPARE}', { ...house, pv: { hourly_kwh } });
console.log(JSON.stringify({ sun_sek: no_battery.savings_sek, best: best.by_payback }));
`,

  python: ({ origin, series, compare }) => `import json
from urllib.request import Request, urlopen


def post(path, body):
    headers = {"content-type": "application/json"}
    with urlopen(Request("${origin}" + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


roof = ${formatJson(series)}
house = ${formatJson(omitRoof(compare))}

house["pv"] = {"hourly_kwh": post("${SERIES}", roof)["hourly_kwh"]}
answer = post("${COMPARE}", house)
print(json.dumps({"sun_sek": answer["no_battery"]["savings_sek"], "best": answer["best"]["by_payback"]}))
`,

  homeAssistant: ({ origin, series }) => `rest:
  - resource: ${origin}${SERIES}
    method: POST
    headers:
      Content-Type: application/json
    payload: '${JSON.stringify({ ...series, form: 'monthly_profile' })}'
    scan_interval: 3600
    sensor:
      - name: Solar power usual at this hour
        unique_id: sun_over_sweden_usual_power
        device_class: power
        unit_of_measurement: kW
        value_template: "{{ value_json.monthly_profile[now().month - 1][now().hour] | round(3) }}"
      - name: Solar energy of a usual year
        unique_id: sun_over_sweden_usual_year
        device_class: energy
        unit_of_measurement: kWh
        value_template: "{{ value_json.annual_kwh }}"
`,
};

/** Omits the house's roof, whose hours come from the first call. */
function omitRoof({ pv: _, ...house }: BatteryStrategiesRequest) {
  return house;
}

const LINE = 84;

/** Formats JSON that is also JavaScript, Python and jq (without true, false and null), in lines that a window holds. */
function formatJson(value: object, indent = ''): string {
  const line = JSON.stringify(value).replaceAll(',"', ', "').replaceAll(',{', ', {');
  const parts = Object.entries(value);
  const isRow = parts.every(([, part]) => typeof part === 'number');
  if (isRow || indent.length + line.length <= LINE) return line;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const lines = parts.map(([name, part]) => {
    const text = typeof part === 'object' ? formatJson(part, inner) : JSON.stringify(part);
    return `${inner}${isList ? '' : `"${name}": `}${text}`;
  });
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
