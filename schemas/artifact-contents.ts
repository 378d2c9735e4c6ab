import { createHash } from 'node:crypto';
import { readArtifactHead } from './read-artifact.ts';

/** Header fields that name a dataset and say nothing of its content. */
const NOT_CONTENT = ['dataset_version', 'generated_at'];

/**
 * What an artifact says, part by part: SHA-256 of each header field (but for the version and date of
 * the dataset) and of each section. Only the head is read: its section table has the sections' hashes.
 * @throws Error naming the file and what is wrong with its head
 */
export async function artifactContents(path: string): Promise<Record<string, string>> {
  const { header, entries } = await readArtifactHead(path);
  const fields = Object.entries(header as object).filter(([name]) => !NOT_CONTENT.includes(name));
  return Object.fromEntries([
    ...fields.map(([name, value]) => [name, sha256(JSON.stringify(value))]),
    ...entries.map((entry) => [entry.name, Buffer.from(entry.sha256).toString('hex')]),
  ]);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
