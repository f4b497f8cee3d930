import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { generatedDocuments } from '../scripts/docs.ts'
import { COMMANDS } from '../src/cli/command-list.ts'
import { usageLine } from '../src/cli/help-text.ts'
import { SETTINGS } from '../src/config/settings.ts'
import { FETCH_REASONS } from '../src/entries/fetching/fetch-failure-reasons.ts'
import { ERROR_CODES } from '../src/kernel/errors.ts'

const ROOT = join(import.meta.dirname, '..')

const documents = globSync('{*.md,docs/**/*.md,src/**/*.md,packages/*/*.md}', { cwd: ROOT }).map((path) =>
  path.replaceAll('\\', '/'),
)
/** Files that operators copy or start. */
const examples = globSync('{Containerfile,compose*.yaml,packaging/*.*,packaging/dogear,packaging/prometheus/*}', {
  cwd: ROOT,
})
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('the generated parts are the output of "npm run docs"', async () => {
  for (const { path, written, expected } of await generatedDocuments()) {
    assert.equal(written, expected, `${path} is stale: run "npm run docs"`)
  }
})

test('every setting is in docs/configuration.md, and every setting that a document names exists', () => {
  const table = read('docs/configuration.md')
  for (const name of Object.keys(SETTINGS)) assert.match(table, new RegExp(`^\\| \`${name}\``, 'm'))
  const known = new Set(Object.keys(SETTINGS).flatMap((name) => [name, `${name}_FILE`]))
  for (const path of [...documents, ...examples]) {
    const unknown = (read(path).match(/\bDOGEAR_[A-Z_]+\b/g) ?? []).filter((name) => !known.has(name))
    // The changelog may name settings that no longer exist.
    if (path !== 'CHANGELOG.md') assert.deepEqual(unknown, [], path)
  }
})

test('every refusal has a row with its HTTP status in docs/errors.md', () => {
  const rows = read('docs/errors.md')
  for (const [code, status] of Object.entries(ERROR_CODES)) {
    assert.match(rows, new RegExp(`^\\| \`${code}\` +\\| ${status} +\\|`, 'm'))
  }
})

test('every reason why a page has no text has a row with its sentence in docs/errors.md', () => {
  const rows = read('docs/errors.md').split('\n')
  for (const [reason, sentence] of Object.entries(FETCH_REASONS)) {
    const isRow = (line: string) => line.startsWith(`| \`${reason}\``) && line.includes(`| ${sentence} `)
    assert.ok(rows.some(isRow), reason)
  }
})

test('every command is in docs/cli.md as it is typed', async () => {
  const text = read('docs/cli.md')
  for (const { name, load } of COMMANDS) {
    assert.match(text, new RegExp(`^## ${name}$`, 'm'))
    assert.ok(text.includes(`Usage: ${usageLine(name, await load())}\n`), name)
  }
})

/** Number of cases in each group of the security specification. */
const CASES = { S: 20, F: 17, H: 13, A: 20, Z: 8, W: 11, I: 12, M: 10, R: 10, D: 13, P: 5 }

test('every case of the security specification has a test, or a remark why there is none', () => {
  const rows = read('docs/security-cases.md').matchAll(
    /^\| (?<id>[A-Z]\d+) +\| [^|]+\| (?:\[(?<title>[^\]]+)\]\(\.\.\/(?<path>[^)]+)\))? *\| *(?<remark>[^|]*?) *\|$/gm,
  )
  const found: string[] = []
  for (const { groups } of rows) {
    const { id, title, path, remark } = groups!
    found.push(id!)
    if (path) assert.ok(read(path).includes(title!), `${id}: ${path} has no test "${title}"`)
    else assert.ok(remark, `${id} has neither`)
  }
  const wanted = Object.entries(CASES).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, index) => `${group}${index + 1}`),
  )
  assert.deepEqual(found, wanted)
})

interface Link {
  readonly from: string
  readonly target: string
}

const links: readonly Link[] = documents.flatMap((from) =>
  [...withoutCode(read(from)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => ({ from, target: target! }))
    .filter(({ target }) => !/^[a-z]+:/.test(target)),
)

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '')
}

