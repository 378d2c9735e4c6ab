import { closestMatch } from 'leven';
import type { Logger } from 'pino';
import {
  fullAddressesOf,
  hostOf,
  maxConnectionsOf,
  trustProxyOf,
  wholeNumber,
} from './setting-values.ts';

export interface Setting<T> {
  /** The name of its value in the code. */
  field: string;
  /** Text to read where the variable is unset or empty. */
  fallback: string;
  /** The default for people, where it is not `fallback` itself. Nothing is "none". */
  shown?: string;
  /** Text for people: what it decides, and the values that it takes. */
  meaning: string;
  /** Whether nobody else may see the value. */
  isSecret?: boolean;
  /** @throws Error naming the variable, what it is and what was expected */
  read(text: string): T;
}

/** Settings by the names of their variables. */
export type Settings = Record<string, Setting<unknown>>;

type Values<Table extends Settings> = {
  [Name in keyof Table as Table[Name]['field']]: ReturnType<Table[Name]['read']>;
};

/**
 * Reads all settings of a table.
 * @throws Error naming the variable that is wrong
 */
export function readSettings<Table extends Settings>(
  table: Table,
  env: NodeJS.ProcessEnv,
): Values<Table> {
  const entries = Object.entries(table);
  const values = entries.map(([name, { field, fallback, read }]) => [
    field,
    read(env[name] || fallback),
  ]);
  return Object.fromEntries(values) as Values<Table>;
}

export const SHARED_SETTINGS = {
  HOST: {
    field: 'host',
    fallback: '127.0.0.1',
    meaning: 'Address to listen on, or `*` for all addresses of the machine',
    read: hostOf,
  },
  TRUST_PROXY: {
    field: 'trustProxy',
    fallback: '0',
    meaning:
      'Number of proxies in front, 0 to 9, or their addresses (`10.0.0.0/8,::1`). Otherwise `X-Forwarded-For` is ignored',
    read: trustProxyOf,
  },
  MAX_CONNECTIONS: {
    field: 'maxConnections',
    fallback: '',
    shown: 'open files (ulimit -n) less 200, at most 10000',
    meaning:
      'How many connections may be open. Further ones are refused. More than the open files allow stops the start',
    read: maxConnectionsOf,
  },
  DRAIN_DELAY_MS: {
    field: 'drainDelayMs',
    fallback: '500',
    meaning:
      'How long after `SIGTERM` new connections are still accepted, while load balancers learn of it, 0 to 600000',
    read: (text: string) => wholeNumber('DRAIN_DELAY_MS', text, 0, 600_000),
  },
  LOG_ADDRESSES: {
    field: 'fullAddresses',
    fallback: 'short',
    meaning: "Callers' addresses in the log: `short` by their /24 (IPv6: /48), or `full`",
    read: fullAddressesOf,
  },
} as const satisfies Settings;

/** Logs the settings, of secrets only that they are set, and variables with a name that is nearly a setting's. */
export function logSettings(
  log: Logger,
  settings: Settings,
  values: Record<string, unknown>,
  env: NodeJS.ProcessEnv,
): void {
  const shown = Object.entries(settings).map(([name, { field, fallback, isSecret }]) => {
    if (isSecret) return [name, env[name] ? 'set' : null];
    return [name, env[name] || fallback || values[field] || null];
  });
  log.info({ settings: Object.fromEntries(shown) }, 'configuration loaded');
  for (const sentence of likelyTypos(settings, env)) log.warn(sentence);
}

/**
 * Prints every setting of a process with its default, its meaning, and its value where it is set. Wrong values follow on
 * standard error, and make the exit code 1. So do names with a likely typo, which do not.
 */
export function printSettings(heading: string, settings: Settings, env: NodeJS.ProcessEnv): void {
  console.log(`${heading}\n`);
  for (const [name, setting] of Object.entries(settings)) {
    const now = env[name] ? `; now ${setting.isSecret ? 'set' : env[name]}` : '';
    console.log(`${name} (default ${defaultOf(setting)}${now})\n    ${setting.meaning}.`);
  }
  console.log();
  for (const [name, setting] of Object.entries(settings)) reportFault(setting, env[name] ?? '');
  for (const sentence of likelyTypos(settings, env)) console.error(sentence);
}

/** The settings as a table in Markdown. */
export function settingsTable(settings: Settings): string {
  const rows = Object.entries(settings).map(
    ([name, setting]) => `| \`${name}\` | ${defaultOf(setting)} | ${setting.meaning}. |`,
  );
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function defaultOf({ fallback, shown }: Setting<unknown>): string {
  return shown ?? (fallback || 'none');
}

/** Variables of the environment that were perhaps meant as a setting which is not set. Short names are near to many words. */
function likelyTypos(settings: Settings, env: NodeJS.ProcessEnv): string[] {
  const unset = Object.keys(settings).filter((name) => name.length > 7 && !env[name]);
  return Object.keys(env).flatMap((given) => {
    const meant =
      env[given] && !(given in settings) && closestMatch(given, unset, { maxDistance: 2 });
    return meant ? [`${given} is not a setting. Did you mean ${meant}?`] : [];
  });
}

/** Reports nothing of a variable that is not set, which a process may need that is not to be started. */
function reportFault({ read }: Setting<unknown>, value: string): void {
  if (value === '') return;
  try {
    read(value);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
