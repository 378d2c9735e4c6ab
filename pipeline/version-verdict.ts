import type { Manifest } from '../schemas/types.ts';
import type { Summary } from './summary.ts';

/** How much of a version must move for a change; `none` when nothing changed. */
export type Bump = 'none' | 'patch' | 'minor' | 'major';

const RANK: Record<Bump, number> = { none: 0, patch: 1, minor: 2, major: 3 };

/** Movements above these are the consumers' business: a minor version. */
const MEDIAN_LIMIT = 0.001;
const SINGLE_LIMIT = 0.01;

/** Values smaller than this count as this large, so that a twilight month's last digit is no movement. */
const LEAST_KWH = 1;
const LEAST_SEK_PER_KWH = 0.05;

/** What a build amounts to against the recorded one. */
export interface Verdict {
  ok: boolean;
  due: Bump;
  /** Sentences for a person: what changed, and what to type next. */
  message: string;
}

/** A build's record: its manifest and its summary. */
export interface BuildRecord {
  manifest: Manifest;
  summary: Summary;
}

/** Judges a build against the recorded one (DESIGN of versions: README, "Versions"). */
export function versionVerdict(recorded: BuildRecord, built: BuildRecord): Verdict {
  const { due, reasons } = dueBump(recorded, built);
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
    const message = `${what} At the same version that is an unannounced change: a ${due} bump is due. Set "dataset_version": "${next}" in the recipe, run "make artifacts" and commit artifacts/; or put the change back.`;
    return { ok: false, due, message };
  }
  if (taken === 'back' || RANK[taken] < RANK[due]) {
    const message = `${what} A ${due} bump is due, but dataset_version went from ${from} to ${to}. Set "dataset_version": "${next}" in the recipe.`;
    return { ok: false, due, message };
  }
  const message = `${what} A ${due} bump was due; ${from} to ${to} is enough. Run "make artifacts" and commit artifacts/.`;
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

function dueBump(recorded: BuildRecord, built: BuildRecord): { due: Bump; reasons: string[] } {
  const changed = changedOutputs(recorded.manifest, built.manifest);
  if (changed.length === 0) return { due: 'none', reasons: [] };
  const findings = [
    { due: 'patch' as const, reason: `${changed.join(' and ')} changed.` },
    ...shapeChanges(recorded.manifest, built.manifest),
    ...placeChanges(recorded.summary, built.summary),
    ...movements(recorded.summary, built.summary),
  ];
  const due = findings.reduce(
    (most, { due: d }) => (RANK[d] > RANK[most] ? d : most),
    'none' as Bump,
  );
  return { due, reasons: findings.map(({ reason }) => reason) };
}

interface Finding {
  due: Bump;
  reason: string;
}

/** Outputs whose content differs; the version and date that they carry do not count. */
function changedOutputs(recorded: Manifest, built: Manifest): string[] {
  const before = new Map(
    recorded.outputs.map((output) => [nameOf(output.path), output.content_sha256]),
  );
  const after = new Map(
    built.outputs.map((output) => [nameOf(output.path), output.content_sha256]),
  );
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}

/** Units, axes, grid: what a reader's code depends on. */
function shapeChanges(recorded: Manifest, built: Manifest): Finding[] {
  const findings: Finding[] = [];
  if (recorded.format_version !== built.format_version) {
    const reason = `The format version went from ${recorded.format_version} to ${built.format_version}.`;
    findings.push({ due: 'major', reason });
  }
  for (const name of ['grid', 'system_loss']) {
    const [before, after] = [recorded, built].map((m) => JSON.stringify(parameter(m, name)));
    if (before !== after) {
      findings.push({ due: 'major', reason: `${name} went from ${before} to ${after}.` });
    }
  }
  return findings;
}

function parameter(manifest: Manifest, name: string): unknown {
  const model = manifest.parameters.model;
  const nested = typeof model === 'object' && model !== null ? Object.entries(model) : [];
  const entries = new Map<string, unknown>([...nested, ...Object.entries(manifest.parameters)]);
  return entries.get(name);
}

function placeChanges(recorded: Summary, built: Summary): Finding[] {
  const lost = [...recorded.keys()].filter((place) => !built.has(place));
  const gained = [...built.keys()].filter((place) => !recorded.has(place));
  const findings: Finding[] = [];
  if (lost.length > 0) {
    findings.push({ due: 'major', reason: `${lost.length} places are gone, first ${lost[0]}.` });
  }
  if (gained.length > 0) {
    findings.push({ due: 'minor', reason: `${gained.length} places are new, first ${gained[0]}.` });
  }
  return findings;
}

function movements(recorded: Summary, built: Summary): Finding[] {
  const moves: { place: string; move: number }[] = [];
  for (const [place, before] of recorded) {
    const after = built.get(place);
    if (!after) continue;
    const least = place.startsWith('SE') ? LEAST_SEK_PER_KWH : LEAST_KWH;
    before.forEach((value, i) => {
      const move = Math.abs(after[i] - value) / Math.max(Math.abs(value), least);
      moves.push({ place, move: Number.isNaN(move) ? Number.POSITIVE_INFINITY : move });
    });
  }
  if (moves.length === 0) return [];
  moves.sort((a, b) => a.move - b.move);
  const median = moves[moves.length >> 1].move;
  const { place, move: most } = moves[moves.length - 1];
  const reason = `Values move by ${percent(median)} in the median, at most ${percent(most)} (${place}).`;
  const isMinor = median > MEDIAN_LIMIT || most > SINGLE_LIMIT;
  return [{ due: isMinor ? 'minor' : 'patch', reason }];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`;
}
