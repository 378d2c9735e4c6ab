import type { PvYieldMatrixInput } from '../../../schemas/types.ts';
import type { YieldDataset } from './dataset.ts';
import { jsonBytes, writeBytes, writeJson } from './json-bytes.ts';
import { matrixAnswer } from './matrix-answer.ts';

/** Yields of every plane of the dataset at a covered point, as JSON: of the year, and on request of each month. */
export function matrixJson(data: YieldDataset, input: PvYieldMatrixInput): Buffer {
  const own = matrixAnswer(data, input);
  return jsonBytes(() => {
    writeJson(JSON.stringify(own).slice(0, -1));
    writeBytes(data.commonJson);
  });
}
