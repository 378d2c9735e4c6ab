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
  const free = settings
    .filter((name) => !env[name])
    .map((name) => ({ name, plain: plainName(name) }));
  return Object.keys(env).flatMap((given) => {
    const meant = env[given] && !settings.includes(given) && nearestOf(given, free);
    return meant ? [`${given} is no setting and counts for nothing, expected ${meant}.`] : [];
  });
}

/** A setting's name, and it in capitals without what parts words. */
interface Name {
  name: string;
  plain: string;
}

function nearestOf(given: string, names: readonly Name[]): string | undefined {
  const plain = plainName(given);
  const same = names.find((name) => name.plain === plain || isExchanged(plain, name.plain));
  if (same) return same.name;
  const letters = given.toUpperCase();
  const near = names.map(({ name }) => name).filter((name) => mayBeNear(letters, name));
  return closestMatch(letters, near, { maxDistance: MOST_EDITS });
}

/** Whether a long name's distance is worth counting: where no third of it is whole, there are three edits. */
function mayBeNear(given: string, name: string): boolean {
  if (name.length < LEAST_LENGTH || Math.abs(name.length - given.length) > MOST_EDITS) return false;
  const third = Math.ceil(name.length / (MOST_EDITS + 1));
  return [0, third, 2 * third].some((at) => given.includes(name.slice(at, at + third)));
}

/** Whether two neighbouring letters of a name are exchanged. */
export function isExchanged(given: string, name: string): boolean {
  if (given.length !== name.length) return false;
  const at = [...name].findIndex((letter, i) => letter !== given[i]);
  return given === name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2);
}

function plainName(name: string): string {
  return name.toUpperCase().replace(/[-_.]/g, '');
}
