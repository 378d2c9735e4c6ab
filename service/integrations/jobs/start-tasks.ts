import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps, SyncDeps } from '../deps.ts';
import type { Organisation } from '../organisations/organisations.ts';
import { providersSource } from '../providers/ports-of.ts';
import type { Clock } from '../providers/rate-limit.ts';
import type { TaskKind } from '../store/queues.ts';
import type { Handler } from '../store/tasks.ts';
import { crmSync, keepingWords } from './crm.ts';
import { dealProgress } from './deal-progress.ts';
import { invoiceSync } from './invoice.ts';
import { invoiceWatch } from './paid.ts';
import { signatureSync } from './signature.ts';
import { startWorker, type Worker } from './worker.ts';

const CLOCK: Clock = { now: Date.now, sleep };

/** Kinds that only read. They run while a subscription is suspended: no contract under signature is lost. */
const READING: readonly TaskKind[] = ['sign.refresh', 'sign.document'];

export function handlersOf(sync: SyncDeps): Record<TaskKind, Handler> {
  return {
    ...signatureSync(sync),
    'crm.sync': keepingWords(sync, crmSync(sync)),
    'deal.progress': dealProgress(sync),
    'invoice.create': invoiceSync(sync),
    'invoice.watch': invoiceWatch(sync),
  };
}

/** Whether a kind of task of an organisation may be carried out now. */
export function mayRunTask(organisation: Organisation | undefined, kind: TaskKind): boolean {
  return organisation?.isActive === true || READING.includes(kind);
}

export function startTasks(
  deps: Pick<Deps, 'store' | 'encryption' | 'organisations' | 'baseUrl' | 'log'>,
): Worker {
  const { store, encryption, organisations, baseUrl, log } = deps;
  const organisation = (org: string) => organisations.current.find(({ id }) => id === org);
  const providers = providersSource(CLOCK);
  const sync: SyncDeps = { store, encryption, clock: CLOCK, organisation, providers, baseUrl };
  return startWorker({
    store,
    handlers: handlersOf(sync),
    mayRun: (org, kind) => mayRunTask(organisation(org), kind),
    clock: CLOCK,
    random: Math.random,
    log,
  });
}
