import { LANGUAGES, type Language, wordsOf } from '../messages/messages.ts';

/** A choice of language: the same page in another one. */
export interface LanguageChoice {
  language: Language;
  name: string;
  href: string;
}

/** A page in all its languages. @param path of the page. Empty: where the reader is */
export function languageChoices(path: string): LanguageChoice[] {
  const { swedish: sv, english: en } = wordsOf('sv').site;
  return LANGUAGES.map((language) => {
    return { language, name: { sv, en }[language], href: `${path}?l=${language}` };
  });
}

interface LanguageLinksProps {
  label: string;
  language: Language;
  languages: readonly LanguageChoice[];
}

export function LanguageLinks({ label, language, languages }: LanguageLinksProps) {
  return (
    <nav aria-label={label}>
      {languages.map(({ language: other, name, href }) => (
        <a
          href={href}
          lang={other}
          hreflang={other}
          aria-current={other === language ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
