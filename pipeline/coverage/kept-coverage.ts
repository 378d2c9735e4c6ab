import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { IS_PACKAGED } from '#common/packaged.ts';
import { publishFile } from '#common/publish.ts';
import type { CoverageMask } from '../../schemas/codec/coverage-mask.ts';
import { PROJECT } from '../files/file-record.ts';
import { swedenCoverage } from './coverage.ts';

/** Inputs of `swedenCoverage`: outlines, code, and the packages' versions. */
const INPUTS = [
  'pipeline/common/natural-earth.ts',
  'node_modules/world-atlas/countries-10m.json',
  'package-lock.json',
  'schemas/codec/coverage-mask.ts',
  'schemas/codec/grid.ts',
];
const CODE = 'pipeline/coverage';
/** Folder next to the outlines: who installs them again begins without a mask. */
const FOLDER = 'node_modules/.cache/sun-over-sweden';

/** A mask as it is kept, its bits in base64. */
interface Kept {
  inputs: string;
  /** SHA-256 of the frame and the bits. */
  sha256: string;
  frame: Omit<CoverageMask, 'bits'>;
  bits: string;
}

/**
 * Sweden's coverage: the one that was drawn last when its inputs were these, byte for byte, else drawn
 * again and kept for the next process. Drawing takes more than half a second.
 * @param project folder of the sources
 */
export function keptSwedenCoverage(project = PROJECT): CoverageMask {
  // No code is there by which a kept one could be told from an outdated one.
  if (IS_PACKAGED) return swedenCoverage();
  const path = join(project, FOLDER, 'coverage.json');
  const inputs = inputsDigest(project);
  const kept = readKept(path, inputs);
  if (kept) return kept;
  const { bits, ...frame } = swedenCoverage();
  storeMask(path, { inputs, sha256: maskDigest(frame, bits), frame, bits: base64(bits) });
  return { ...frame, bits };
}

function inputsDigest(project: string): string {
  const code = readdirSync(join(project, CODE)).filter((name) => !name.includes('.test.'));
  const hash = createHash('sha256');
  for (const path of [...INPUTS, ...code.sort().map((name) => join(CODE, name))]) {
    hash.update(`${path}\n`).update(
      createHash('sha256')
        .update(readFileSync(join(project, path)))
        .digest(),
    );
  }
  return hash.digest('hex');
}

/** The kept mask. Null if it is absent, damaged or of other inputs. */
function readKept(path: string, inputs: string): CoverageMask | null {
  try {
    const kept: Kept = JSON.parse(readFileSync(path, 'utf8'));
    const bits = new Uint8Array(Buffer.from(kept.bits, 'base64'));
    const isSame = kept.inputs === inputs && kept.sha256 === maskDigest(kept.frame, bits);
    return isSame ? { ...kept.frame, bits } : null;
  } catch {
    return null;
  }
}

/** Under its name in one step. A folder that cannot be written costs the next process its drawing, no more. */
function storeMask(path: string, kept: Kept): void {
  const own = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(own, JSON.stringify(kept));
    publishFile(own, path);
  } catch {
    rmSync(own, { force: true });
  }
}

function maskDigest(frame: Kept['frame'], bits: Uint8Array): string {
  return createHash('sha256').update(JSON.stringify(frame)).update(bits).digest('hex');
}

function base64(bits: Uint8Array): string {
  return Buffer.from(bits).toString('base64');
}
