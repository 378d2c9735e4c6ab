import type { RequestHandler } from 'express';
import type { Stores } from './guards/memory-store.ts';

/** Handlers that requests of both APIs meet before their route. */
export interface SharedMiddleware {
  /** Waits for the first data, while it is being read. */
  loadedFirst: RequestHandler;
  checkKey: RequestHandler;
  readBody: RequestHandler;
  /** Reads what a person has typed: small bodies only. */
  readForm: RequestHandler;
  /** Counts meta and market calls together. */
  metas: RequestHandler;
  /** Makes the stores of further limits. */
  stores: Stores;
}
