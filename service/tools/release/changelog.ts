const UNRELEASED = '## Unreleased\n';
const RELEASE = /^## (\d+\.\d+\.\d+) - /m;

/**
 * A changelog in which what was unreleased is that version's, with its date, below an empty "Unreleased".
 * @throws Error when nothing is unreleased, or the version is not above the newest
 */
export function releaseChangelog(text: string, version: string, date: string): string {
  const [, after] = text.split(UNRELEASED);
  if (after === undefined) throw new Error('CHANGELOG.md has no "## Unreleased".');
  const [unreleased] = after.split(/^## /m);
  if (unreleased.trim() === '') throw new Error('CHANGELOG.md has nothing under "Unreleased".');
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(
      `VERSION is "${version}", expected three numbers as in make release VERSION=1.2.0.`,
    );
  const [, newest = ''] = RELEASE.exec(text) ?? [];
  if (version.localeCompare(newest, 'en', { numeric: true }) <= 0)
    throw new Error(`The version is ${version}, expected one above ${newest}.`);
  return text.replace(UNRELEASED, () => `${UNRELEASED}\n## ${version} - ${date}\n`);
}
