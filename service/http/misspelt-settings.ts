import { closestMatch } from 'leven';

/** Shorter names are near to many words, but for two letters exchanged. */
const LEAST_LENGTH = 8;
/** A letter changed, left out or added; two exchanged are two changes. */
const MOST_EDITS = 2;

/**
 * A sentence for each variable of the environment that is no setting and was perhaps meant as one that is
 * not set: in other letters, or with a slip. Other programs' variables are there, too, so it is advice and
 * stops nothing.
 */
export function misspeltNames(settings: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const free = settings.filter((name) => !env[name]);
  return Object.keys(env).flatMap((given) => {
    const meant = env[given] && !settings.includes(given) && nearestOf(given, free);
    return meant ? [`${given} is no setting and counts for nothing, expected ${meant}.`] : [];
  });
}

function nearestOf(given: string, names: readonly string[]): string | undefined {
  const plain = plainName(given);
  const long = names.filter(({ length }) => length >= LEAST_LENGTH);
  return (
    names.find((name) => plainName(name) === plain || isExchanged(plain, plainName(name))) ??
    closestMatch(given.toUpperCase(), long, { maxDistance: MOST_EDITS })
  );
}

/** Whether two neighbouring letters of a name are exchanged. */
function isExchanged(given: string, name: string): boolean {
  const at = [...name].findIndex((letter, i) => letter !== given[i]);
  return given === name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2);
}

function plainName(name: string): string {
  return name.toUpperCase().replace(/[-_.]/g, '');
}
