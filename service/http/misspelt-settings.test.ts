import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INTEGRATIONS_SETTINGS } from '../integrations/config.ts';
import { SETTINGS } from '../server/config.ts';
import { misspeltNames } from './misspelt-settings.ts';

const TABLES = [Object.keys(SETTINGS), Object.keys(INTEGRATIONS_SETTINGS)];
const [names] = TABLES;

test('a slip in a name is told with the name that is near', () => {
  for (const [given, meant] of [
    ['REDIS_ULR', 'REDIS_URL'],
    ['REDIS_URI', 'REDIS_URL'],
    ['REDISURL', 'REDIS_URL'],
    ['redis_url', 'REDIS_URL'],
    ['Port', 'PORT'],
    ['PROT', 'PORT'],
    ['HSOT', 'HOST'],
    ['MAX_CONECTIONS', 'MAX_CONNECTIONS'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['API_KEY_FILE', 'API_KEYS_FILE'],
  ]) {
    assert.deepEqual(misspeltNames(names, { [given]: 'secret' }), [
      `${given} is no setting and counts for nothing, expected ${meant}.`,
    ]);
  }
});

test('any two letters of a long name may be wrong', () => {
  for (const name of names.filter(({ length }) => length >= 8))
    for (let first = 0; first < name.length; first++)
      for (let second = first + 1; second < name.length; second++)
        for (const wrong of ['9', '']) {
          const given = [...name].map((letter, i) =>
            i === first || i === second ? wrong : letter,
          );
          const [sentence = ''] = misspeltNames(names, { [given.join('')]: 'x' });
          assert.match(sentence, /^\S+ is no setting/, given.join(''));
        }
});

test('nothing is told of a setting, of an empty variable, or where the right name is set as well', () => {
  for (const table of TABLES)
    for (const name of table) assert.deepEqual(misspeltNames(names, { [name]: 'x' }), [], name);
  assert.deepEqual(misspeltNames(names, { REDIS_ULR: '' }), []);
  assert.deepEqual(misspeltNames(names, { REDIS_URI: 'x', REDIS_URL: 'y' }), []);
});

test('the variables of shells, systemd, containers, Kubernetes, make, npm and CI are no slips', () => {
  const others =
    `HOME HOSTNAME HOSTTYPE LOGNAME USER PATH PWD OLDPWD SHELL SHLVL TERM LANG LC_ALL TZ
    TMPDIR EDITOR PAGER MAIL DISPLAY SSH_CONNECTION XDG_DATA_HOME JOURNAL_STREAM INVOCATION_ID
    NOTIFY_SOCKET MAINPID STATE_DIRECTORY CREDENTIALS_DIRECTORY LISTEN_FDS NODE_ENV NODE_OPTIONS
    NODE_PATH UV_THREADPOOL_SIZE NPM_CONFIG_CACHE INIT_CWD MAKEFLAGS MAKELEVEL MFLAGS
    KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT KUBERNETES_PORT_443_TCP_ADDR
    SUN_SERVICE_HOST SUN_SERVICE_PORT SUN_PORT REDIS_HOST REDIS_PORT REDIS_SERVICE_HOST POD_NAME
    POD_IP HTTP_PROXY HTTPS_PROXY NO_PROXY AWS_REGION AWS_PROFILE AWS_ACCESS_KEY_ID
    AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN PGHOST PGPORT PGUSER PGDATABASE CI GITHUB_ACTIONS
    GITHUB_SHA RUNNER_OS GITLAB_CI BUILD_ID BUILD_URL BUILD_NUMBER JOB_NAME RECIPE WORKERS SHARD
    POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB DOCKER_HOST container CHROMIUM`.split(/\s+/);
  const env = Object.fromEntries(others.map((name) => [name, 'x']));
  for (const table of TABLES) assert.deepEqual(misspeltNames(table, env), []);
});
