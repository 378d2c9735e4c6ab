/**
 * `make chaos`: every fault at every moment, a line each, then the table as Markdown; exit code 1 when an invariant
 * is broken or a cell was not reached in twelve minutes. `run.ts [FAULT] [MOMENT]`: those whose names have these words.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { buildingMoment, makeRightBuild } from './building.ts';
import type { Fault, Moment } from './cell.ts';
import { FAULTS } from './faults.ts';
import { makeHistory } from './history.ts';
import { serviceMoments } from './moments.ts';

const LIMIT_S = 12 * 60;
/** Longer than the longest cell: none is begun later than this before the end. */
const CELL_LIMIT_S = 140;
/** Cells at a time: in most of their time they wait. */
const LANES = 2;

/** In the order of a node's life; building has no node. */
const MOMENTS = ['start', 'serving', 'swapping', 'building', 'draining'];

/** Pairs that make no sense. */
const NOT_APPLICABLE: [fault: string, moment: string, reason: string][] = [
  ['nodes restarted', 'building', 'a build has no nodes behind nginx'],
  ['nodes restarted', 'draining', 'a restart is a drain under load: "serving" has it'],
];

interface Cell {
  fault: Fault;
  moment: Moment;
  verdict: 'ok' | 'BROKEN' | 'skipped' | 'does not apply' | 'not run';
  /** What it shows in the table. */
  brief: string;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const [faultWord = '', momentWord = ''] = process.argv.slice(2);
const faults = FAULTS.filter(({ name }) => name.includes(faultWord));
const momentNames = MOMENTS.filter((name) => name.includes(momentWord));
if (faults.length * momentNames.length === 0) giveUp();
const [history, right] = await Promise.all([makeHistory(), makeRightBuild()]);
const made = [...serviceMoments(history), buildingMoment(right)];
const moments = momentNames.flatMap((wanted) => made.filter(({ name }) => name === wanted));
const cells = faults.flatMap((fault) =>
  moments.map((moment): Cell => ({ fault, moment, verdict: 'not run', brief: '' })),
);
const waiting = [...cells];
await Promise.all(Array.from({ length: LANES }, runLane));
printTable();
const count = (verdict: Cell['verdict']) => cells.filter((cell) => cell.verdict === verdict).length;
const unsound = count('BROKEN') + count('not run');
console.log(
  `\n${count('ok')} cells hold, ${count('BROKEN')} are broken, ${count('skipped')} skipped, ${count('not run')} not run; ${process.uptime().toFixed(0)} s.`,
);
process.exit(unsound === 0 ? 0 : 1);

function giveUp(): never {
  const names = FAULTS.map(({ name }) => name).join(', ');
  console.error(
    `run.ts: no cell is "${faultWord}" x "${momentWord}", expected words of one of ${names}, and of one of ${MOMENTS.join(', ')}.`,
  );
  process.exit(2);
}

async function runLane(): Promise<void> {
  for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
    const began = performance.now();
    const line = await runCell(cell).catch((error: Error) => {
      Object.assign(cell, { verdict: 'BROKEN', brief: 'could not be put up' });
      return error.message;
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const { fault, moment, verdict } = cell;
    console.log(`${verdict.padEnd(8)} ${fault.name} x ${moment.name}, ${seconds} s: ${line}`);
  }
}

/** Runs one and notes its verdict; what there is to say of it. */
async function runCell(cell: Cell): Promise<string> {
  const { fault, moment } = cell;
  const [, , reason] = NOT_APPLICABLE.find(([f, m]) => f === fault.name && m === moment.name) ?? [];
  if (reason) return note(cell, 'does not apply', reason);
  if (fault.missing) return note(cell, 'skipped', fault.missing);
  const leftS = LIMIT_S - process.uptime();
  if (leftS < CELL_LIMIT_S) return note(cell, 'not run', 'the time is over');
  const over = wait(1000 * CELL_LIMIT_S, undefined, { ref: false }).then(() => {
    throw new Error(`not over after ${CELL_LIMIT_S} s`);
  });
  const { seen, brief, broken } = await Promise.race([moment.run(fault), over]);
  note(cell, broken.length > 0 ? 'BROKEN' : 'ok', brief);
  return [...broken.map((sentence) => `[${sentence}]`), seen].join(' ');
}

function note(cell: Cell, verdict: Cell['verdict'], brief: string): string {
  Object.assign(cell, { verdict, brief });
  return brief;
}

function printTable(): void {
  const row = (words: string[]) => console.log(`| ${words.join(' | ')} |`);
  console.log();
  row(['', ...moments.map(({ name }) => name)]);
  row(['---', ...moments.map(() => '---')]);
  for (const fault of faults) {
    const own = cells.filter((cell) => cell.fault === fault);
    row([
      fault.name,
      ...own.map(({ verdict, brief }) => (verdict === 'ok' ? brief : `${verdict}: ${brief}`)),
    ]);
  }
}
