/** `/sdk/lookup-simulate.mjs`: the API's simulations, loaded with the first simulation. */

import { RequestError, unavailable } from '#engine/refusal.ts';
import { answerSimulation } from '#engine/simulation/compute.ts';
import { parseSimulationRequest } from '#engine/simulation/parse/request.ts';
import { resolveSimulation } from '#engine/simulation/resolve/cases.ts';
import { checkSection, decodeHead } from '../../../../schemas/codec/artifact.ts';
import { decodePrices } from '../../../../schemas/codec/decode-prices.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import { sectionView } from '../../../../schemas/codec/section.ts';
import type { SimulationResponse } from '../../../../schemas/types.ts';
import { STATUS } from '../../../http/http-error.ts';
import type { Refusal } from './refusal.ts';

/** The prices of a prices.bin, every byte and value checked. @throws Error when it is none, or damaged */
export async function openPrices(
  file: Uint8Array<ArrayBuffer>,
  name: string,
): Promise<PricesArtifact> {
  // Sections lie on multiples of 8 bytes of the file's own memory.
  const bytes = file.byteOffset === 0 ? file : file.slice();
  const { header, entries } = await decodeHead(bytes, bytes.length, name);
  const sections = entries.map((entry) => [entry.name, sectionView(bytes.buffer, entry)] as const);
  for (const entry of entries) {
    const { offset, byteLength } = entry;
    await checkSection(entry, bytes.subarray(offset, offset + byteLength), name);
  }
  return decodePrices({ header, sections: new Map(sections) }, name);
}

/** A house's year, or why the API would refuse it. The other answers would double the weight of this file. */
export function simulate(
  body: unknown,
  prices: PricesArtifact | null,
): { result: SimulationResponse } | { refusal: Refusal } {
  try {
    const request = parseSimulationRequest(body);
    if (!prices) throw unavailable('prices_unavailable');
    return { result: answerSimulation(resolveSimulation(request, prices)) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const { code, message, field }: RequestError = error;
    return { refusal: { code, message, field, status: STATUS[code] } };
  }
}
