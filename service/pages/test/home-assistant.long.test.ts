/** The sensors of /docs/home-automation: read, called and rendered as Home Assistant would, but for Home Assistant itself. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { MONTH_DAYS } from '../../../schemas/codec/axes.ts';
import type { PvYieldSeries, SimulationResponse } from '../../../schemas/types.ts';
import { builtDefault } from '../../test/default-dataset.ts';
import { startTestService } from '../../test/service.ts';
import { CONFIGURATION } from './home-assistant-keys.ts';

/** Largest state, and largest attributes that the recorder keeps, by Home Assistant's documentation. */
const MOST_STATE = 255;
const MOST_ATTRIBUTES = 16_384;

const { folder, loaded } = await builtDefault();
const service = await startTestService({ loaded });

interface Sensor {
  name: string;
  value_template: string;
}

interface Entity {
  name: string;
  state: string;
  availability: string;
  attributes?: Record<string, string>;
}

interface Configuration {
  rest: { resource: string; method: string; payload: string; sensor: Sensor[] }[];
  template: { sensor?: Entity[]; binary_sensor?: Entity[] }[];
}

/** Rendered in an hour of a month. */
interface Rendered {
  month: number;
  hour: number;
  /** States by entity, as Home Assistant names it. */
  states: Record<string, string>;
  attributes: Record<string, Record<string, string>>;
}

let html = '';
let yaml = '';
let configuration: Configuration;
let series: PvYieldSeries;
let year: SimulationResponse;
let rendered: Rendered[] = [];

const JINJA = await promisify(execFile)('python3', ['-c', 'import jinja2']).then(
  () => false as const,
  () => 'python3 with jinja2 is not installed here: no template was rendered',
);

before(async () => {
  html = await (await fetch(`${service.base}/docs/home-automation?l=en`)).text();
  const [, code] = /<pre id="sensors"[^>]*>([^<]*)<\/pre>/.exec(html) ?? [];
  const signs = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  yaml = Object.entries(signs)
    .reduce((text, [sign, plain]) => text.replaceAll(sign, plain), code)
    // As the page's script does where the service was told no address.
    .replaceAll('http://localhost:3000', service.base);
  configuration = parse(yaml);
  const answers = await Promise.all(configuration.rest.map(call));
  [series, year] = answers.map((text) => JSON.parse(text)) as [PvYieldSeries, SimulationResponse];
  if (!JINJA) rendered = await renderAll(answers);
});

/** The very call that stands there. */
async function call({ resource, method, payload }: Configuration['rest'][0]): Promise<string> {
  const response = await fetch(resource, { method, body: payload });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text;
}

test('it is YAML, read the same by the version of it that Home Assistant reads', () => {
  assert.deepEqual(parse(yaml, { version: '1.1' }), configuration);
});

test('every key and value is as Home Assistant documents it', () => {
  const check = new Ajv2020({ allErrors: true }).compile(CONFIGURATION);
  assert.ok(check(configuration), JSON.stringify(check.errors));
  assert.ok(!check({ ...configuration, rest: [{ ...configuration.rest[0], interval: 1 }] }));
  assert.ok(!check({ ...configuration, template: [{ sensor: [{ name: 'no state' }] }] }));
});

