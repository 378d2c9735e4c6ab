import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import packageJson from '../../../package.json' with { type: 'json' };
import { releaseChangelog } from './changelog.ts';

const CHANGELOG = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');

const SOME = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A.\n\n## 0.9.0 - 2026-01-01\n\n- B.\n';

test('what is unreleased becomes the version, with its date', () => {
  const released = SOME.replace('Unreleased\n', 'Unreleased\n\n## 0.10.0 - 2026-02-03\n');
  assert.equal(releaseChangelog(SOME, '0.10.0', '2026-02-03'), released);
});

for (const [what, text, version, sentence] of [
  ['nothing unreleased', SOME.replace('### Added\n\n- A.\n\n', ''), '1.0.0', /nothing under "Unr/],
  ['no such heading', '# Changelog\n', '1.0.0', /has no "## Unreleased"/],
  ['the version of before', SOME, '0.9.0', /is 0\.9\.0, expected one above 0\.9\.0/],
  ['a lower version', SOME, '0.8.7', /expected one above 0\.9\.0/],
  ['no version', SOME, '', /VERSION is "", expected three numbers/],
] as const) {
  test(`a release is refused: ${what}`, () => {
    assert.throws(() => releaseChangelog(text, version, '2026-02-03'), sentence);
  });
}

test("the changelog's newest release is the package's version", () => {
  assert.equal(/^## (\d+\.\d+\.\d+) - /m.exec(CHANGELOG)?.[1], packageJson.version);
});
