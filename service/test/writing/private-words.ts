/** Words that texts of this project once used in a sense of their own. CONTRIBUTING.md has the standard terms. */
const PRIVATE = wordsOf([
  'tells?|told|telling',
  'hears?|heard',
  'reckon(?:s|ed|ing)?',
  'asks? (?:again|anew)|asked (?:again|anew)|asking again|anew',
  'former|the one before',
  'forgets?|forgot|forgotten',
  'rooms?|doors?',
  'dear|dearer|dearest',
  'alone',
  'besides?',
  'an own|own ones?',
  'kept',
  'gone',
  'lively|livelier|liveliness',
  'the way out',
  'what is asked',
  'stands? in|stood in|stands? for|stood for',
]);

/** Real uses of these words. */
const ALLOWED: { use: RegExp; reason: string }[] = [
  { use: /\bFORMER\b/gu, reason: 'a variable of make link' },
  { use: /\b410 Gone\b/gu, reason: 'the name of an HTTP status' },
];

/** Lists the private words of a text. */
export function findPrivateWords(text: string): string[] {
  const rest = ALLOWED.reduce((left, { use }) => left.replace(use, ' '), text);
  return rest.match(PRIVATE) ?? [];
}

function wordsOf(alternatives: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\d_-])(?:${alternatives.join('|')})(?![\\p{L}\\d_-])`, 'giu');
}
