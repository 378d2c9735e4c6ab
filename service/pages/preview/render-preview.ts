import { join } from 'node:path';
import type { Assets } from '../server/assets.ts';
import { drawPreview, type Preview } from './draw-preview.ts';

/** Pictures that are kept: of 30 kB each. */
const MOST_CACHED = 200;

export interface Previews {
  /** Finds a picture among the last that were kept. @param key address that it is of, with all that its words depend on */
  find(key: string): Promise<Buffer> | undefined;
  /** Renders a picture. @param key by which it is cached. Null for one that is not whole */
  png(key: string | null, preview: Preview): Promise<Buffer>;
}

/** Renders by resvg, which is loaded with the first picture: 28 kB in 14 ms of one core. */
export function createPreviews(assets: Assets, built: string): Previews {
  const cached = new Map<string, Promise<Buffer>>();
  const fontFiles = ['preview-font.ttf', 'preview-font-bold.ttf'].map((name) =>
    join(built, assets.named(name).file),
  );
  return {
    find: (key) => cached.get(key),
    png(key, preview) {
      const rendered = renderPng(drawPreview(preview), fontFiles);
      if (key === null) return rendered;
      cached.set(key, rendered);
      rendered.catch(() => cached.delete(key));
      const [oldest] = cached.keys();
      if (cached.size > MOST_CACHED && oldest !== undefined) cached.delete(oldest);
      return rendered;
    },
  };
}

async function renderPng(svg: string, fontFiles: string[]): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: 'DejaVu Sans' };
  return (await renderAsync(svg, { font })).asPng();
}
