/** Processes whose calls are measured. */
import { type ChildProcess, fork } from 'node:child_process';
import { rawCall } from '../../test/service.ts';
import {
  endWithThisProcess,
  type Program,
  SERVICE,
  type Start,
  startProgram,
} from '../../test/start-program.ts';
import { until } from '../../test/until.ts';

/** Starts the service, or another bundle, on a free port; resolves when everything is loaded. */
export async function startTarget(start: Start, program = SERVICE): Promise<Program> {
  const target = await startProgram([program], start);
  const isReady = async () => (await rawCall(target.base, '/readyz')).status === 200;
  await until(isReady, `${program} is ready`);
  return target;
}

/** A process of a file in this folder. */
export function forkFile(name: string): ChildProcess {
  const child = fork(new URL(name, import.meta.url), { execArgv: ['--import', 'tsx'] });
  endWithThisProcess(child);
  return child;
}
