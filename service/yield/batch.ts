import type {
  PvYieldBatchFailure,
  PvYieldBatchSuccess,
  PvYieldInput,
} from '../../schemas/types.ts';
import { validator } from '../../schemas/validate.ts';
import { checked, HttpError } from '../http/http-error.ts';
import { checkCovered, type YieldDataset } from './dataset.ts';
import { parseBatchItem } from './query.ts';
import { pvYieldFields } from './response.ts';

const checkRequest = validator('api/pv-yield-batch-request.schema.json');

type Id = PvYieldBatchSuccess['id'];

/** An item as it will be answered: looked up, or refused. */
export type BatchItem =
  | { id: Id; input: PvYieldInput }
  | { id: Id; error: HttpError['body']['error'] };

/**
 * The items of a batch body, in its order.
 * @throws HttpError invalid_parameter when the body as a whole is wrong
 */
export function parseBatch(body: unknown): BatchItem[] {
  return checked(checkRequest, body).items.map(parseItem);
}

/** Results of the items as JSON, in their order; a point that is not covered fails alone. */
export function batchJson(data: YieldDataset, items: readonly BatchItem[]): string {
  const results = items.map((item) => resultJson(data, item));
  return `{"results":[${results.join(',')}],${data.batchCommonJson}`;
}

function parseItem(item: unknown): BatchItem {
  const id = idOf(item);
  try {
    return { id, input: parseBatchItem(item) };
  } catch (error) {
    return { id, error: refusal(error) };
  }
}

function resultJson(data: YieldDataset, item: BatchItem): string {
  if ('error' in item) return failureJson(item.id, item.error);
  const { id, input } = item;
  try {
    checkCovered(data, input);
  } catch (error) {
    return failureJson(id, refusal(error));
  }
  const idJson = id === undefined ? '' : `"id":${JSON.stringify(id)},`;
  return `{${idJson}"ok":true,${pvYieldFields(data, input)}`;
}

function failureJson(id: Id, error: PvYieldBatchFailure['error']): string {
  return JSON.stringify({ id, ok: false, error });
}

/** What a failing item is told; anything else than a refusal goes on. */
function refusal(error: unknown): PvYieldBatchFailure['error'] {
  if (error instanceof HttpError) return error.body.error;
  throw error;
}

/** The caller's own id, where it is one; absent otherwise. */
function idOf(item: unknown): Id {
  const { id } = (item ?? {}) as { id?: unknown };
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as Id) : undefined;
}
