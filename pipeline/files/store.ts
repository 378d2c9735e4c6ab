/** The interface of object stores: S3 or a folder. */

/** Condition of a put: there is no such object, or it still has a tag. */
export type Condition = { 'if-none-match': '*' } | { 'if-match': string };

export interface PutOptions {
  /** Stores that do not support conditions put it regardless. */
  condition?: Condition;
  /** SHA-256 that the store verifies, hexadecimal. */
  sha256?: string;
}

/** A folder of an S3 store or of a disk. */
export interface ObjectStore {
  /** The object of that name. The answer's status is 200, or 304 when its tag is `knownTag`. @throws Error */
  get(name: string, knownTag?: string): Promise<Response>;
  /** Like `get`. Null when there is none, or these keys may not see it. */
  find(name: string, knownTag?: string): Promise<Response | null>;
  /** Whether there is an object of that name that these keys may see. @throws Error when the store fails */
  has(name: string): Promise<boolean>;
  /** Puts a file (by its path) or bytes. False when the condition does not hold. @throws Error */
  put(
    name: string,
    content: string | Uint8Array<ArrayBuffer>,
    options?: PutOptions,
  ): Promise<boolean>;
}
