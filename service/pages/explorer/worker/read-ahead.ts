/** Files that the page's first script asks for while the worker's own script is on its way, and hands over. */

/** A file, or null if no answer came: that is told then, and the worker asks for it itself the next time. */
export interface AheadFile {
  ahead: string;
  file: { status: number; etag: string | null; body: ArrayBuffer } | null;
}

/** The name of a file, or of a range of it. */
export function aheadName(url: string, range: string): string {
  return `${url} ${range}`;
}

const awaited = new Map<string, Promise<Response | null>>();
const arrivals = new Map<string, (response: Response | null) => void>();

/** Notes what is coming. */
export function expectFiles(names: readonly string[]): void {
  for (const name of names)
    awaited.set(name, new Promise((resolve) => arrivals.set(name, resolve)));
}

/** Takes a file that has come. */
export function receiveFile({ ahead, file }: AheadFile): void {
  const headers = file?.etag ? { etag: file.etag } : {};
  arrivals.get(ahead)?.(file && new Response(file.body, { status: file.status, headers }));
}

/** Gives a file that is coming, once; undefined if none is. */
export function takeFile(name: string): Promise<Response | null> | undefined {
  const file = awaited.get(name);
  awaited.delete(name);
  return file;
}