/** @returns the path from the root of the linked file, and the heading in the link */
function resolved({ from, target }: Link): { readonly path: string; readonly heading: string | undefined } {
  const [file = '', heading] = target.split('#')
  const path = file === '' ? from : relative(ROOT, join(ROOT, dirname(from), file)).replaceAll('\\', '/')
  return { path, heading }
}

test('every relative link leads to a file, and to a heading where it names one', () => {
  assert.ok(links.length > 20, `only ${links.length} links were found`)
  const broken = links.filter((link) => {
    const { path, heading } = resolved(link)
    if (!existsSync(join(ROOT, path))) return true
    return heading !== undefined && !headings(path).includes(heading)
  })
  assert.deepEqual(broken, [])
})

/** @returns the anchors of all headings of a document */
function headings(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  )
}

test('every document can be reached from the README', () => {
  const reached = new Set(['README.md'])
  for (const path of reached) {
    for (const link of links.filter(({ from }) => from === path)) {
      const next = resolved(link).path
      if (next.endsWith('.md')) reached.add(next)
    }
  }
  assert.deepEqual(
    documents.filter((path) => !reached.has(path)),
    [],
  )
})

test('every file that a document names between backquotes exists', () => {
  const broken = documents.flatMap((path) =>
    [...read(path).matchAll(/`((?:src|test|scripts|bench|bin|docs|public|packages|packaging)\/[\w./-]*\w)`/g)]
      .filter(([, file]) => !existsSync(join(ROOT, file!)))
      .map(([, file]) => `${path} names ${file}`),
  )
  assert.deepEqual(broken, [])
})

test('every module that a document names without its folder exists', () => {
  const names = new Set(
    globSync('{src,client,test,scripts,bench,packages}/**/*.ts', { cwd: ROOT }).map((path) => basename(path)),
  )
  // CONTRIBUTING.md contains examples of good and bad names.
  const broken = documents
    .filter((path) => path !== 'CONTRIBUTING.md')
    .flatMap((path) =>
      [...read(path).matchAll(/`(?!x\.)([\w.-]+\.ts)`/g)]
        .filter(([, file]) => !names.has(file!))
        .map(([, file]) => `${path} names ${file}`),
    )
  assert.deepEqual(broken, [])
})

test('every decision record has the four parts and its number once', () => {
  const records = documents.filter((path) => path.startsWith('docs/adr/') && !path.endsWith('README.md'))
  assert.ok(records.length > 0)
  for (const path of records) {
    for (const part of ['Context', 'Decision', 'Consequences', 'When to look again']) {
      assert.match(read(path), new RegExp(`^## ${part}$`, 'm'), path)
    }
  }
  const numbers = records.map((path) => /\/(\d{4})-/.exec(path)?.[1])
  assert.equal(new Set(numbers).size, records.length)
  assert.ok(!numbers.includes(undefined))
})

test('docs/dependencies.md names every runtime dependency with a reason, and no other', () => {
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const extractor = JSON.parse(read('packages/extractor/package.json')) as typeof manifest
  const parts = read('docs/dependencies.md').split(/^## (?:Required|Required by the extractor|Optional|Size)$/m)
  const [, required = '', ofExtractor = '', optional = ''] = parts
  assert.deepEqual(packageRows(required), Object.keys(manifest['dependencies']!))
  assert.deepEqual(packageRows(ofExtractor), Object.keys(extractor['dependencies']!))
  assert.deepEqual(packageRows(optional), Object.keys(manifest['optionalDependencies']!))
})

/** @returns the package names in the first column of a table, from rows with a reason in the second column */
function packageRows(section: string): readonly string[] {
  return [...section.matchAll(/^\| `([^`]+)` +\| (?=\S)/gm)].map(([, name]) => name!)
}

test('an installation without development packages has neither a compiler nor types', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { name?: string; dev?: boolean }>
  }
  const production = Object.entries(lock.packages).filter(
    ([path, { name, dev }]) => path !== '' && !dev && name !== '@favware/skip-dependency',
  )
  const unwanted = production.filter(([path]) => /node_modules\/(?:typescript$|@typescript\/|@types\/)/.test(path))
  assert.ok(production.length > 100)
  assert.deepEqual(
    unwanted.map(([path]) => path),
    [],
  )
})

test('the changelog has a section for unreleased changes', () => {
  assert.match(read('CHANGELOG.md'), /^## Unreleased$/m)
})
