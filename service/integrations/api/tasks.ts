/** The tasks for other systems, and the organisation's status. */
import { Router } from 'express';
import type { IntegrationsStatus, TaskList, TaskState } from '../../../schemas/types.ts';
import { allowOnly } from '../../http/http-error.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { faultsOf, TASK_KINDS } from '../store/queues.ts';
import { listTasks, readTask, readTaskStanding, retryTask, TASK_STATES } from '../store/tasks.ts';
import { keyOf, organisationOf } from './access.ts';
import { invalid, pathId } from './request-values.ts';

/** GET /tasks, POST /tasks/{kind}/{subject}/retry, GET /status */
export function taskRoutes(deps: Deps): Router {
  const { store, now } = deps;
  const router = Router();
  router
    .route('/tasks')
    .get(async (request, response) => {
      const db = store.of(organisationOf(response).id);
      const tasks = await listTasks(db, stateOf(request.query.state));
      response.json({ tasks } satisfies TaskList);
    })
    .all(allowOnly('GET, HEAD'));

  router
    .route('/tasks/:kind/:subject/retry')
    .post(async (request, response) => {
      const kind = TASK_KINDS.find((one) => one === request.params.kind);
      const subject = pathId(request, 'task', 'subject');
      const task = await deps.store.change(organisationOf(response).id, async (change) => {
        if (kind === undefined || !(await readTask(change, kind, subject))) throw notFound('task');
        await retryTask(change, kind, subject, now().toISOString());
        return readTask(change, kind, subject);
      });
      response.status(202).json(task);
    })
    .all(allowOnly('POST'));

  router
    .route('/status')
    .get(async (_request, response) => {
      const { id, crm, accounting, signature } = organisationOf(response);
      const { label } = keyOf(response);
      const status: IntegrationsStatus = {
        organisation: id,
        crm: crm?.provider ?? null,
        accounting: accounting?.provider ?? null,
        signature: signature?.provider ?? null,
        ...(await readTaskStanding(store.of(id), now().toISOString())),
        paused: await faultsOf(store.of(id)),
        key: { label },
      };
      response.json(status);
    })
    .all(allowOnly('GET, HEAD'));
  return router;
}

function stateOf(value: unknown): TaskState | null {
  if (value === undefined) return null;
  const state = TASK_STATES.find((one) => one === value);
  if (state) return state;
  throw invalid('state', `is something else, expected one of ${TASK_STATES.join(', ')}`);
}
