/**
 * Writes a page about a build, in English and in Swedish: `sun report`.
 */
import { join } from 'node:path';
import { makeRoomFor, readDataset } from '../../pipeline/named-files.ts';
import { pvYieldPath } from '../../pipeline/versions/build-outputs.ts';
import { commandLine } from '../../schemas/commands/command-line.ts';
import { PROJECT } from '../../schemas/project.ts';
import { writeReport } from '../pages/data/report/write-report.ts';

const { artifacts = join(PROJECT, 'artifacts'), out = join(artifacts, 'report.html') } =
  commandLine('report');

const artifact = await readDataset(pvYieldPath(artifacts));
makeRoomFor(out, 'report.html');
for (const line of await writeReport(artifacts, artifact, out)) console.log(line);
