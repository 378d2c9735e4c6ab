const UNRELEASED = '## Unreleased\n';
const RELEASE = /^## (\d+)\.(\d+)\.(\d+) - /m;

/**
 * A changelog in which what was unreleased is that version's, with its date, below an empty "Unreleased".
 * @throws Error when nothing is unreleased, or the version is not above the newest
 */
export function releaseChangelog(text: string, version: string, date: string): string {
  const [, after] = text.split(UNRELEASED);
  if (after === undefined) throw new Error('CHANGELOG.md has no "## Unreleased".');
  const [unreleased] = after.split(/^## /m);
  if (unreleased.trim() === '') throw new Error('CHANGELOG.md has nothing under "Unreleased".');
  const newest = (RELEASE.exec(text) ?? []).slice(1).map(Number);
  if (!isAbove(numbersOf(version), newest))
    throw new Error(`The version is ${version}, expected one above ${newest.join('.')}.`);
  return text.replace(UNRELEASED, () => `${UNRELEASED}\n## ${version} - ${date}\n`);
}

function numbersOf(version: string): number[] {
  if (/^\d+\.\d+\.\d+$/.test(version)) return version.split('.').map(Number);
  throw new Error(
    `VERSION is "${version}", expected three numbers as in make release VERSION=1.2.0.`,
  );
}

function isAbove(version: readonly number[], other: readonly number[]): boolean {
  const differing = version.findIndex((number, i) => number !== other[i]);
  return differing >= 0 && version[differing] > (other[differing] ?? -1);
}
