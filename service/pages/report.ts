import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { ApiError } from '../http/api-error.ts';
import { type Content, contentOf, HTML, sendContent } from './content.ts';
import { POLICIES, setPageHeaders } from './policy.ts';

/** The report that `make report` writes about a dataset, beside it; read again when it has changed. */
export function reportPage(artifacts: string): RequestHandler {
  const path = join(artifacts, 'report.html');
  let read: { writtenMs: number; content: Promise<Content> } | undefined;
  return async (request, response) => {
    const writtenMs = await modified(path);
    if (read?.writtenMs !== writtenMs) {
      read = { writtenMs, content: readFile(path).then((html) => contentOf(HTML, html)) };
      read.content.catch(() => {
        read = undefined;
      });
    }
    const content = await read.content;
    setPageHeaders(response, POLICIES.report);
    sendContent(request, response, content);
  };
}

async function modified(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    throw new ApiError(
      'not_found',
      'There is no report about this dataset: "make report" writes one.',
    );
  }
}
