import type { BatteryStrategiesRequest, PvYieldSeriesRequest } from '../../../../schemas/types.ts';
import { type Call, CODE_LANGUAGES, type Program, writeCode } from '../../ui/write-code.ts';
import type { EconomyToday } from '../house-verdict.ts';

/** The calls that repeat a house's figures. What is long in them comes from the calls before. */
export interface HouseCalls {
  series: PvYieldSeriesRequest;
  /** The house, whose batteries are those of the economy. */
  compare: BatteryStrategiesRequest;
  /** By which a grid fee of one's own raises the market's import price of each hour, SEK. Null without one. */
  raisedSek: number | null;
}

/** The calls that the page's verdict is from: the second takes the hours that the first answers. */
export interface MoneyCalls extends HouseCalls {
  /** Scheme, host and port. */
  origin: string;
  economy: EconomyToday;
}

/** Languages in the order in which they are offered. */
export const SNIPPET_LANGUAGES = [...CODE_LANGUAGES, 'homeAssistant'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

const SERIES = '/api/v1/pv-yield/series';

/** Writes code that repeats the page's calls. Its answers are the numbers shown. */
export function writeSnippets(calls: MoneyCalls): Record<SnippetLanguage, string> {
  return { ...writeCode(programOf(calls)), homeAssistant: writeSensors(calls) };
}

/** The hours come from the other calls: those of the roof, and the market's where each of them is raised. */
function programOf({ origin, series, compare, economy, raisedSek }: MoneyCalls): Program {
  const { lat, lng } = series;
  const { compare: _, ...house } = compare;
  const market = `/api/v1/simulation/market?lat=${lat}&lng=${lng}&resolution=hourly`;
  const raised = {
    ...house.prices,
    import_sek_per_kwh: `$market.hours.import_sek_per_kwh + ${raisedSek}`,
  };
  const body = {
    ...house,
    ...(raisedSek === null ? {} : { prices: raised }),
    pv: { hourly_kwh: '$roof.hourly_kwh' },
    economy,
  };
  const calls: Call[] = [
    { name: 'roof', path: SERIES, body: series },
    { name: 'verdict', path: '/api/v1/simulation/verdict', body },
  ];
  return {
    base: origin,
    calls: raisedSek === null ? calls : [{ name: 'market', path: market }, ...calls],
    print: { suggested: '$verdict.suggested', systems: '$verdict.systems' },
  };
}

function writeSensors({ origin, series }: MoneyCalls): string {
  return `rest:
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
`;
}
