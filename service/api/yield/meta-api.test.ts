/** GET /api/v1/pv-yield/meta and the OpenAPI document, rule by rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validator } from '../../../schemas/checks/validate.ts';
import { DEFAULT_RATE_LIMITS } from '../../http/guards/limits.ts';
import { OPENAPI } from '../../test/contract.ts';
import { startTestService, type TestService } from '../../test/service.ts';

const checkMeta = validator('api/pv-yield-meta.schema.json');
const PATH = '/api/v1/pv-yield/meta';

const service = await startTestService({ limits: DEFAULT_RATE_LIMITS });

const meta = async ({ call }: TestService) => checkMeta(JSON.parse((await call(PATH)).text));

test('the answer has the box and spacing of the dataset, how its angles are counted, its accuracy and its version', async () => {
  const { coverage, angles, accuracy, dataset, attribution } = await meta(service);
  assert.deepEqual(coverage, {
    country: 'Sweden',
    bbox: [15, 59, 15.75, 59.5],
    cells: 12,
    grid_deg: [0.25, 0.25],
  });
  assert.deepEqual([angles.tilts_deg.length, angles.azimuths_deg.length], [19, 36]);
  assert.equal(angles.azimuth_convention, '0 = N, 90 = E, 180 = S, 270 = W');
  assert.equal(angles.symmetric, true);
  assert.deepEqual(accuracy, service.loaded.pvYield?.artifact.header.accuracy);
  assert.deepEqual([dataset.version, dataset.generated_at], ['9.8.7', '2026-01-02T03:04:05Z']);
  assert.match(attribution, /CC BY 4\.0/);
});

test('limits are the tables of the interface document as data', async () => {
  const { limits } = await meta(service);
  assert.deepEqual(limits, {
    per_minute: {
      without_key: {
        lookups: 60,
        matrix: 10,
        meta: 60,
        simulation_requests: 10,
        simulation_cells: 50,
      },
      with_key: {
        lookups: 600,
        matrix: 60,
        meta: 600,
        simulation_requests: 100,
        simulation_cells: 500,
      },
    },
    batch_items_max: 50,
    window_s: 60,
    retry_after_unit: 's',
    batch_cost_lookups: 1,
    series_cost_lookups: 1,
    series_horizon_cost_lookups: 2,
    series_faces_max: 10,
    cells_per_simulation: 1,
    cells_per_comparison_max: 25,
    cells_per_range: 5,
    simulation_refusals_uncounted: 60,
    hourly_values: 8760,
    body_bytes_max: 2_097_152,
    concurrent_simulations: 2,
    ev_km_per_day_max: 300,
    kwp_max: 10_000,
    system_loss_max: 0.6,
  });
});

test('links are absolute paths, with the host only under a base URL, and lead to what is not counted', async () => {
  const { docs_url, openapi_url } = await meta(service);
  for (const path of [docs_url, openapi_url]) {
    const { status, headers } = await fetch(service.base + path);
    assert.deepEqual([status, headers.get('ratelimit')], [200, null], `${path} is not counted`);
  }
  const hosted = await startTestService({ baseUrl: 'https://sun.example' });
  const links = await meta(hosted);
  assert.equal(links.docs_url, `https://sun.example${docs_url}`);
  assert.equal(links.openapi_url, `https://sun.example${openapi_url}`);
});

for (const [encoding, most] of [
  ['br', 60_000],
  ['gzip', 80_000],
  ['identity', 400_000],
] as const) {
  test(`both APIs serve the same OpenAPI 3.1 document of interface version 1.1.0, whatever the key: ${encoding}`, async () => {
    assert.match(OPENAPI.openapi, /^3\.1\./);
    assert.equal(OPENAPI.info.version, '1.1.0');
    for (const api of ['pv-yield', 'simulation']) {
      const response = await fetch(`${service.base}/api/v1/${api}/openapi.json`, {
        headers: { 'accept-encoding': encoding, 'x-api-key': 'unknown' },
      });
      assert.equal(response.status, 200);
      const sent = response.headers.get('content-encoding');
      assert.equal(sent, encoding === 'identity' ? null : encoding);
      assert.equal(response.headers.get('vary'), 'Accept-Encoding');
      assert.ok(Number(response.headers.get('content-length')) < most, encoding);
      assert.deepEqual(await response.json(), OPENAPI);
    }
  });
}
