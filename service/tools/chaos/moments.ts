/** Moments in the life of a node at which a fault may come. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Callers } from './callers.ts';
import { type Fault, type Moment, momentOf, type Outcome, within } from './cell.ts';
import { CURRENT, type History, OTHER } from './history.ts';
import { type Scene, STOP_LIMIT_MS, setScene } from './scene.ts';
import {
  BACK_WITHIN_S,
  briefOf,
  brokenInvariants,
  type Course,
  describeCourse,
} from './verdict.ts';
import { findUnwhole } from './whole-files.ts';

const PEACE_MS = 1_500;
const HOLD_MS = 3_000;
const AFTER_MS = 1_000;
const START_LIMIT_MS = 20_000;

/** A scene with its callers, and what has happened in it. */
interface Play {
  scene: Scene;
  callers: Callers;
  struckMs: number;
  healedMs: number;
  backMs: number | undefined;
  away: Course['away'];
  /** The build that is to be served in the end, and those that may be until then. */
  version: string;
  before: string[];
  /** Invariants that are broken beyond those of the callers. */
  broken: string[];
  close(): Promise<void>;
}

/** The moments of a service with a history. */
export function serviceMoments(history: History): Moment[] {
  const judge = async (play: Play, fault: Fault) => judgePlay(play, fault);
  return [
    momentOf({
      name: 'start',
      setUp: async (fault) => playOf(await setScene(fault, history)),
      drive: start,
      judge,
    }),
    momentOf({
      name: 'serving',
      setUp: (fault) => serve(fault, history),
      drive: keepServing,
      judge,
    }),
    momentOf({
      name: 'swapping',
      setUp: (fault) => serve(fault, history),
      drive: (play, fault) => swap(play, fault, history),
      judge,
    }),
    momentOf({ name: 'draining', setUp: (fault) => serve(fault, history), drive: drain, judge }),
  ];
}

function playOf(scene: Scene): Play {
  return {
    scene,
    callers: scene.startCallers(),
    struckMs: 0,
    healedMs: 0,
    backMs: undefined,
    away: undefined,
    version: CURRENT,
    before: [CURRENT],
    broken: [],
    close: scene.close,
  };
}

/** A node that has served for a while. */
async function serve(fault: Fault, history: History): Promise<Play> {
  const scene = await setScene(fault, history);
  try {
    for (const node of scene.nodes) node.start();
    const isUp = () => scene.isServed(CURRENT);
    await within(START_LIMIT_MS, isUp, () => `${CURRENT} is not served after a start in peace`);
    const play = playOf(scene);
    await wait(PEACE_MS);
    return play;
  } catch (error) {
    await scene.close();
    throw error;
  }
}

/** Started while the fault holds, or struck by it before it listens. */
async function start(play: Play, fault: Fault): Promise<void> {
  const { scene } = play;
  play.struckMs = performance.now();
  play.away = { fromMs: play.struckMs, toMs: Number.POSITIVE_INFINITY };
  const struck = fault.inject(scene);
  for (const node of scene.nodes) node.start();
  await struck;
  await wait(HOLD_MS);
  await cure(play, fault);
  await comeBack(play);
  play.away.toMs = performance.now();
}

async function keepServing(play: Play, fault: Fault): Promise<void> {
  play.struckMs = performance.now();
  await fault.inject(play.scene);
  await wait(HOLD_MS);
  await cure(play, fault);
  await comeBack(play);
}

/** The fault comes while a new build is being taken. */
async function swap(play: Play, fault: Fault, history: History): Promise<void> {
  const { scene } = play;
  await history.publish(OTHER, scene.around.storeUrl);
  play.version = OTHER;
  play.before = [CURRENT, OTHER];
  play.struckMs = performance.now();
  askStore(scene);
  await fault.inject(scene);
  await wait(HOLD_MS);
  await cure(play, fault);
  askStore(scene);
  await comeBack(play);
}

/** Without it a node would ask within a minute. */
function askStore({ nodes }: Scene): void {
  for (const node of nodes) node.signal('SIGHUP');
}

/** The node is told to end while the fault holds, and started again behind it. */
async function drain(play: Play, fault: Fault): Promise<void> {
  const { scene } = play;
  play.struckMs = performance.now();
  await fault.inject(scene);
  play.away = { fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY };
  await end(play);
  await cure(play, fault);
  for (const node of scene.nodes) node.start();
  await comeBack(play);
  play.away.toMs = performance.now();
}

async function end({ scene, broken }: Play): Promise<void> {
  for (const node of scene.nodes) {
    const ms = await node.stop(STOP_LIMIT_MS);
    if (ms >= STOP_LIMIT_MS) broken.push(`SIGTERM did not end it within ${STOP_LIMIT_MS / 1000} s`);
    else if (node.ends.at(-1) !== '0') broken.push(`SIGTERM ended it with ${node.ends.at(-1)}`);
  }
}

async function cure(play: Play, fault: Fault): Promise<void> {
  await fault.heal(play.scene).catch(({ message }: Error) => play.broken.push(message));
  play.healedMs = performance.now();
}

async function comeBack(play: Play): Promise<void> {
  const isBack = () => play.scene.isServed(play.version);
  const began = performance.now();
  const took = await within(1000 * BACK_WITHIN_S, isBack, () => '').catch(() => undefined);
  if (took !== undefined) play.backMs = began + took;
  await wait(AFTER_MS);
}

async function judgePlay(play: Play, fault: Fault): Promise<Outcome> {
  const { scene, callers, broken } = play;
  await callers.stop();
  await end(play);
  const unwhole = findUnwhole(scene.around.disk);
  if (unwhole.length > 0) broken.push(`not whole on the disk: ${unwhole.join(', ')}`);
  const course: Course = {
    ...play,
    seen: callers.seen,
    lateness: callers.lateness,
    isBehindNginx: scene.isBehindNginx,
    thanked: callers.thanked,
    kept: scene.sink.kept,
    log: scene.nodes.flatMap(({ log }) => log),
    largestMb: Math.max(...scene.nodes.map((node) => node.largestMb())),
  };
  const ends = scene.nodes.map((node) => node.ends.join(', ')).join(' and ');
  return {
    seen: `${describeCourse(course)}; ended with ${ends}`,
    brief: briefOf(course),
    broken: [...broken, ...brokenInvariants(course, fault)],
  };
}
