import type { Face } from './state.ts';

/** A house whose sun and battery Home Assistant follows. */
export interface HomeQuestion {
  /** Scheme and host of the service. */
  base: string;
  lat: number;
  lng: number;
  faces: readonly Face[];
  useKwh: number;
  batteryKwh: number;
  /** Whether the dataset has prices by the hour. */
  hasHours: boolean;
}

/** Least kWh by which an hour of the mean day, in which days mix, buys more than it sells or the reverse. */
const LEAST_KWH = 0.1;

/** The call whose answer is the roof's hours, or in `monthly_profile` its typical days. */
export function roofBody({ lat, lng, faces }: HomeQuestion): object {
  return { lat, lng, faces };
}

/**
 * Sensors of a house for Home Assistant's configuration.yaml, by its integrations rest and template: each state
 * within its 255 characters, each attribute far within the 16 kB that its recorder keeps.
 * @param profile kWh of the roof's typical days [month][clock hour], as the series call gives `monthly_profile`
 */
export function writeHomeAssistant(house: HomeQuestion, profile: readonly number[][]): string {
  return `rest:
  - resource: ${house.base}/api/v1/pv-yield/series
    method: POST
    payload: '${JSON.stringify(roofBody(house))}'
    scan_interval: 21600
    timeout: 30
    sensor:
      - name: Sun typical month
        unique_id: sun_over_sweden_typical_month
        device_class: energy
        unit_of_measurement: kWh
        value_template: "{{ value_json.monthly_kwh[now().month - 1] }}"
      - name: Sun clear day hours
        unique_id: sun_over_sweden_clear_day_hours
        value_template: >-
          {% set days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] %}
          {% set first = days[:now().month - 1] | sum %}
          {% set clear = namespace(hours=[]) %}
          {% for day in range(first, first + days[now().month - 1]) %}
            {% set hours = value_json.hourly_kwh[24 * day:24 * day + 24] %}
            {% if hours | sum > clear.hours | sum %}{% set clear.hours = hours %}{% endif %}
          {% endfor %}
          {{ clear.hours | map('round', 2) | join(' ') }}

  - resource: ${house.base}/api/v1/simulation
    method: POST
    payload: >-
${payloadLines(house, profile)}
    scan_interval: 21600
    timeout: 30
    sensor:
      - name: Battery buys
        unique_id: sun_over_sweden_battery_buys
        value_template: >-
          {% set day = value_json.typical_days %}
          {% set m = now().month - 1 %}
          {% set found = namespace(hours=[]) %}
          {% for h in range(24) %}
            {% set sun = [day.pv_kwh[m][h] - day.load_kwh[m][h], 0] | max %}
            {% set bought = day.charge_kwh[m][h] - sun - day.discharge_kwh[m][h] %}
            {% if bought >= ${LEAST_KWH} %}{% set found.hours = found.hours + [h] %}{% endif %}
          {% endfor %}
          {{ found.hours | join(' ') or '-' }}
      - name: Battery sells
        unique_id: sun_over_sweden_battery_sells
        value_template: >-
          {% set day = value_json.typical_days %}
          {% set m = now().month - 1 %}
          {% set found = namespace(hours=[]) %}
          {% for h in range(24) %}
            {% set sold = day.discharge_kwh[m][h] - day.charge_kwh[m][h] %}
            {% if sold >= ${LEAST_KWH} %}{% set found.hours = found.hours + [h] %}{% endif %}
          {% endfor %}
          {{ found.hours | join(' ') or '-' }}

template:
  - sensor:
      - name: Sun clear day
        unique_id: sun_over_sweden_clear_day
        device_class: energy
        unit_of_measurement: kWh
        availability: "{{ has_value('sensor.sun_clear_day_hours') }}"
        state: "{{ states('sensor.sun_clear_day_hours').split(' ') | map('float') | sum | round(1) }}"
        attributes:
          hours_kwh: "{{ states('sensor.sun_clear_day_hours').split(' ') | map('float') | list }}"
  - binary_sensor:
      - name: Battery buys now
        unique_id: sun_over_sweden_battery_buys_now
        availability: "{{ has_value('sensor.battery_buys') }}"
        state: "{{ now().hour | string in states('sensor.battery_buys').split(' ') }}"
      - name: Battery sells now
        unique_id: sun_over_sweden_battery_sells_now
        availability: "{{ has_value('sensor.battery_sells') }}"
        state: "{{ now().hour | string in states('sensor.battery_sells').split(' ') }}"
`;
}

/** The simulation's body in the lines of a folded text, a month's typical day on each. */
function payloadLines(house: HomeQuestion, profile: readonly number[][]): string {
  const { lat, lng, useKwh, batteryKwh, hasHours } = house;
  const rest = {
    location: { lat, lng },
    consumption: { yearly_kwh: useKwh },
    battery: { capacity_kwh: batteryKwh, strategy: 'combined' },
    ...(hasHours ? { prices: { resolution: 'hourly' } } : {}),
    detail: 'typical_days',
  };
  const days = profile.map((day) =>
    JSON.stringify(day.map((kwh) => Math.round(1000 * kwh) / 1000)),
  );
  const lines = [
    `${JSON.stringify(rest).slice(0, -1)},`,
    '"pv":{"monthly_profile":[',
    ...days.map((day, month) => (month < days.length - 1 ? `${day},` : day)),
    ']}}',
  ];
  return lines.map((line) => `      ${line}`).join('\n');
}
