/**
 * Writes one page about a build: `node --import tsx pipeline/report.ts [--artifacts FOLDER]
 * [--out FILE]`.
 */
import { join } from 'node:path';
import { PROJECT } from '../schemas/project.ts';
import { commandLine, makeRoomFor, readDataset } from './command-line.ts';
import { writeReport } from './pages/report/write-report.ts';
import { pvYieldPath } from './versions/build-outputs.ts';

const { artifacts, out } = commandLine({
  options: {
    artifacts: { type: 'string', default: join(PROJECT, 'artifacts') },
    out: { type: 'string', default: join(PROJECT, 'artifacts', 'report.html') },
  },
});

try {
  const artifact = await readDataset(pvYieldPath(artifacts));
  makeRoomFor(out, 'report.html');
  console.log(await writeReport(artifacts, artifact, out));
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exitCode = 1;
}
