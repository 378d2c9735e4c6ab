/** Artifacts whose digests are right and whose content is not: refused by name, or they answer numbers. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { houseLoad } from '#engine/house/house-load.ts';
import { writeDataset, writePrices } from '../../pipeline/dataset/artifact.test-kit.ts';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { decodeHead } from '../../schemas/codec/artifact.ts';
import { readPrices, readPvYield } from '../../schemas/codec/read-artifact.ts';
import { CASES, mutatedBytes } from '../../schemas/test/mutated-bytes.ts';
import { placeTemperatures } from '../api/simulation/resolve/place.ts';
import { spotPreset } from '../api/simulation/resolve/spot-preset.ts';
import { testPrices } from '../api/simulation/test/prices.ts';
import { emptyWeights, spatialWeights } from '../api/spatial-weights.ts';
import { emptyYield, planeYield, pointNumbers } from '../api/yield/lookup.ts';
import { testArtifact } from './artifact.ts';

const folder = testFolder();
const PATH = join(folder, 'x.bin');

/** Changed bytes: of the header JSON, the section table or a section; where in it, 0 to 1; to what. */
const CHANGES = fc.array(
  fc.tuple(
    fc.constantFrom('header', 'table', 'section'),
    fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    fc.nat(255),
  ),
  { minLength: 1, maxLength: 4 },
);
type Change = [part: string, where: number, value: number];

/** A copy with the changes made and all digests right again (artifact-format.md, sections 2 and 3). */
async function mutated(file: Buffer, changes: Change[]): Promise<Buffer> {
  const copy = Buffer.from(file);
  const { entries } = await decodeHead(file, file.length, 'x.bin');
  const headerAt = 64 + 88 * entries.length;
  const headBytes = entries[0].offset;
  for (const [part, where, value] of changes) {
    const entry = Math.floor(where * entries.length);
    const { offset, byteLength } = entries[entry];
    const within = (where * entries.length) % 1;
    if (part === 'header')
      copy[headerAt + Math.floor(where * file.readUInt32LE(12))] = 32 + (value % 95);
    else if (part === 'table') copy[64 + 88 * entry + Math.floor(within * 56)] = value;
    else copy[offset + Math.floor(within * byteLength)] = value;
  }
  return rightDigests(copy, entries.length, headBytes);
}

/**
 * Makes the digests of an artifact's sections and head right again, in place (artifact-format.md, sections 2
 * and 3), as far as the bytes reach.
 * @param sections their number before anything was changed
 * @param headBytes where the first section began
 */
function rightDigests(file: Buffer, sections: number, headBytes: number): Buffer {
  if (file.length < headBytes) return file;
  for (let i = 0; i < sections; i++) {
    const at = 64 + 88 * i;
    const start = Number(file.readBigUInt64LE(at + 40));
    const section = file.subarray(start, start + Number(file.readBigUInt64LE(at + 48)));
    sha256(section).copy(file, at + 56);
  }
  sha256(file.subarray(0, 32), file.subarray(64, headBytes)).copy(file, 32);
  return file;
}

function sha256(...parts: Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Numbers that what was read gives, or none when it is refused by name. */
async function numbersOf(answer: () => Promise<ArrayLike<number>[]>): Promise<ArrayLike<number>[]> {
  try {
    return await answer();
  } catch (error) {
    assert.ok((error as Error).message.startsWith(`${PATH}: `), (error as Error).stack);
    return [];
  }
}

function checkMutations(file: Buffer, answer: () => Promise<ArrayLike<number>[]>): Promise<void> {
  return fc.assert(
    fc.asyncProperty(CHANGES, async (changes) => {
      writeFileSync(PATH, await mutated(file, changes));
      for (const numbers of await numbersOf(answer)) {
        assert.ok(Array.from(numbers).every((value) => Math.abs(value) < 1e5));
      }
    }),
    { numRuns: CASES },
  );
}

test('a yield dataset with right digests is refused by name or answers numbers', async () => {
  const around = emptyWeights();
  const found = emptyYield();
  writeDataset(PATH, testArtifact());
  await checkMutations(readFileSync(PATH), async () => {
    const artifact = await readPvYield(PATH);
    if (!spatialWeights(artifact, 59.3, 15.4, around)) return [];
    planeYield(artifact, around, 33, 170, found);
    pointNumbers(artifact, around, found);
    assert.ok(found.annualKwhKwp <= found.optimumAnnualKwhKwp * (1 + 1e-9));
    const { annualKwhKwp, poaAnnualKwhM2, ghiAnnualKwhM2, optimumTiltDeg } = found;
    return [[annualKwhKwp, poaAnnualKwhM2, ghiAnnualKwhM2, optimumTiltDeg]];
  });
});

test('artifacts with changed bytes are refused by name', async () => {
  writeDataset(PATH, testArtifact());
  const whole = readFileSync(PATH);
  const check = async (bytes: Buffer) => {
    if (bytes.equals(whole)) return;
    writeFileSync(PATH, bytes);
    await assert.rejects(readPvYield(PATH), (error: Error) =>
      error.message.startsWith(`${PATH}: `),
    );
  };
  await fc.assert(fc.asyncProperty(mutatedBytes(whole), check), { numRuns: CASES });
});

test('prices with right digests are refused by name or answer numbers', async () => {
  writePrices(PATH, testPrices());
  await checkMutations(readFileSync(PATH), async () => {
    const read = await readPrices(PATH);
    const preset = spotPreset(read, { lat: 62, lng: 17 }, 'SE2');
    const { household, spot } = read.header;
    const loads = [{ lat: 62, lng: 17 }, null].map((location) => {
      const { temperatureC } = placeTemperatures(read, location, 'SE2');
      const use = { yearlyKwh: 20_000, evKmPerDay: 50 };
      return houseLoad(household, temperatureC, spot.year, use);
    });
    return [...loads, preset.importSekPerKwh, preset.exportSekPerKwh];
  });
});
