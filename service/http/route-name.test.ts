import assert from 'node:assert/strict';
import { test } from 'node:test';
import openApi from '../../schemas/openapi.json' with { type: 'json' };
import { loggedPath, routeName } from './route-name.ts';

test('every path of the OpenAPI document is a route of its own', () => {
  const paths = Object.keys(openApi.paths);
  assert.ok(paths.length >= 8);
  for (const path of paths) {
    assert.equal(routeName(path), path);
    assert.equal(routeName(`${path.toUpperCase()}/`), path);
    assert.equal(loggedPath(path), path);
  }
});

test('neither slugs nor made-up paths are routes of their own', () => {
  assert.equal(routeName('/'), '/');
  assert.equal(routeName('/i/abc.def'), '/i/:');
  assert.equal(routeName('/embedded/villa-sol/leads'), '/embedded/:');
  assert.equal(routeName('/sdk/v1.js'), '/sdk/:');
  for (const path of ['/59.33/18.07', '/api/v2', '/wp-login.php', '*', '']) {
    assert.equal(routeName(path), 'other');
  }
});