test('ids are unique, and every entity that is named is there and explained', () => {
  const ids = [...yaml.matchAll(/unique_id: (\w+)/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  const entities = entitiesOf(configuration);
  for (const [, named] of yaml.matchAll(/'((?:binary_)?sensor\.\w+)'/g))
    assert.ok(entities.includes(named), named);
  for (const entity of entities) assert.ok(html.includes(`<code>${entity}</code>`), entity);
});

const slug = (name: string) => name.toLowerCase().replaceAll(' ', '_');

function entitiesOf({ rest, template }: Configuration): string[] {
  return [
    ...rest.flatMap(({ sensor }) => sensor.map(({ name }) => `sensor.${slug(name)}`)),
    ...template.flatMap(({ sensor = [], binary_sensor = [] }) => [
      ...sensor.map(({ name }) => `sensor.${slug(name)}`),
      ...binary_sensor.map(({ name }) => `binary_sensor.${slug(name)}`),
    ]),
  ];
}

/** Home Assistant's templates are Jinja's in a sandbox, whose states are texts without space around them. */
const RENDER = `
import json, sys
from datetime import datetime
from jinja2 import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

given = json.load(open(sys.argv[1]))
configuration, answers = given["configuration"], given["answers"]
env = ImmutableSandboxedEnvironment(undefined=StrictUndefined)
env.filters["float"] = float
slug = lambda name: name.lower().replace(" ", "_")
out = []
for month in range(1, 13):
    for hour in range(24):
        states, attributes = {}, {}
        env.globals.update(now=lambda: datetime(2026, month, 15, hour, 30), states=states.__getitem__,
                           has_value=lambda entity: states[entity] not in ("unknown", "unavailable"))
        render = lambda text, **values: env.from_string(text).render(**values).strip()
        for source, answer in zip(configuration["rest"], answers):
            for sensor in source["sensor"]:
                states["sensor." + slug(sensor["name"])] = render(sensor["value_template"], value_json=answer)
        for part in configuration["template"]:
            for kind, entities in part.items():
                for entity in entities:
                    assert render(entity["availability"]) == "True"
                    states[kind + "." + slug(entity["name"])] = render(entity["state"])
                    attributes[kind + "." + slug(entity["name"])] = {
                        name: render(text) for name, text in entity.get("attributes", {}).items()}
        out.append({"month": month, "hour": hour, "states": states, "attributes": attributes})
print(json.dumps(out))
`;

async function renderAll(answers: readonly string[]): Promise<Rendered[]> {
  const given = { configuration, answers: answers.map((text) => JSON.parse(text)) };
  writeFileSync(join(folder, 'given.json'), JSON.stringify(given));
  writeFileSync(join(folder, 'render.py'), RENDER);
  const options = { cwd: folder, maxBuffer: 2 ** 26 };
  const run = await promisify(execFile)('python3', ['render.py', 'given.json'], options);
  return JSON.parse(run.stdout);
}

const SKIP = { skip: JINJA };

test('the month and its clear day are those of the answer', SKIP, () => {
  assert.equal(rendered.length, 288);
  for (const { month, states, attributes } of rendered) {
    assert.equal(Number(states['sensor.sun_typical_month']), series.monthly_kwh[month - 1]);
    const first = MONTH_DAYS.slice(0, month - 1).reduce((sum, days) => sum + days, 0);
    const sums = Array.from({ length: MONTH_DAYS[month - 1] }, (_, day) =>
      (series.hourly_kwh ?? [])
        .slice(24 * (first + day), 24 * (first + day) + 24)
        .reduce((sum, kwh) => sum + kwh, 0),
    );
    const clearest = Math.max(...sums);
    const shown = Number(states['sensor.sun_clear_day']);
    assert.ok(Math.abs(shown - clearest) < 0.15, `${shown} of ${clearest}`);
    const hours: number[] = JSON.parse(attributes['sensor.sun_clear_day'].hours_kwh);
    assert.equal(hours.length, 24);
    // The sun is south at 12 or 13 o'clock, and away at midnight.
    assert.equal(hours[0], 0);
    assert.ok(Math.abs(hours.indexOf(Math.max(...hours)) - 12) <= 2);
  }
});

test(
  'the battery buys in the months in which the simulation says that it does, and is on in its hours',
  SKIP,
  () => {
    for (const { month, hour, states } of rendered) {
      const bought = year.monthly.grid_charged_kwh?.[month - 1] ?? 0;
      const buys = hoursOf(states['sensor.battery_buys']);
      const sells = hoursOf(states['sensor.battery_sells']);
      if (bought > 30) assert.ok(buys.length > 0, `month ${month}: ${bought} kWh`);
      if (bought === 0) assert.deepEqual(buys, [], `month ${month}`);
      assert.ok(sells.length > 0);
      assert.deepEqual(
        buys.filter((one) => sells.includes(one)),
        [],
        `month ${month}`,
      );
      const isOn = (name: string) => states[`binary_sensor.battery_${name}_now`] === 'True';
      assert.equal(isOn('buys'), buys.includes(hour));
      assert.equal(isOn('sells'), sells.includes(hour));
    }
  },
);

function hoursOf(state: string): number[] {
  return state === '-' ? [] : state.split(' ').map(Number);
}

test('states and attributes are within what Home Assistant keeps', SKIP, () => {
  for (const { states, attributes } of rendered) {
    for (const state of Object.values(states)) assert.ok(state.length <= MOST_STATE, state);
    for (const kept of Object.values(attributes))
      assert.ok(Buffer.byteLength(JSON.stringify(kept)) <= MOST_ATTRIBUTES);
  }
});
