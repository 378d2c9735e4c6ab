import type { ErrorMessage } from '../../../../schemas/types.ts';
import { type Language, wordsOf } from '../../messages/messages.ts';
import type { Assets } from '../../server/assets.ts';
import { writePage } from '../../server/shell.ts';
import { escapeText } from '../../ui/charts/svg.ts';

/** Reasons for which a frame has no configurator in it, with their HTTP status. */
export const REFUSALS = { unknown_slug: 404, refused_origin: 403 } as const;

export type Refusal = keyof typeof REFUSALS;

/** A page in the place of a configurator: it says why, to its reader and by a message to the page around. */
export function refusalPage(code: Refusal, language: Language, assets: Assets): string {
  const { sdk } = wordsOf(language);
  const message = { unknown_slug: sdk.unknownSlug, refused_origin: sdk.refusedOrigin }[code];
  return writePage(assets, {
    language,
    path: '',
    framed: true,
    title: sdk.title,
    description: message,
    scripts: ['frame-refusal.js'],
    body: `<main id="main" class="page" tabindex="-1"><h1>${escapeText(message)}</h1></main>`,
    data: { code, message } satisfies ErrorMessage['payload'],
  });
}
