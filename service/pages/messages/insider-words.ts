import type { Language } from './messages.ts';

/** Words of the trade that a home owner need not know, as they are in texts: whole words, in any case but for abbreviations. */
const INSIDER: Record<Language, RegExp> = {
  en: wordsOf(
    'api|sdk|dispatch|snapshot|datasets?|climatology|transposition|irradiance|irradiation|payloads?|azimuth|' +
      'parameters?|endpoints?|servers?|scripts?|json|cache|kernel|matrix|quantiles?|kwp|p\\d0|' +
      'reckon(?:s|ed|ing)?|interpolat\\w+|arbitrage|grid cells?|dataset cells?',
  ),
  sv: wordsOf(
    'api(?::et)?|sdk|dispatch|datamängd(?:en|er)?|dataset|klimatologi|transponering|irradians|nyttolast|azimut|' +
      'parametrar?|ändpunkt(?:er)?|servern?|skript(?:et)?|json|cache|matris(?:en)?|kvantil(?:er)?|kwp|' +
      'p\\d0|interpol\\w+|arbitrage|rutnätsceller?|kalibrer\\w+|systemförluster\\w*',
  ),
};

/** Lists a text's words of the trade. */
export function findInsiderWords(text: string, language: Language): string[] {
  return text.match(INSIDER[language]) ?? [];
}

function wordsOf(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${alternatives})(?![\\p{L}\\d])`, 'giu');
}
