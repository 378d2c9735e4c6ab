import { fileURLToPath } from 'node:url';

/** All that the environment decides about the process. */
export interface Config {
  /** PORT: TCP port, 0..65535 (0 picks a free one); default 3000. */
  port: number;
  /** HOST: address to listen on; default all of them. */
  host: string | undefined;
  /** ARTIFACTS: folder of the built artifacts; default the project's own. */
  artifacts: string;
}

/**
 * Reads the configuration.
 * @throws Error naming the variable that is wrong
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return {
    port: portOf(env.PORT || '3000'),
    host: env.HOST || undefined,
    artifacts: env.ARTIFACTS || fileURLToPath(new URL('../artifacts', import.meta.url)),
  };
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new Error(`PORT is "${text}", expected a whole number from 0 to 65535.`);
}
