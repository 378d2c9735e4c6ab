import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeDataset } from '../../../../pipeline/dataset/artifact.test-kit.ts';
import { testFolder } from '../../../../pipeline/files/folder.test-kit.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type {
  BatteryStrategiesRequest,
  BatteryStrategiesResponse,
  PvYieldSeries,
  PvYieldSeriesRequest,
} from '../../../../schemas/types.ts';
import { testArtifact } from '../../../test/artifact.ts';
import { startTestService, type TestService, testLoaded } from '../../../test/service.ts';
import { post } from '../../ui/api.ts';
import type { DataUrls } from '../../ui/script-data.ts';
import { computeHouseVerdict } from '../house-verdict.ts';
import type { ExplorerData, FirstHouse } from '../page-data.ts';
import { type ExplorerState, houseState } from '../state.ts';
import type { LocalCalls } from './local-calls.ts';
import { localCalls } from './local-work.ts';
import { priceSource } from './price-source.ts';
import { sunSource } from './sun-source.ts';

/** A service on the test dataset with its file, and the page's worker next to it. */
export async function startLocalTest(
  prices: PricesArtifact | null,
): Promise<{ service: TestService; local: LocalCalls }> {
  const artifacts = join(testFolder(), 'artifacts');
  mkdirSync(artifacts);
  writeDataset(join(artifacts, 'pv-yield.bin'), testArtifact());
  const service = await startTestService({ loaded: { ...testLoaded(), prices }, artifacts });
  const urls = await readUrls(service.base);
  return { service, local: localCalls(sunSource(urls.yields), priceSource(urls.prices)) };
}

/** The addresses that the explorer gives its worker. */
async function readUrls(base: string): Promise<DataUrls> {
  const html = await (await fetch(`${base}/`)).text();
  const [, json = ''] = /id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
  const { data }: ExplorerData = JSON.parse(json.replaceAll('"/data/', `"${base}/data/`));
  return data;
}

/** The API's comparison. @param origin scheme, host and port */
export function askComparison(
  origin: string,
  request: BatteryStrategiesRequest,
): Promise<BatteryStrategiesResponse> {
  return post('/simulation/battery-strategies', request, { origin });
}

/** The API's series. @param origin scheme, host and port */
export function askSeries(origin: string, request: PvYieldSeriesRequest): Promise<PvYieldSeries> {
  return post('/pv-yield/series', request, { origin });
}

/** The worker's answers on a house, in the order in which the page asks. */
export async function askHouse(local: LocalCalls, state: ExplorerState): Promise<FirstHouse> {
  const house = { state: houseState(state), meter: null };
  const money = await local.money(house);
  const { battery, chosen } = computeHouseVerdict(state, money.money, false);
  assert.ok(battery);
  const { kwh: sizeKwh, strategy } = battery;
  const { batteryKwh } = chosen;
  return {
    spot: await local.spot(state),
    money,
    months: await local.months(house, { sizeKwh, strategy }),
    ...(await local.range(house, { sizeKwh: batteryKwh, strategy })),
    ...(await local.chance(state)),
  };
}
