import type { BatteryStrategiesRequest, PvYieldSeriesRequest } from '../../../../schemas/types.ts';
import { formatJson } from '../../ui/format-json.ts';

/** The two calls that the page's money is from: the second takes the hours that the first answers. */
export interface MoneyCalls {
  /** Scheme, host and port. */
  origin: string;
  series: PvYieldSeriesRequest;
  compare: BatteryStrategiesRequest;
  /** By which a grid fee of one's own raises the market's import price of each hour, SEK. Null without one. */
  raisedSek: number | null;
}

/** Languages in the order in which they are offered. */
export const SNIPPET_LANGUAGES = ['curl', 'javascript', 'python', 'homeAssistant'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

const SERIES = '/api/v1/pv-yield/series';
const COMPARE = '/api/v1/simulation/battery-strategies';

/** Writes code that repeats the page's calls. Its answers are the numbers shown. */
export function writeSnippet(language: SnippetLanguage, calls: MoneyCalls): string {
  return SNIPPETS[language](calls);
}

/** The market's hours, which a third call answers where each of them is raised. */
function marketUrl({ origin, series: { lat, lng } }: MoneyCalls): string {
  return `${origin}/api/v1/simulation/market?lat=${lat}&lng=${lng}&resolution=hourly`;
}

/** Writes it in every language. */
export function writeSnippets(calls: MoneyCalls): Record<SnippetLanguage, string> {
  const written = SNIPPET_LANGUAGES.map((language) => [language, writeSnippet(language, calls)]);
  return Object.fromEntries(written);
}

const SNIPPETS: Record<SnippetLanguage, (calls: MoneyCalls) => string> = {
  curl: (calls) => `curl -s ${calls.origin}${SERIES} \\
  -H 'content-type: application/json' \\
  -d '${formatJson(calls.series)}' |
jq -c ${ifRaised(calls, (_, url) => `--slurpfile market <(curl -s '${url}') `)}'${formatJson(omitHours(calls))}
  + {pv: {hourly_kwh}}${ifRaised(calls, (sek) => `\n  | .prices.import_sek_per_kwh = [$market[0].hours.import_sek_per_kwh[] | (. + ${sek}) * 1e6 | round / 1e6]`)}' |
curl -s ${calls.origin}${COMPARE} \\
  -H 'content-type: application/json' -d @- |
jq '{sun_sek: .no_battery.savings_sek, best: .best.by_payback}'
`,

  javascript: (calls) => `async function post(path, body) {
  const response = await fetch('${calls.origin}' + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

const roof = ${formatJson(calls.series)};
const house = ${formatJson(omitHours(calls))};
${ifRaised(
  calls,
  (sek, url) => `
const { hours } = await (await fetch('${url}')).json();
house.prices.import_sek_per_kwh = hours.import_sek_per_kwh.map(
  (sek) => Math.round((sek + ${sek}) * 1e6) / 1e6,
);
`,
)}
const { hourly_kwh } = await post('${SERIES}', roof);
const { no_battery, best } = await post('${COMPARE}', { ...house, pv: { hourly_kwh } });
console.log(JSON.stringify({ sun_sek: no_battery.savings_sek, best: best.by_payback }));
`,

  python: (calls) => `import json
from urllib.request import Request, urlopen


def post(path, body):
    headers = {"content-type": "application/json"}
    with urlopen(Request("${calls.origin}" + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


roof = ${formatJson(calls.series)}
house = ${formatJson(omitHours(calls))}
${ifRaised(
  calls,
  (sek, url) => `
hours = json.load(urlopen("${url}"))["hours"]["import_sek_per_kwh"]
house["prices"]["import_sek_per_kwh"] = [round((sek + ${sek}) * 1e6) / 1e6 for sek in hours]
`,
)}
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

/** Omits the hours that come from the other calls. */
function omitHours({ compare: { pv: _, ...house }, raisedSek }: MoneyCalls) {
  if (raisedSek === null) return house;
  const { import_sek_per_kwh: __, ...prices } = house.prices ?? {};
  return { ...house, prices };
}

/** Writes the part of a code that raises the market's hours. */
function ifRaised(calls: MoneyCalls, write: (sek: number, url: string) => string): string {
  return calls.raisedSek === null ? '' : write(calls.raisedSek, marketUrl(calls));
}
