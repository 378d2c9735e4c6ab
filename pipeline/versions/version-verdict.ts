import { basename } from 'node:path';
import type { Manifest, OutputRecord } from '../../schemas/types.ts';
import type { DatasetDiff } from '../compare/compare-datasets.ts';
import { percent, placesText } from '../compare/comparison-text.ts';
import { MONTH_NAMES } from '../dataset/dataset-figures.ts';

/** How much of a version must move for a change. `none` when nothing changed. */
export type Bump = 'none' | 'patch' | 'minor' | 'major';

const RANK: Record<Bump, number> = { none: 0, patch: 1, minor: 2, major: 3 };

export interface Verdict {
  ok: boolean;
  requiredBump: Bump;
  /** Sentences for a person: what changed, and what to type next. */
  message: string;
}

interface Change {
  bump: Bump;
  reason: string;
}

/** Header fields that say where data are from and how they were made. Every other part is data. */
const PROVENANCE = [
  'accepted_pixels',
  'accepted_ranges',
  'accuracy',
  'attribution',
  'model',
  'sources',
  'spot',
];

/** Parameters of the recipe that readers' code depends on. */
const SHAPE = [
  ['grid', 'step_deg'],
  ['grid', 'coverage'],
  ['model', 'system_loss'],
] as const;

/** Judges a build against the recorded one, by their manifests (pipeline/docs/versions.md). */
export function versionVerdict(recorded: Manifest, built: Manifest): Verdict {
  const changes = [
    ...contentChanges(recorded, built),
    ...shapeChanges(recorded, built),
    ...dateChanges(recorded, built),
  ];
  const requiredBump = changes.reduce<Bump>(
    (most, { bump }) => (RANK[bump] > RANK[most] ? bump : most),
    'none',
  );
  const [from, to] = [recorded.dataset_version, built.dataset_version];
  const ok = isEnough(requiredBump, bumpBetween(from, to));
  const what = changes.map(({ reason }) => reason).join(' ');
  return { ok, requiredBump, message: messageOf({ ok, requiredBump }, what, from, to) };
}

function isEnough(required: Bump, actual: Bump | 'back'): boolean {
  if (required === 'none') return actual === 'none';
  return actual !== 'back' && RANK[actual] >= RANK[required];
}

function messageOf(
  { ok, requiredBump }: Pick<Verdict, 'ok' | 'requiredBump'>,
  what: string,
  from: string,
  to: string,
): string {
  if (requiredBump === 'none') {
    if (ok) return `Dataset ${to}: unchanged.`;
    return `dataset_version moved from ${from} to ${to}, but no byte of the data did. Put "dataset_version": "${from}" back into the recipe.`;
  }
  const next = bumped(from, requiredBump);
  if (from === to) {
    return `${what} At the same version that is an unannounced change: a ${requiredBump} bump is required. Set "dataset_version": "${next}" in the recipe, run "make artifacts" and commit artifacts/. Or put the change back.`;
  }
  if (ok) {
    return `${what} A ${requiredBump} bump is required; ${from} to ${to} is enough. Run "make artifacts" and commit artifacts/.`;
  }
  return `${what} A ${requiredBump} bump is required, but dataset_version went from ${from} to ${to}. Set "dataset_version": "${next}" in the recipe.`;
}

export function bumped(version: string, bump: Bump): string {
  const [major, minor, patch] = version.split('.').map(Number);
  if (bump === 'major') return `${major + 1}.0.0`;
  if (bump === 'minor') return `${major}.${minor + 1}.0`;
  return bump === 'patch' ? `${major}.${minor}.${patch + 1}` : version;
}

function bumpBetween(from: string, to: string): Bump | 'back' {
  const a = from.split('.').map(Number);
  const b = to.split('.').map(Number);
  const first = a.findIndex((part, i) => part !== b[i]);
  if (first < 0) return 'none';
  if (b[first] < a[first]) return 'back';
  return (['major', 'minor', 'patch'] as const)[first];
}

