import type { Manifest, OutputRecord } from '../../schemas/types.ts';
import { fileOfPlace, type SummaryLines } from '../dataset/summary.ts';
import { compareSummaries, type Movement, type OneSided } from './movements.ts';

/** How much of a version must move for a change; `none` when nothing changed. */
export type Bump = 'none' | 'patch' | 'minor' | 'major';

const RANK: Record<Bump, number> = { none: 0, patch: 1, minor: 2, major: 3 };

/** Movements above these, as shares, are the consumers' business: a minor version. */
interface Limits {
  median: number;
  single: number;
}
const LIMITS: Limits = { median: 0.001, single: 0.01 };
/** A standard deviation is shown as 5.13 %, and known to a fifth of itself from 16 years. */
const LIMITS_OF: Record<string, Limits> = {
  'Spread between years': { median: 0.01, single: 0.05 },
};

/** Decides a patch. */
const NO_LIMIT = 'no part beyond its limit';

/** A computed share of exactly a limit may come out a little above it. */
const ROUNDING = 1 + 1e-9;

/** Verdict on a build against the recorded one. */
export interface Verdict {
  ok: boolean;
  due: Bump;
  /** Sentences for a person: what changed, and what to type next. */
  message: string;
}

/** A build's record: its manifest and its summary. Null if the summary is not at hand. */
export interface BuildRecord {
  manifest: Manifest;
  summary: SummaryLines | null;
}

/** Judges a build against the recorded one (README.md beside this file). */
export async function versionVerdict(recorded: BuildRecord, built: BuildRecord): Promise<Verdict> {
  const { due, reasons, by } = await dueBump(recorded, built);
  const from = recorded.manifest.dataset_version;
  const to = built.manifest.dataset_version;
  const taken = bumpBetween(from, to);
  const what = reasons.join(' ');
  if (due === 'none' && taken === 'none') {
    return { ok: true, due, message: `Dataset ${to}: unchanged.` };
  }
  if (due === 'none') {
    const message = `dataset_version moved from ${from} to ${to}, but no byte of the data did. Put "dataset_version": "${from}" back into the recipe.`;
    return { ok: false, due, message };
  }
  const next = bumped(from, due);
  if (taken === 'none') {
    const message = `${what} At the same version that is an unannounced change: a ${due} bump is due, decided by ${by}. Set "dataset_version": "${next}" in the recipe, run "make artifacts" and commit artifacts/; or put the change back.`;
    return { ok: false, due, message };
  }
  if (taken === 'back' || RANK[taken] < RANK[due]) {
    const message = `${what} A ${due} bump is due, decided by ${by}, but dataset_version went from ${from} to ${to}. Set "dataset_version": "${next}" in the recipe.`;
    return { ok: false, due, message };
  }
  const message = `${what} A ${due} bump was due; ${from} to ${to} is enough (decided by ${by}). Run "make artifacts" and commit artifacts/.`;
  return { ok: true, due, message };
}

/** The version after a bump. */
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

async function dueBump(
  recorded: BuildRecord,
  built: BuildRecord,
): Promise<{ due: Bump; reasons: string[]; by: string }> {
  const changed = contentChanges(recorded.manifest, built.manifest);
  const findings = [...changed.values(), ...shapeChanges(recorded.manifest, built.manifest)];
  if (changed.size > 0) findings.push(...(await valueChanges(recorded, built, changed)));
  findings.push(...dateChange(recorded.manifest, built.manifest));
  const due = findings.reduce(
    (most, { due: d }) => (RANK[d] > RANK[most] ? d : most),
    'none' as Bump,
  );
  const by = findings.filter((finding) => finding.due === due).map((finding) => finding.by);
  return { due, reasons: findings.map(({ reason }) => reason), by: [...new Set(by)].join(', ') };
}

interface Finding {
  due: Bump;
  reason: string;
  /** The part and its limit, for the sentence that says what decided. */
  by: string;
}

/**
 * Parts that answers depend on and no line of the summary shows: points begin or cease to be answered, pay
 * another municipality's tax, or vary otherwise from year to year. Any change counts.
 */
const NOT_IN_SUMMARY = [
  'coverage',
  'coverage_mask',
  'place_point',
  'place_municipality',
  'ghi_annual_sd_pct',
  'ghi_monthly_sd_pct',
  'ghi_annual_skewness',
  'ghi_annual_trend_pct',
  'uncertainty',
];

/** Parts without which a field leaves every answer, or a request that was answered is refused. */
const FIELDS_OF_ANSWERS = ['interannual', 'uncertainty'];

/** Outputs whose content differs, with the header fields and sections that do; the version and date that they carry do not count. */
function contentChanges(recorded: Manifest, built: Manifest): Map<string, Finding> {
  const [before, after] = [recorded, built].map(
    ({ outputs }) => new Map(outputs.map(({ path, contents }) => [nameOf(path), contents])),
  );
  const findings = new Map<string, Finding>();
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const finding = contentChange(name, before.get(name), after.get(name));
    if (finding) findings.set(name, finding);
  }
  return findings;
}

type Contents = OutputRecord['contents'];

