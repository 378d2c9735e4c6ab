import { validator } from '../../../schemas/checks/validate.ts';
import common from '../../../schemas/common.schema.json' with { type: 'json' };
import type {
  PvYieldBatchFailure,
  PvYieldBatchSuccess,
  PvYieldInput,
} from '../../../schemas/types.ts';
import { checked, RequestError } from '../refusal.ts';
import { checkCovered, type YieldDataset } from './dataset.ts';
import { jsonBytes, textWriter, writeJson } from './json/json-bytes.ts';
import { parseBatchItem } from './parse.ts';
import { writePvYieldFields } from './response.ts';

const checkRequest = validator('api/pv-yield-batch-request.schema.json');

const [{ maxLength: MAX_ID_CHARACTERS = 0 }] = common.$defs.correlation_id.anyOf;

const writeComma = textWriter(',');
const writeOk = textWriter('{"ok":true,');

type Id = PvYieldBatchSuccess['id'];
type BatchError = PvYieldBatchFailure['error'];

/** An item as it will be answered: looked up, or with its error. */
export type BatchItem = { id: Id; input: PvYieldInput } | { id: Id; error: BatchError };

/**
 * The items of a batch body, in its order.
 * @throws RequestError invalid_parameter when the body as a whole is wrong
 */
export function parseBatch(body: unknown): BatchItem[] {
  return checked(checkRequest, body).items.map(parseItem);
}

/** Results of the items as JSON, in their order. A point that is not covered fails by itself. */
export function batchJson(data: YieldDataset, items: readonly BatchItem[]): Buffer {
  return jsonBytes(() => {
    writeJson('{"results":[');
    for (let i = 0; i < items.length; i++) {
      if (i > 0) writeComma();
      writeResult(data, items[i]);
    }
    writeJson(`],${data.batchCommonJson}`);
  });
}

function parseItem(item: unknown): BatchItem {
  return { id: idOf(item), ...attempt(() => ({ input: parseBatchItem(item) })) };
}

function writeResult(data: YieldDataset, item: BatchItem): void {
  const { id } = item;
  const found = 'error' in item ? item : attempt(() => checkCovered(data, item.input));
  if ('error' in item || found) {
    writeJson(JSON.stringify({ id, ok: false, ...found }));
  } else {
    if (id === undefined) writeOk();
    else writeJson(`{"id":${JSON.stringify(id)},"ok":true,`);
    writePvYieldFields(data, item.input);
  }
}

/** The result of a call, or the error of its refusal in an item's result. Any other kind of error is thrown on. */
function attempt<Result>(call: () => Result): Result | { error: BatchError } {
  try {
    return call();
  } catch (error) {
    if (error instanceof RequestError) return error.body;
    throw error;
  }
}

/** The caller's own id, where it is one. Absent otherwise. */
function idOf(item: unknown): Id {
  const { id } = (item ?? {}) as { id?: unknown };
  if (typeof id === 'string') return isShort(id) ? id : undefined;
  return Number.isSafeInteger(id) ? (id as number) : undefined;
}

/** Whether a text has as few characters as an id may. A character is one or two units of UTF-16. */
function isShort(id: string): boolean {
  return id.length <= 2 * MAX_ID_CHARACTERS && [...id].length <= MAX_ID_CHARACTERS;
}
