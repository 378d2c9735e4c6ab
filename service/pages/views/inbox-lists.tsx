import { fill } from '../shared/text.ts';
import type { Language, Words } from '../shared/words.ts';
import type { AuditLine, HeldLead, InboxContent, InboxList, InboxTask } from './inbox-contract.ts';
import { Time, Token } from './inbox-parts.tsx';
import { Wide } from './scrolling.tsx';

interface ListProps {
  words: Words['inbox'];
  content: InboxContent;
}

type Tasks = Extract<InboxList, { tasks: unknown }>;

/** Work for other systems: what is left to a person may be tried again, one by one, some, or all. */
export function TaskList({ words, content, list }: ListProps & { list: Tasks }) {
  const { tasks, view } = list;
  const { language, token, actions, tabs } = content;
  if (tasks.length === 0) return <p>{words.nothing}</p>;
  const rows = (
    <ul class="items">
      {tasks.map((task) => (
        <Task words={words} language={language} task={task} view={view} />
      ))}
    </ul>
  );
  if (view === 'done') return rows;
  const all = tabs.find((tab) => tab.view === view)?.count ?? tasks.length;
  return (
    <form method="post" action={actions.retry}>
      <Token token={token} />
      <input type="hidden" name="view" value={view} />
      <p class="bulk">
        <button type="submit" class="main">
          {words.retryChosen}
        </button>
        {view === 'stuck' && (
          <button type="submit" name="all" value="stuck">
            {fill(words.retryAll, { count: all })}
          </button>
        )}
      </p>
      {rows}
    </form>
  );
}

interface TaskProps {
  words: Words['inbox'];
  language: Language;
  task: InboxTask;
  view: Tasks['view'];
}

function Task({ words, language, task, view }: TaskProps) {
  const { value, work, title, subject, error, paused } = task;
  const heading = (
    <>
      {words[work]} <bdi>{title}</bdi> <code>{subject}</code>
    </>
  );
  if (view === 'done') {
    return (
      <li>
        <h3>{heading}</h3>
        <p class="soft">
          <Time words={words.lastRun} at={task.runAt} language={language} />
        </p>
      </li>
    );
  }
  return (
    <li>
      <h3>
        <label>
          <input type="checkbox" name="task" value={value} /> {heading}
        </label>
      </h3>
      {task.words && (
        <p>
          {words.theirWords} <q class="words">{task.words}</q>
        </p>
      )}
      {error && <p class="words">{error}</p>}
      {paused && view === 'waiting' && <p>{words.accountPaused}</p>}
      <p class="soft">
        {view === 'stuck' && `${words[task.state === 'failed' ? 'failed' : 'attention']} `}
        <Time
          words={task.failingSince ? words.failingSince : words.lastRun}
          at={task.failingSince ?? task.runAt}
          language={language}
        />{' '}
        {fill(words.attempts, { count: task.attempts })}
      </p>
      {task.correction && view === 'stuck' && (
        <p>
          {words.correction} <code>{task.correction}</code>
        </p>
      )}
      <button
        type="submit"
        name="only"
        value={value}
        aria-label={fill(words.retryOf, { name: `${words[work]} ${title} ${subject}` })}
      >
        {words.retry}
      </button>
    </li>
  );
}

/** Leads that are kept and told to nobody. */
export function HeldLeads({ words, content, leads }: ListProps & { leads: HeldLead[] }) {
  const { language, token, actions } = content;
  if (leads.length === 0) return <p>{words.nothing}</p>;
  const why = {
    near_network: words.nearNetwork,
    wide_network: words.wideNetwork,
    all: words.allLeads,
  };
  return (
    <form method="post" action={actions.release}>
      <Token token={token} />
      <p class="bulk">
        <button type="submit" class="main">
          {words.releaseChosen}
        </button>
      </p>
      <ul class="items">
        {leads.map(({ id, name, since, because }) => (
          <li>
            <h3>
              <label>
                <input type="checkbox" name="lead" value={id} /> <bdi>{name}</bdi> <code>{id}</code>
              </label>
            </h3>
            <p>{why[because]}</p>
            <p class="soft">
              <Time words={words.heldSince} at={since} language={language} />
            </p>
            <button
              type="submit"
              name="only"
              value={id}
              aria-label={fill(words.releaseOf, { name: `${name} ${id}` })}
            >
              {words.release}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}

/** Which key did what when. */
export function AuditLog({ words, content, lines }: ListProps & { lines: AuditLine[] }) {
  if (lines.length === 0) return <p>{words.nothing}</p>;
  return (
    <Wide labelledBy="list">
      <table>
        <thead>
          <tr>
            {[words.when, words.key, words.action, words.subject, words.calls].map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ at, key, action, subject, calls }) => (
            <tr>
              <td>
                <Time words="{time}" at={at} language={content.language} />
              </td>
              <td>
                <bdi>{key}</bdi>
              </td>
              <td>
                <code>{action}</code>
              </td>
              <td>
                <code>{subject}</code>
              </td>
              <td>{calls}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
