import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import etag from 'etag';
import type { Request, Response } from 'express';
import { matches } from '../http/etag.ts';

/** What a page or an asset is sent as: plain, and compressed in two ways. */
export interface Content {
  type: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  /** Weak: the same in every encoding. */
  tag: string;
}

/** What a text, made at run time, is sent as. Takes a few ms for 100 kB: keep the result. */
export function contentOf(type: string, text: string): Content {
  const plain = Buffer.from(text);
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return contentFrom(type, plain, br, gzipSync(plain));
}

/** What was compressed before. */
export function contentFrom(type: string, plain: Buffer, br: Buffer, gzip: Buffer): Content {
  return { type, plain, br, gzip, tag: etag(plain, { weak: true }) };
}

/** Sends it as the caller takes it, or 304 when the caller has it. */
export function sendContent(request: Request, response: Response, content: Content): void {
  const { type, tag } = content;
  response.set({ 'Content-Type': type, ETag: tag });
  response.vary('Accept-Encoding');
  if (matches(request.headers['if-none-match'], tag)) {
    response.status(304).end();
    return;
  }
  const encoding = (['br', 'gzip'] as const).find((name) => request.acceptsEncodings(name));
  if (encoding) response.set('Content-Encoding', encoding);
  response.send(content[encoding ?? 'plain']);
}