type Contents = OutputRecord['contents'];

/** Outputs whose content differs, by the digests of their header fields and sections. */
function contentChanges(recorded: Manifest, built: Manifest): Change[] {
  const [before, after] = [recorded, built].map(
    ({ outputs }) => new Map(outputs.map(({ path, contents }) => [basename(path), contents])),
  );
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) =>
    contentChange(name, before.get(name), after.get(name)),
  );
}

function contentChange(name: string, a?: Contents, b?: Contents): Change[] {
  if (!a) return [{ bump: 'minor', reason: `${name} is new.` }];
  if (!b) return [{ bump: 'major', reason: `${name} was removed.` }];
  const parts = Object.keys({ ...a, ...b }).filter((part) => a[part] !== b[part]);
  if (parts.length === 0) return [];
  const data = parts.filter((part) => !PROVENANCE.includes(part));
  const gone = data.filter((part) => !b[part]);
  const changes: Change[] = [
    { bump: data.length > 0 ? 'minor' : 'patch', reason: `${name} changed (${parts.join(', ')}).` },
  ];
  if (gone.length > 0) changes.push({ bump: 'major', reason: `Removed: ${gone.join(', ')}.` });
  return changes;
}

/** Format, grid and what every yield is after: what a reader's code depends on. */
function shapeChanges(recorded: Manifest, built: Manifest): Change[] {
  const pairs = SHAPE.map(([section, name]) => ({
    what: `${section}.${name}`,
    values: [recorded, built].map((manifest) => parameter(manifest, section, name)),
  }));
  const format = [recorded, built].map(({ format_version }) => String(format_version));
  return [{ what: 'format_version', values: format }, ...pairs].flatMap(
    ({ what, values: [before, after] }): Change[] =>
      before === after
        ? []
        : [{ bump: 'major', reason: `${what} went from ${before} to ${after}.` }],
  );
}

function parameter({ parameters }: Manifest, section: string, name: string): string {
  const values = parameters[section];
  const entries = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  return JSON.stringify(new Map<string, unknown>(entries).get(name) ?? null);
}

function dateChanges(recorded: Manifest, built: Manifest): Change[] {
  const [before, after] = [recorded.generated_at, built.generated_at];
  if (before === after) return [];
  return [{ bump: 'patch', reason: `generated_at went from ${before} to ${after}.` }];
}

/**
 * A verdict on two builds as Markdown, for a comment on a pull request: what is due, why, and how far
 * yields and irradiation moved by month.
 * @param comparison the figures, or the sentence that says why there are none
 */
export function verdictComment(verdict: Verdict, comparison: DatasetDiff | string): string {
  return [`### ${heading(verdict)}`, '', verdict.message, '', ...figures(comparison), ''].join(
    '\n',
  );
}

function heading({ ok, requiredBump }: Verdict): string {
  if (requiredBump === 'none')
    return ok ? 'Dataset: unchanged' : 'Dataset: the version moved, the data did not';
  return ok
    ? `Dataset: ${requiredBump} change, announced`
    : `Dataset: ${requiredBump} bump is required`;
}

function figures(comparison: DatasetDiff | string): string[] {
  if (typeof comparison === 'string') return [comparison];
  const { cells, onlyA, onlyB, yield: yields, ghi } = comparison;
  return [
    `${cells.length} cells in both. Removed: ${placesText(onlyA)}. New: ${placesText(onlyB)}.`,
    '',
    '| % of the old value | yield, median | yield, most | GHI, median | GHI, most |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...yields.map((movement, period) => {
      const irradiation = ghi[period];
      const shares = [movement.median, movement.max, irradiation.median, irradiation.max];
      const name = MONTH_NAMES[period] ?? '**Year**';
      return `| ${name} | ${shares.map((share) => percent(share)).join(' | ')} |`;
    }),
  ];
}
