/**
 * Writes a page about a build, in English and in Swedish: `node --import tsx service/commands/report.ts [--artifacts FOLDER]
 * [--out FILE]`.
 */
import { join } from 'node:path';
import { commandLine, makeRoomFor, readDataset } from '../../pipeline/command-line.ts';
import { pvYieldPath } from '../../pipeline/versions/build-outputs.ts';
import { PROJECT } from '../../schemas/project.ts';
import { writeReport } from '../pages/data/report/write-report.ts';

const { artifacts, out } = commandLine({
  options: {
    artifacts: { type: 'string', default: join(PROJECT, 'artifacts') },
    out: { type: 'string', default: join(PROJECT, 'artifacts', 'report.html') },
  },
});

try {
  const artifact = await readDataset(pvYieldPath(artifacts));
  makeRoomFor(out, 'report.html');
  for (const line of await writeReport(artifacts, artifact, out)) console.log(line);
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}
