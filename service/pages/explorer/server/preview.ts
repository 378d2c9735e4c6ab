import type { Request, RequestHandler, Response } from 'express';
import { swedishDay } from '#engine/swedish-day.ts';
import { wordsOf } from '../../messages/messages.ts';
import type { Preview } from '../../preview/draw-preview.ts';
import type { Previews } from '../../preview/render-preview.ts';
import { languageOf } from '../../server/language.ts';
import type { Site } from '../../server/site.ts';
import { houseOf } from '../answer/house-picture.tsx';
import type { FirstAnswers } from '../page-data.ts';
import type { ExplorerState } from '../state.ts';
import { readState, writeState } from '../url-state.ts';
import { writeFirst } from './first-answers.ts';
import { describePlace, type ExplorerLink } from './read-link.ts';

/** Path of the picture of a link to the explorer: its query is the link's. */
export const PREVIEW = '/preview.png';

/** Finds a link and what its page says of it. */
export type ReadFirst = (
  request: Request,
  response: Response,
) => Promise<{ link: ExplorerLink; first: FirstAnswers | null } | null>;

/** Answers with a link's picture: its place, verdict, years, savings and house. Above the limit with the pages' own. */
export function explorerPreview(
  { assets, loaded }: Site,
  previews: Previews,
  readFirst: ReadFirst,
): RequestHandler {
  return async (request, response) => {
    const [, query = ''] = request.url.split('?', 2);
    const state = readState(query, languageOf(request));
    const key = `${loaded.pvYield?.dataset.version} ${swedishDay()} ${writeState(state)}`;
    let png = await previews.find(key);
    const found = png ? null : await readFirst(request, response);
    if (found) {
      const { link, first } = found;
      const preview = writePreview(link.state, link.place, first);
      png = await previews.png(first?.house ? key : null, preview);
    }
    if (!png) return response.redirect(302, assets.url('preview.png'));
    response.set({ 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600' });
    response.send(png);
  };
}

/** Writes what a link's picture says. */
export function writePreview(
  state: ExplorerState,
  place: string | null,
  first: FirstAnswers | null,
): Preview {
  const { explorer, site } = wordsOf(state.lang);
  const { yields = '', earns = null } = first ? writeFirst(state, first) : {};
  const chosen = earns?.options.find(({ isChosen }) => isChosen);
  return {
    place: describePlace({ state, place }),
    from: site.name,
    word: earns?.word || explorer.title,
    tone: earns?.tone ?? 'plain',
    lines: chosen ? [chosen.paid, chosen.saves] : [yields],
    house: houseOf(state, explorer),
  };
}
