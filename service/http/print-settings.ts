import type { Setting, Settings } from './settings.ts';

/**
 * Prints every setting of a process with its default, what it means, and its value where it is set. What is
 * wrong with a value follows on standard error, and makes the exit code 1.
 */
export function printSettings(heading: string, settings: Settings, env: NodeJS.ProcessEnv): void {
  console.log(`${heading}\n`);
  for (const [name, { fallback, shown, meaning, isSecret }] of Object.entries(settings)) {
    const now = env[name] ? `; now ${isSecret ? 'set' : env[name]}` : '';
    console.log(`${name} (default ${shown ?? (fallback || 'none')}${now})\n    ${meaning}.`);
  }
  console.log();
  for (const [name, setting] of Object.entries(settings)) reportFault(setting, env[name] ?? '');
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
