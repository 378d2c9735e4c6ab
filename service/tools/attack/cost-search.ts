/**
 * The search for expensive calls: processor time of every kind of call, each on a connection of its own. What is
 * refused may cost three refused calls that carry nothing, and what it costs a bare server to read and parse its body.
 * All of these are measured next to each other: other work on the machine makes all of them slower.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { processorMs } from '../../test/process-figures.ts';
import { endWithThisProcess } from '../../test/start-program.ts';
import { type Cell, cellsOf } from './cost-cells.ts';
import { integrationsTarget, serviceTarget, type Target } from './targets.ts';

const FEW_CALLS = 3;
const MANY_CALLS = 40;
const WARM_UP_CALLS = 300;
/** How often a cell that seems too expensive is measured again. */
const ROUNDS = 4;
const MOST_REFUSALS = 3;

/** A process that calls are measured in. */
interface Measured {
  pid: number;
  port: number;
}

/**
 * Makes every kind of call to the service and the integrations.
 * @returns a line of figures
 * @throws Error when a refusal costs more than it may, or a call finds a fault of ours
 */
export async function searchCosts(): Promise<string> {
  const parser = await startParser();
  const faults: string[] = [];
  let count = 0;
  for (const startTarget of [serviceTarget, integrationsTarget]) {
    const target = await startTarget();
    const cells = cellsOf(target.routes);
    count += cells.length;
    try {
      faults.push(...(await search(target, cells, parser)));
    } finally {
      await target.stop();
    }
  }
  parser.stop();
  const line = `${count} kinds of call, ${faults.length} of them fail or cost more than they may`;
  if (faults.length > 0) throw new Error([line, ...faults.slice(0, 60)].join('\n  '));
  return line;
}

/** A bare server that reads, inflates and parses bodies, in a process of its own. */
async function startParser() {
  const file = new URL('cost-parser.ts', import.meta.url);
  const child = fork(file, { execArgv: ['--import', 'tsx'] });
  endWithThisProcess(child);
  const [port] = await once(child, 'message');
  return { pid: child.pid ?? 0, port: Number(port), stop: () => child.kill('SIGKILL') };
}

/** What is wrong with the cells of a target. */
async function search(target: Target, cells: Cell[], parser: Measured): Promise<string[]> {
  const { program, refused } = target;
  const warmUp = cells.find(({ outcome }) => outcome === 'refused after') ?? refused;
  await measure(parser, warmUp, WARM_UP_CALLS);
  await measure(program, refused, WARM_UP_CALLS);
  const unit = await measure(program, refused, WARM_UP_CALLS);
  const faults: string[] = [];
  for (const cell of cells) {
    if (cell.outcome === 'limited') await spend(program, cell);
    const { ms, status } = await measure(program, cell, FEW_CALLS);
    const isCheap = cell.outcome === 'accepted' || ms <= MOST_REFUSALS * unit.ms;
    const isOurs = status.startsWith('50') && status !== '503';
    const fault = isOurs ? `status ${status}` : !isCheap && (await judge(target, cell, parser));
    if (fault) faults.push(`${cell.route.path}, ${cell.outcome}, ${cell.name}: ${fault}`);
  }
  return faults;
}

/** Measures a call that seems too expensive next to what it may cost, until it is not, or four times. */
async function judge({ program, refused }: Target, cell: Cell, parser: Measured): Promise<string> {
  let fault = '';
  for (let round = 0; round < ROUNDS; round++) {
    const calls = round === 0 ? FEW_CALLS : MANY_CALLS;
    const unit = await measure(program, refused, MANY_CALLS);
    const parsing = cell.body ? (await measure(parser, cell, calls)).ms : 0;
    const mostMs = MOST_REFUSALS * unit.ms + parsing;
    const { ms, status } = await measure(program, cell, calls);
    if (ms <= mostMs) return '';
    fault = `${status}, ${ms.toFixed(2)} ms, expected at most ${mostMs.toFixed(2)}`;
  }
  return fault;
}

/** Makes a call again and again. @returns the processor time of one, ms, and the last status */
async function measure({ pid, port }: Measured, cell: Cell, calls: number) {
  const beforeMs = processorMs(pid);
  let status = '';
  for (let i = 0; i < calls; i++) status = (await exchange(port, cell.bytes())).slice(9, 12);
  return { ms: (processorMs(pid) - beforeMs) / calls, status };
}

/** Uses up the caller's calls of this minute. */
async function spend({ port }: Measured, { bytes, route, name }: Cell): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    if (/^HTTP\/1\.1 429 /.test(await exchange(port, bytes()))) return;
  }
  throw new Error(`The limit of ${route.path} was not reached by 1000 calls: ${name}.`);
}

/** The answer to a call, as far as it came. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(port, '127.0.0.1');
    const finish = () => {
      socket.destroy();
      resolve(said);
    };
    socket.setEncoding('latin1').on('data', (text: string) => {
      said += text;
    });
    socket.on('end', finish).on('error', finish);
    socket.write(bytes);
  });
}
