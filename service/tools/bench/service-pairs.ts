/** The service's calls and its start, against servers that do no work and against the service of another checkout. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { processorMs, residentMb } from '../../test/process-figures.ts';
import { rawCall } from '../../test/service.ts';
import { type Program, type Start, startProgram, startReady } from '../../test/start-program.ts';
import { anotherCaller, COMPUTED, LOOKUPS, nextBatch, nextLookup, PLAIN, post } from './calls.ts';
import { inTurn, type Measured, oneByOne, printRow, underLoad } from './pairs.ts';

const BARE = fileURLToPath(new URL('bare-server.mjs', import.meta.url));
const NOT_SENT = ['connection', 'date', 'keep-alive'];

/** The service of a checkout, as `make bundle` made it. */
function serviceOf(checkout: string): [words: string[], start: Start] {
  const env = { TRUST_PROXY: '1', ARTIFACTS: join(checkout, 'artifacts') };
  return [[join(checkout, 'dist/service.js')], { env }];
}

const emptyServer: [words: string[], start: Start] = [[BARE, 'http'], { input: 'null' }];

async function startService(checkout: string): Promise<Program> {
  const service = await startReady(...serviceOf(checkout));
  service.child.stdout.resume();
  return service;
}

/** Prints what calls cost. @param checkouts this one, and perhaps another */
export async function benchCalls(checkouts: string[]): Promise<void> {
  const services: Program[] = [];
  for (const checkout of checkouts) services.push(await startService(checkout));
  const bare = await startBare(services[0], 'express');
  const raw = await startBare(services[0], 'http');
  try {
    console.log('Calls, processor time of each, medians of rounds in turn:');
    const [own, ...others] = await pairLookups([...services, bare, raw]);
    const [express, http] = others.slice(-2);
    const ratios = { 'bare Express': own / express, 'node:http': own / http };
    printRow('lookup', own, { ...ratios, ...againstBase(own, others.slice(0, -2)) });
    await printAgainst('304', services, own, (service) =>
      underLoad(service, () => nextLookup({ 'if-none-match': '*' })),
    );
    await printAgainst('batch of 50', services, own, (service) => underLoad(service, nextBatch));
    let plainMs = Number.NaN;
    for (const [name, [path, body]] of Object.entries(COMPUTED)) {
      const text = JSON.stringify(body);
      // The base may not finish the most expensive before its deadline.
      const isMost = name.startsWith('most expensive');
      const [calls, rounds] = isMost ? [1, 2] : [10, 5];
      const [first, ...rest] = await inTurn(
        (isMost ? services.slice(0, 1) : services).map((service) =>
          oneByOne(service, () => post(path, text), calls),
        ),
        rounds,
      );
      if (name === PLAIN) plainMs = first;
      printRow(name, first, { 'a plain simulation': first / plainMs, ...againstBase(first, rest) });
    }
  } finally {
    for (const server of [...services, bare, raw]) await server.stop();
  }
}

function pairLookups(servers: Program[]): Promise<number[]> {
  return inTurn(servers.map((server) => underLoad(server, () => nextLookup())));
}

async function printAgainst(
  name: string,
  services: Program[],
  lookupMs: number,
  measure: (service: Program) => Measured,
): Promise<void> {
  const [own, ...base] = await inTurn(services.map(measure));
  printRow(name, own, { 'a lookup': own / lookupMs, ...againstBase(own, base) });
}

function againstBase(own: number, [base]: number[]): Record<string, number> {
  return base === undefined ? {} : { BASE: own / base };
}

/** A server that sends a lookup's answer with the same headers, without computing it. */
async function startBare({ base }: Program, kind: string): Promise<Program> {
  const { status, headers, text } = await rawCall(base, LOOKUPS[0], { headers: anotherCaller() });
  const sent = Object.entries(headers).filter(([name]) => !NOT_SENT.includes(name));
  const input = JSON.stringify({ status, headers: Object.fromEntries(sent), body: text });
  return startProgram([BARE, kind], { input });
}

/** Prints what a start takes, from the process to the first answer. */
export async function benchStart(checkouts: string[]): Promise<void> {
  const programs = [...checkouts.map(serviceOf), emptyServer];
  let megabytes = 0;
  const startOnce = ([words, start]: (typeof programs)[number]): Measured => {
    return async () => {
      const program = await startProgram(words, start);
      try {
        const { status } = await rawCall(program.base, LOOKUPS[0]);
        if (status !== 200) throw new Error(`The first answer is ${status}.`);
        if (words === programs[0][0]) megabytes = residentMb(program.pid);
        return processorMs(program.pid);
      } finally {
        await program.stop();
      }
    };
  };
  const [own, ...others] = await inTurn(programs.map(startOnce));
  const empty = others.pop() ?? Number.NaN;
  console.log('Start to the first answer, processor time:');
  printRow('service', own, { 'an empty node': own / empty, ...againstBase(own, others) });
  console.log(`  memory after it ${megabytes.toFixed(0)} MB`);
}
