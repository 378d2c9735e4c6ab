import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../../schemas/project.ts';

const FOLDERS = ['schemas', 'pipeline', 'service', 'fixtures'];

/** Every file of the project, its path from the root. */
const FILES = [
  ...readdirSync(PROJECT, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  ),
];
const DOCUMENTS = FILES.filter((path) => path.endsWith('.md'));

/** A document without what is in fences. */
function prose(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
}

/** Anchors that GitHub makes of headings: lower case, blanks to hyphens, no punctuation. */
function anchorsOf(path: string): string[] {
  return [...prose(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every link within the documents leads to a file, and to a heading of it', () => {
  let links = 0;
  for (const document of DOCUMENTS) {
    for (const [, link] of prose(document).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)) {
      const [path, anchor] = link.split('#');
      const target = path === '' ? document : normalize(join(dirname(document), path));
      assert.ok(FILES.includes(target), `${document}: ${link} leads to no file`);
      if (anchor) assert.ok(anchorsOf(target).includes(anchor), `${document}: ${link}`);
      links++;
    }
  }
  assert.ok(links > 20, `${links} links found`);
});

test('every source file and schema that the documents name exists', () => {
  let names = 0;
  for (const document of DOCUMENTS) {
    for (const [, name] of prose(document).matchAll(/`([\w./-]+\.(?:ts|sh|schema\.json))`/g)) {
      const isThere = FILES.some((path) => path === name || path.endsWith(`/${name}`));
      assert.ok(isThere, `${document} names ${name}, which is not there`);
      names++;
    }
  }
  assert.ok(names > 50, `${names} names found`);
});

test('every package has a line in the table of dependencies, and every line its package', () => {
  const { dependencies, devDependencies } = JSON.parse(prose('package.json'));
  const packages = Object.keys({ ...dependencies, ...devDependencies });
  const lines = prose('service/DEPENDENCIES.md').matchAll(/^\| (?!package|---)(.*?) \|/gm);
  const reasons = Array.from(lines, ([, names]) => names.split(', ')).flat();
  const isType = (name: string) => name.startsWith('@types/');
  assert.deepEqual(reasons.sort(), packages.filter((name) => !isType(name)).sort());
});

test('the core in an afternoon is about forty files, from raster to JSON and from body to battery', () => {
  const guide = prose('CONTRIBUTING.md');
  const [, path = ''] = /## Core in an afternoon\n([\s\S]*?)\n## /.exec(guide) ?? [];
  const names = Array.from(path.matchAll(/`([^`]+)`/g), ([, name]) => name);
  for (const name of names) assert.ok(FILES.includes(name), `${name} is not there`);
  assert.ok(names.length >= 35 && names.length <= 45, `${names.length} files`);
  for (const room of ['rasters', 'solar', 'dataset', 'engine/yield', 'engine/battery']) {
    assert.ok(
      names.some((name) => name.includes(`/${room}/`)),
      room,
    );
  }
});
