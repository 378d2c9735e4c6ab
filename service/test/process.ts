/** The service as `make serve` starts it, in a process of its own that ends behind the test that starts it. */
import { after } from 'node:test';
import { type Program, SERVICE, startProgram } from './start-program.ts';

/** Starts it on a free port. Resolves when it listens. */
export async function startProcess(env: Record<string, string>): Promise<Program> {
  const service = await startProgram([SERVICE], { env });
  after(() => service.stop());
  return service;
}
