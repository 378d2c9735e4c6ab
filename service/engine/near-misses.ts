import leven from 'leven';
import { formatValue, MAX_SHOWN } from '../../schemas/checks/problem.ts';
import { AZIMUTH_CONVENTION } from '../../schemas/codec/axes.ts';
import { HARMLESS, OTHER_NAMES, unsupportedReason } from './foreign-names.ts';
import { RequestError } from './refusal.ts';

/** How ours are counted, where other services count otherwise. */
const UNITS: Record<string, string> = {
  azimuth: `, counted from north: ${AZIMUTH_CONVENTION}. PVGIS' aspect is azimuth - 180`,
  kwp: ', in kW',
  system_loss: ', a fraction: 14 % is 0.14',
};

/** A name up to this length is a near miss at one edit, a longer one at two. */
const SHORT = 4;

/** From this length on another service's name is far enough from everyday words to have near misses. */
const DISTINCT = 8;

/** Parameters that another call has. */
export interface OtherCall {
  call: string;
  names: readonly string[];
}

/** Finds the name of ours that is meant. */
type FindName = (plain: string, names: readonly string[]) => string | undefined;

/**
 * Refuses a parameter that is probably meant as one of ours: a misspelling, a plural, a leftover of HTML (`amp;kwp`) or of
 * form encoding (`kwp[]`), or another service's name. Ignored, it would leave the default in place without a word.
 * Other unknown names are ignored.
 * @param others calls of a yield that have parameters which would be missed here. With them, what changes a yield in another
 * service and has no parameter of ours is refused, too
 * @param find `exactName` for an object whose schema refuses misspellings in words of its own
 * @throws RequestError invalid_parameter naming it and the right name, or not_supported saying what is fixed
 */
export function refuseNearMisses(
  query: Record<string, unknown>,
  names: readonly string[],
  others: readonly OtherCall[] = [],
  find: FindName = meantName,
): void {
  for (const name in query) {
    if (!names.includes(name)) refuseName(name, names, others, find);
  }
}

function refuseName(
  given: string,
  names: readonly string[],
  others: readonly OtherCall[],
  find: FindName,
): void {
  const bare = given.replace(/^(amp;)+/i, '').replace(/\[.*$/s, '');
  const plain = plainName(bare).slice(0, MAX_SHOWN);
  if (plain === '' || HARMLESS.test(bare)) return;
  const field = given.slice(0, MAX_SHOWN);
  const reason = others.length > 0 ? unsupportedReason(singulars(plain)) : undefined;
  if (reason !== undefined) {
    const message = `${formatValue(given)} is not supported. ${reason}. Leave it out.`;
    throw new RequestError('not_supported', message, field);
  }
  const advice = adviceFor(plain, names, others, find);
  if (advice === undefined) return;
  const message = `${formatValue(given)} is not a parameter here${advice}.`;
  throw new RequestError('invalid_parameter', message, field);
}

/** Advice on the right name, or on the call that has it. Undefined where no call of ours does. */
function adviceFor(
  plain: string,
  names: readonly string[],
  others: readonly OtherCall[],
  find: FindName,
): string | undefined {
  const meant = find(plain, names);
  if (meant) return `, expected "${meant}"${UNITS[meant] ?? ''}`;
  for (const other of others) {
    const elsewhere = find(plain, other.names);
    if (elsewhere) return `: ${other.call} has "${elsewhere}". Leave it out`;
  }
  return undefined;
}

function meantName(plain: string, names: readonly string[]): string | undefined {
  return (
    exactName(plain, names) ??
    foreignName(names, (other) => other.length >= DISTINCT && isNear(plain, other)) ??
    names.find((name) => isNear(plain, plainName(name)))
  );
}

/** The name itself, but for case, separators and a plural, or that of another service. */
export function exactName(plain: string, names: readonly string[]): string | undefined {
  const forms = singulars(plain);
  return (
    names.find((name) => forms.includes(plainName(name))) ??
    foreignName(names, (other) => forms.includes(other))
  );
}

function foreignName(
  names: readonly string[],
  isMeant: (other: string) => boolean,
): string | undefined {
  return OTHER_NAMES.find(([ours, other]) => names.includes(ours) && isMeant(other))?.[0];
}

/** A name itself, and what it is the plural of. */
function singulars(plain: string): string[] {
  return [plain, plain.replace(/s$/, ''), plain.replace(/es$/, ''), plain.replace(/ies$/, 'y')];
}

/** Whether a name differs by a slip of the keyboard. Two neighbouring letters exchanged are one edit. */
function isNear(plain: string, name: string): boolean {
  const maxDistance = name.length > SHORT ? 2 : 1;
  return (
    isExchanged(plain, name) || leven(plain, name, { maxDistance: maxDistance + 1 }) <= maxDistance
  );
}

/** Whether two neighbouring letters of a name are exchanged. */
function isExchanged(given: string, name: string): boolean {
  if (given.length !== name.length) return false;
  const at = [...name].findIndex((letter, i) => letter !== given[i]);
  return given === name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2);
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}
