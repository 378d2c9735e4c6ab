import type { Request } from 'express';
import { LANGUAGES, type Language } from '../messages/messages.ts';

/** Language a request asks for: `?l=`, else Accept-Language, else Swedish. */
export function languageOf(request: Request): Language {
  const { l } = request.query;
  return LANGUAGES.find((name) => name === l) ?? acceptedLanguage(request) ?? LANGUAGES[0];
}

function acceptedLanguage(request: Request): Language | undefined {
  const language = request.acceptsLanguages([...LANGUAGES]);
  return LANGUAGES.find((name) => name === language);
}