function contentChange(name: string, a?: Contents, b?: Contents): Finding | null {
  if (!a) return { due: 'minor', reason: `${name} is new.`, by: name };
  if (!b) return { due: 'major', reason: `${name} is gone.`, by: name };
  const parts = Object.keys({ ...a, ...b }).filter((part) => a[part] !== b[part]);
  if (parts.length === 0) return null;
  const reason = `${name} changed (${parts.join(', ')}).`;
  const gone = parts.filter((part) => !b[part] && FIELDS_OF_ANSWERS.includes(part));
  if (gone.length > 0)
    return { due: 'major', reason, by: `${gone.join(', ')} (gone from answers)` };
  const counting = parts.filter((part) => NOT_IN_SUMMARY.includes(part));
  if (counting.length > 0)
    return { due: 'minor', reason, by: `${counting.join(', ')} (any change)` };
  return { due: 'patch', reason, by: NO_LIMIT };
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}

/** Units, axes, grid: what a reader's code depends on. */
function shapeChanges(recorded: Manifest, built: Manifest): Finding[] {
  const findings: Finding[] = [];
  if (recorded.format_version !== built.format_version) {
    const reason = `The format version went from ${recorded.format_version} to ${built.format_version}.`;
    findings.push({ due: 'major', reason, by: 'the format' });
  }
  for (const [section, name] of [
    ['grid', 'step_deg'],
    ['grid', 'coverage'],
    ['model', 'system_loss'],
  ]) {
    const [before, after] = [recorded, built].map((m) => parameter(m, section, name));
    if (before !== after) {
      const reason = `${section}.${name} went from ${before} to ${after}.`;
      findings.push({ due: 'major', reason, by: `${section}.${name}` });
    }
  }
  return findings;
}

function parameter({ parameters }: Manifest, section: string, name: string): string {
  const values = parameters[section];
  const entries = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  const value = new Map<string, unknown>(entries).get(name) ?? null;
  // A coverage by outlines counts by its kind: which area they hold, its cells and its mask tell.
  const kind = typeof value === 'object' && value !== null ? Object.keys(value)[0] : value;
  return JSON.stringify(kind);
}

/** Changes of the changed outputs' values: a summary may be written again without them. */
async function valueChanges(
  recorded: BuildRecord,
  built: BuildRecord,
  changed: ReadonlyMap<string, Finding>,
): Promise<Finding[]> {
  if (!recorded.summary || !built.summary) {
    const { path, sha256 } = recorded.manifest.summary;
    const reason = `How far values moved cannot be told: ${path} of the recorded build (SHA-256 ${sha256}) is not here. Bring it, or take it for a minor change.`;
    return [{ due: 'minor', reason, by: 'a summary that is not here' }];
  }
  const { movements, gained, lost } = await compareSummaries(
    recorded.summary,
    built.summary,
    (place) => changed.has(fileOfPlace(place)),
  );
  const findings = [...movements].flatMap(([kind, movement]) => movementFinding(kind, movement));
  return [
    ...unitChanges(lost, gained),
    ...placeChanges(lost, 'gone', 'major'),
    ...placeChanges(gained, 'new', 'minor'),
    ...findings,
  ];
}

/** Numbers of another unit are other numbers, however little they move. */
function unitChanges(lost: OneSided, gained: OneSided): Finding[] {
  return [...lost.units].flatMap(([field, before]): Finding[] => {
    const after = gained.units.get(field);
    const reason = `${field} went from ${before} to ${after}.`;
    return after ? [{ due: 'major', reason, by: field }] : [];
  });
}

/** Market records change their form from year to year: a line that is gone is no cell that is gone. */
function placeChanges({ cells, others, first }: OneSided, what: string, due: Bump): Finding[] {
  if (cells + others === 0) return [];
  const place = `${what}, first ${first}.`;
  if (cells > 0)
    return [{ due, reason: `${counted(cells, 'cell')} ${place}`, by: `cells ${what}` }];
  return [{ due: 'minor', reason: `${counted(others, 'figure')} ${place}`, by: `figures ${what}` }];
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what} is` : `${count} ${what}s are`;
}

function movementFinding(kind: string, movement: Movement): Finding[] {
  const { values, moved, median, most, where } = movement;
  if (moved === 0) return [];
  const limits = LIMITS_OF[kind] ?? LIMITS;
  const beyond = [
    median > limits.median * ROUNDING ? `a median over ${100 * limits.median} %` : '',
    most > limits.single * ROUNDING ? `a value over ${100 * limits.single} %` : '',
  ].filter(Boolean);
  const reason = `${kind}: ${moved} of ${values} values move, by ${percent(median)} in the median of these and at most ${percent(most)} (${where}).`;
  if (beyond.length > 0) return [{ due: 'minor', reason, by: `${kind} (${beyond.join(' and ')})` }];
  return [{ due: 'patch', reason, by: NO_LIMIT }];
}

function dateChange(recorded: Manifest, built: Manifest): Finding[] {
  const [before, after] = [recorded.generated_at, built.generated_at];
  if (before === after) return [];
  return [{ due: 'patch', reason: `generated_at went from ${before} to ${after}.`, by: NO_LIMIT }];
}

function percent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(2)} %` : 'from or to nothing';
}
