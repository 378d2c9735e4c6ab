/** Moments in the life of a node at which a fault may come. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Callers } from './callers.ts';
import { type Fault, type Moment, momentOf, type Outcome, within } from './cell.ts';
import { briefOf, type Course, describeCourse, strainNow } from './course.ts';
import { CURRENT, type History, OTHER } from './history.ts';
import { BACK_WITHIN_S, brokenInvariants, graceMs } from './invariants.ts';
import { type Scene, STOP_LIMIT_MS, setScene } from './scene.ts';
import { findUnwhole } from './whole-files.ts';

const PEACE_MS = 1_500;
const HOLD_MS = 3_000;
const AFTER_MS = 1_000;
/** Delay of the store's answers while a build is taken, and how far it is taken when the fault comes. */
const FAR_MS = 100;
const TAKING_MS = 250;
/** What is not called for answers comes this much later than the first answer. */
const REST_MS = 500;
const START_LIMIT_MS = 20_000;

/** A scene with its callers, and what has happened in it. */
interface Play {
  scene: Scene;
  callers: Callers;
  struckMs: number;
  healedMs: number;
  backMs: number | undefined;
  /** When callers began to find a node that was being ended or not yet started, and when it was started. */
  awayMs: number | undefined;
  startedMs: number;
  /** Lines that its log is to have. */
  told: RegExp[];
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
      setUp: async (fault) => playOf(await setScene(fault, history), fault),
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

function playOf(scene: Scene, { told = [] }: Fault): Play {
  return {
    scene,
    callers: scene.startCallers(),
    struckMs: 0,
    healedMs: 0,
    backMs: undefined,
    awayMs: undefined,
    startedMs: 0,
    told,
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
    const play = playOf(scene, fault);
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
  play.awayMs = play.struckMs;
  const struck = fault.inject(scene);
  startNodes(play);
  await struck;
  await wait(HOLD_MS);
  await cure(play, fault);
  await comeBack(play);
}

function startNodes(play: Play): void {
  play.startedMs = performance.now();
  for (const node of play.scene.nodes) node.start();
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
  // A store that is far away: taking a build lasts.
  scene.store.relay.slow(FAR_MS);
  askStore(scene);
  await wait(TAKING_MS);
  play.struckMs = performance.now();
  await fault.inject(scene);
  await wait(HOLD_MS);
  await cure(play, fault);
  scene.store.relay.slow(0);
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
  play.awayMs = performance.now();
  // It does not live through it.
  play.told = [];
  await end(play);
  await cure(play, fault);
  startNodes(play);
  await comeBack(play);
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
  const { scene, version, told } = play;
  const isTold = () => told.every((line) => logOf(scene).some((one) => line.test(one)));
  const isBack = async () => isTold() && (await scene.isServed(version));
  const limitMs = 1000 * BACK_WITHIN_S * strainNow() + graceMs(play.callers.lateness);
  const began = performance.now();
  const took = await within(limitMs, isBack, () => '').catch(() => undefined);
  if (took !== undefined) play.backMs = began + took;
  await wait(AFTER_MS);
}

const logOf = ({ nodes }: Scene) => nodes.flatMap(({ log }) => log);

/** Until the first answer behind its start nobody need be served. */
function awayOf({ awayMs, startedMs, callers }: Play): Course['away'] {
  if (awayMs === undefined) return undefined;
  const first = callers.seen.find(
    ({ path, fate, atMs }) => fate === 200 && path.startsWith('/api/') && atMs > startedMs,
  );
  return {
    fromMs: awayMs,
    toMs: first ? first.atMs + first.ms + REST_MS : Number.POSITIVE_INFINITY,
  };
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
    away: awayOf(play),
    log: logOf(scene),
    strain: strainNow(),
    largestMb: Math.max(...scene.nodes.map((node) => node.largestMb())),
  };
  const ends = scene.nodes.map((node) => node.ends.join(', ')).join(' and ');
  return {
    seen: `${describeCourse(course)}; ended with ${ends}`,
    brief: briefOf(course),
    broken: [...broken, ...brokenInvariants(course, { toll: fault.toll, told: play.told })],
  };
}
