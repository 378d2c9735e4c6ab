// @ts-check
import { parseArgs } from 'node:util';

/** @typedef {import('./commands.mjs').Command} Command */

/**
 * What the words of a command line ask for: a text to print with its exit code, or a command with its options.
 * @param {string[]} words
 * @param {Record<string, Command>} commands
 * @param {string} program name of the command line, as it is typed
 * @param {boolean} [isOfMake] whether options are typed as variables of make
 * @returns {{ print: string, code: 0 | 2 } | { name: string, command: Command, values: Record<string, string | boolean>, operands: string[] }}
 */
export function readCommand(words, commands, program, isOfMake = false) {
  const [first = '', second = ''] = words;
  const isHelp = words.includes('--help') || words.includes('-h');
  const name = Object.hasOwn(commands, `${first} ${second}`) ? `${first} ${second}` : first;
  if (!Object.hasOwn(commands, name)) {
    const names = Object.keys(commands).filter((each) => !each.includes(' '));
    if (isHelp && (first.startsWith('-') || first === ''))
      return { print: usage(commands, program), code: 0 };
    const found = first === '' ? 'no command given' : `unknown command "${first}"`;
    const meant = names.find((each) => isSlipOf(first, each));
    const expected = meant ? `did you mean "${meant}"?` : `expected one of ${names.join(', ')}.`;
    return { print: `error: ${found}, ${expected} Try: ${program} --help`, code: 2 };
  }
  const command = commands[name];
  if (isHelp) return { print: usageOf(name, command, program), code: 0 };
  try {
    const rest = words.slice(name.split(' ').length);
    return { name, command, ...givenTo(command, rest, isOfMake) };
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const sentence = /[.?]$/.test(message) ? message : `${message}.`;
    return { print: `error: ${sentence} Try: ${program} ${name} --help`, code: 2 };
  }
}

/**
 * Whether a word differs by one slip: a letter more, less or another, or two neighbouring ones exchanged. The package for that
 * may not be installed yet.
 * @param {string} word
 * @param {string} name
 */
function isSlipOf(word, name) {
  const shorter = Math.min(word.length, name.length);
  let start = 0;
  while (start < shorter && word[start] === name[start]) start++;
  let end = 0;
  while (end < shorter - start && word.at(-1 - end) === name.at(-1 - end)) end++;
  const typed = word.slice(start, word.length - end);
  const meant = name.slice(start, name.length - end);
  const isExchanged = meant.length === 2 && typed === meant[1] + meant[0];
  return word.length > 1 && (isExchanged || (typed.length <= 1 && meant.length <= 1));
}

/**
 * The options and operands that were given. An empty option was not: make passes variables that are not set.
 * @param {Command} command
 * @param {string[]} args
 * @param {boolean} isOfMake
 */
function givenTo({ options, operands: shown }, args, isOfMake) {
  const config = Object.entries(options).map(([name, { value }]) => {
    return /** @type {const} */ ([name, { type: value === undefined ? 'boolean' : 'string' }]);
  });
  const { values: parsed, positionals: operands } = parseArgs({
    args,
    options: Object.fromEntries(config),
    allowPositionals: shown !== undefined,
  });
  if (shown && operands.length === 0) throw new Error(`no ${shown.split(' ')[0]} is named.`);
  /** @type {Record<string, string | boolean>} */
  const values = {};
  for (const [name, value] of Object.entries(parsed))
    if (value !== undefined && value !== '') values[name] = value;
  for (const [name, option] of Object.entries(options)) {
    const { value, required, is } = option;
    const given = values[name];
    const typed = isOfMake ? variableOf(name, option) : `--${name}`;
    if (given === undefined && required)
      throw new Error(`${typed} is missing, expected for example ${value}.`);
    if (given !== undefined && is !== undefined && !is.holds(String(given)))
      throw new Error(`${typed} is "${given}", expected ${is.called}, for example ${value}.`);
  }
  return { values, operands };
}

/**
 * @param {Record<string, Command>} commands
 * @param {string} program
 */
function usage(commands, program) {
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(20)} ${summary}`,
  );
  return [
    `Usage: ${program} <command> [options]`,
    '',
    ...lines,
    '',
    `${program} <command> --help prints its options, ${program} --version the release.`,
    'Exit codes: 0 success, 1 failure, 2 wrong use.',
  ].join('\n');
}

/**
 * @param {string} name
 * @param {Command} command
 * @param {string} program
 */
function usageOf(name, { summary, options, operands = '', settings }, program) {
  const lines = Object.entries(options).map(([option, { value = '', help, required }]) => {
    return `  ${`--${option} ${value}`.padEnd(30)} ${help}${required ? ' (required)' : ''}`;
  });
  const after = [lines.length > 0 ? ' [options]' : '', operands && ` ${operands}`].join('');
  const usage = `Usage: ${program} ${name}${after}`;
  return [usage, '', `${summary}.`, ...lines, ...(settings ? [settings] : [])].join('\n');
}

/**
 * The words and the environment of a command's program.
 * @param {Command} command
 * @param {Record<string, string | boolean>} values
 * @param {string[]} [operands]
 */
export function programOf({ env = {} }, values, operands = []) {
  const rest = Object.entries(values).filter(([name]) => !Object.hasOwn(env, name));
  return {
    words: [
      ...rest.map(([name, value]) => (value === true ? `--${name}` : `--${name}=${value}`)),
      ...operands,
    ],
    env: Object.fromEntries(
      Object.entries(env)
        .filter(([name]) => values[name] !== undefined)
        .map(([name, variable]) => [variable, String(values[name])]),
    ),
  };
}

/** @param {string} name @param {import('./commands.mjs').Option} option */
const variableOf = (name, { variable = name.toUpperCase().replaceAll('-', '_') }) => variable;
/** @param {string} name @param {Command} command */
const targetOf = (name, { target = name.replaceAll(' ', '-') }) => target;

/**
 * The words of the command that a target of make runs, with the options that are among make's variables.
 * @param {string} target
 * @param {Record<string, Command>} commands
 * @param {NodeJS.ProcessEnv} variables
 */
export function wordsOfTarget(target, commands, variables) {
  const [name, { options }] = Object.entries(commands).find(
    (entry) => targetOf(...entry) === target,
  ) ?? [target, { options: {} }];
  const given = Object.entries(options).flatMap(([option, details]) => {
    const value = variables[variableOf(option, details)] ?? '';
    if (details.value !== undefined) return `--${option}=${value}`;
    return value === '' || value === '0' ? [] : `--${option}`;
  });
  return [...name.split(' '), ...given];
}

/**
 * What the targets of make do, with their variables.
 * @param {readonly string[]} targets
 * @param {Record<string, Command>} commands
 */
export function usageOfTargets(targets, commands) {
  const lines = Object.entries(commands)
    .filter((entry) => targets.includes(targetOf(...entry)))
    .map(([name, command]) => {
      const variables = Object.entries(command.options).map(([option, details]) => {
        const { value = '1', required } = details;
        const text = `${variableOf(option, details)}=${value}`;
        return required ? text : `[${text}]`;
      });
      return `  ${targetOf(name, command).padEnd(20)} ${[command.summary, ...(variables.length > 0 ? [variables.join(' ')] : [])].join(': ')}`;
    });
  return lines.join('\n');
}
