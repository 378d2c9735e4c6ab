import { test } from 'node:test';

/**
 * Loads test files into this process one after the other. None of their tests starts before the last file is there: the
 * runner would end, and call what files do `after` all tests, while a later file still prepares its own.
 */
export async function loadTogether(files: readonly URL[]): Promise<void> {
  let open = () => {};
  const loaded = new Promise<void>((resolve) => {
    open = resolve;
  });
  test(`${files.length} test files are loaded`, () => loaded);
  for (const file of files) await import(file.href);
  open();
}
