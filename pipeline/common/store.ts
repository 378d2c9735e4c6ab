/** What a store of objects does, be it S3 or a folder. */

/** Condition of a put: no object has its name, or the one that has it still has a tag. */
export type Condition = { 'if-none-match': '*' } | { 'if-match': string };

/** How an object is put. */
export interface PutOptions {
  /** Some stores know no conditions: they put it. */
  condition?: Condition;
  /** SHA-256 that the store shall find in the bytes, hexadecimal. */
  sha256?: string;
}

/** A folder of an object store that speaks S3, or of a disk. */
export interface ObjectStore {
  /** The object of that name. The answer's status is 200, or 304 when its tag is `knownTag`. @throws Error */
  get(name: string, knownTag?: string): Promise<Response>;
  /** As `get`. Null when there is none, or these keys may not see it. */
  find(name: string, knownTag?: string): Promise<Response | null>;
  /** Whether these keys see an object of that name. @throws Error when the store does not say */
  has(name: string): Promise<boolean>;
  /** Puts a file, by its path, or bytes there. False when the condition did not hold. @throws Error */
  put(
    name: string,
    content: string | Uint8Array<ArrayBuffer>,
    options?: PutOptions,
  ): Promise<boolean>;
}
