import type { Request } from 'express';
import { LANGUAGES, type Language } from '../messages/messages.ts';

/** Language a request asks for: `?l=`, else Accept-Language, else Swedish. */
export function languageOf(request: Request): Language {
  const known = (name: unknown) => LANGUAGES.find((language) => language === name);
  const accepted = request.acceptsLanguages([...LANGUAGES]);
  return known(request.query.l) ?? known(accepted) ?? LANGUAGES[0];
}
