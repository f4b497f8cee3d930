import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { FOLDER_EXPORTS } from './folder-exports.ts'

const ROOT = join(import.meta.dirname, '..')

/** A folder may import only from folders in earlier rows. */
const LAYERS: readonly (readonly string[])[] = [
  ['packages/extractor'],
  ['kernel'],
  ['query'],
  ['config', 'db', 'fetching', 'objects', 'threads'],
  ['signals'],
  ['jobs', 'extraction', 'throttling', 'backup', 'security-events', 'logging'],
  ['users', 'http', 'activity', 'uploads'],
  ['rules', 'site-credentials'],
  ['tags', 'collections', 'entries', 'annotations', 'oauth'],
  ['search', 'sync', 'keys'],
  ['images', 'imports', 'exports', 'subscriptions', 'pocket', 'kobo-devices', 'mail', 'doctor'],
  [
    'api',
    'web',
    'feeds',
    'linkding',
    'readeck',
    'greader',
    'fever',
    'miniflux',
    'kosync',
    'opds',
    'kobo',
    'mcp',
    'savers',
    'metrics',
    'tracing',
  ],
  ['.', 'cli'],
]

/** Permitted imports within a row. `.` stands for the files directly in `src`, which connect the folders. */
const GRANTED = new Set([
  'config>db',
  'config>fetching',
  'config>objects',
  'entries>tags',
  'entries>collections',
  'annotations>entries',
  'annotations>tags',
  'exports>images',
  'imports>exports',
  'mail>exports',
  'doctor>mail',
  'subscriptions>images',
  'cli>.',
])

/**
 * Modules that open sockets. The drivers of the databases are separate packages that connect only to their database.
 */
const NETWORK = /^(?:undici|node:(?:net|tls|dns|dns\/promises|http|https|http2|dgram)|net|tls|dns|https?|http2|dgram)$/

/** Files that use a `NETWORK` module or `fetch`, but only listen for connections or connect to this machine. */
const NETWORK_EXCEPTIONS = new Set([
  // Looks for a free port.
  'src/http/listening-address.ts: node:net',
  // Connects to the server on this machine.
  'src/cli/commands/health.command.ts: fetch',
  // Connects to the public address of this server.
  'src/doctor/check-base-address.ts: fetch',
])

/** Exports of the `NETWORK` modules that all files may use, because they do not open sockets. */
const HARMLESS = new Set(['STATUS_CODES', 'isIP', 'isIPv4', 'isIPv6', 'BlockList'])

/** Files that output HTML without escaping it through the `html` tag. Each explains why that is safe. */
const TRUSTING: ReadonlySet<string> = new Set([
  'src/kernel/html.ts',
  'src/web/saving/bookmarklet.ts',
  'src/web/reader/article/annotated-article.ts',
  'src/web/layout/icon.ts',
])

/** Packages that need tens of megabytes or milliseconds to load. The program must not load them at its start. */
const HEAVY: readonly string[] = [
  'pg',
  'sharp',
  'pdfkit',
  'fontkit',
  'subset-font',
  'bidi-js',
  'pdfjs-dist/legacy/build/pdf.mjs',
  'fontoxpath',
  'tinyld',
  '@fastify/swagger',
  'undici',
  'prom-client',
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace-base',
  'nodemailer',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@simplewebauthn/server',
  'openid-client',
  'jose',
  'highlight.js',
  'parse5',
]
/**
 * Maximum number of dynamic imports, which are meant only for large modules that are rarely needed. Those of the steps of the
 * schema are not counted: each of them is needed once.
 */
const MAX_LATE_IMPORTS = 77

const ENTRANCES: readonly string[] = ['src/main.ts', 'src/cli.ts']

/** The package with the Node that runs all scripts. No file imports it. */
const NOT_IMPORTED: ReadonlySet<string> = new Set(['node'])

interface SourceFile {
  /** path from the root, with forward slashes */
  readonly path: string
  readonly text: string
  /** specifiers of all imports: static, dynamic, and of types */
  readonly named: readonly string[]
  /** specifiers of the imports that are loaded with the file */
  readonly loaded: readonly string[]
  /** specifiers of dynamic imports */
  readonly loadedLater: readonly string[]
}

const VALUE_IMPORT = /^import\s+(?!type\s)[\w$*\s{},]+?\s+from\s+'([^']+)'/gm
const BARE_IMPORT = /^import\s+'([^']+)'/gm
const VALUE_EXPORT = /^export\s+(?!type\s)(?:\*|\{[^}]*\})[^'"\n]*?\sfrom\s+'([^']+)'/gm
const TYPE_IMPORT = /^(?:import|export)\s+type\s[^'"]*?\sfrom\s+'([^']+)'/gm
const DYNAMIC_IMPORT = /\bimport\(\s*'([^']+)'/g

function readSource(path: string): SourceFile {
  return { path, ...parseSource(readFileSync(join(ROOT, path), 'utf8')) }
}

function parseSource(text: string): Omit<SourceFile, 'path'> {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!)
  const loaded = [VALUE_IMPORT, BARE_IMPORT, VALUE_EXPORT].flatMap(all)
  const loadedLater = all(DYNAMIC_IMPORT)
  return { text, loaded, loadedLater, named: [...loaded, ...loadedLater, ...all(TYPE_IMPORT)] }
}

function sourceFiles(pattern: string): SourceFile[] {
  const paths = globSync(pattern, { cwd: ROOT, exclude: ['node_modules/**'] })
  return paths.map((path) => readSource(path.replaceAll('\\', '/')))
}

const isTest = ({ path }: SourceFile) => /^test\/|\.(?:test|fixture)\.ts$/.test(path)
const all = sourceFiles('{src,test,scripts,bench,packages}/**/*.ts').filter(({ path }) => !path.includes('/dist/'))
const product = all.filter((file) => /^(?:src|packages\/[^/]+\/src)\//.test(file.path) && !isTest(file))

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The `package.json` of each package in this repository, by folder. The key '' stands for the program itself. */
const manifests = new Map<string, Manifest>(
  ['', ...globSync('packages/*', { cwd: ROOT })].map((folder) => [
    folder.replaceAll('\\', '/'),
    JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest,
  ]),
)

/** The files that packages of this repository export, by the name under which others import them. */
const exported = new Map<string, string>(
  [...manifests].flatMap(([folder, { name, exports = {} }]) =>
    Object.entries(exports).map(([key, path]): [string, string] => [
      join(name, key).replaceAll('\\', '/'),
      join(folder, path).replaceAll('\\', '/'),
    ]),
  ),
)

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}

/**
 * @returns the path of an imported file, such as `src/db/x.ts` for `../db/x.ts`. For a package of this repository, it
 *   is the path of the file that the package exports under this name.
 */
function target(file: SourceFile, specifier: string): string {
  const path = exported.get(specifier)
  if (path !== undefined) return path
  return relative(ROOT, resolve(ROOT, dirname(file.path), specifier)).replaceAll('\\', '/')
}

const isRelative = (specifier: string) => specifier.startsWith('.')
/** Returns true if a specifier refers to a file of this repository. */
const isOwn = (specifier: string) => isRelative(specifier) || exported.has(specifier)

/** @returns `packages/x` for a file of that package, '' for other files */
function packageFolderOf(path: string): string {
  return /^packages\/[^/]+/.exec(path)?.[0] ?? ''
}

/** @returns the package name in a specifier: `@scope/name` or `name` */
function packageOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0]
}

function folderOf(path: string): string {
  if (path === 'src/cli.ts') return 'cli'
  if (packageFolderOf(path) !== '') return packageFolderOf(path)
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? '.'
}

const layerOf = (folder: string) => LAYERS.findIndex((row) => row.includes(folder))

test('the patterns of this file see every kind of import', () => {
  const { loaded, loadedLater, named } = readSource('src/db/postgres/postgres.ts')
  assert.deepEqual(loaded, [
    'node:crypto',
    './connection-failure.ts',
    '../database-url.ts',
    '../database.ts',
    './postgres-pool.ts',
    '../../kernel/storable-text.ts',
    'kysely',
  ])
  assert.deepEqual(loadedLater, ['pg'])
  assert.ok(named.includes('../database.ts'))
  assert.deepEqual(readSource('src/entries/listing/load-entries.ts').loadedLater, [])
  assert.ok(product.length > 100, `only ${product.length} files were found`)
  for (const file of all) {
    const lines = file.text.match(/^(?:import|export)\b[^=(]*?\sfrom\s+'/gm) ?? []
    const seen = file.named.length - file.loadedLater.length
    assert.ok(seen >= lines.length, `${file.path}: ${lines.length} imports, ${seen} understood`)
  }
})

/** Maximum number of files in a folder, so that readers keep an overview. Tests and fixtures do not count. */
const MAX_FILES = 26

/** Migrations are never removed or merged. */
const UNBOUNDED_FOLDERS: ReadonlySet<string> = new Set(['src/db/migrations'])

test('no folder of the program holds more files than a reader can take in', () => {
  const counts = new Map<string, number>()
  for (const { path } of product) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const crowded = [...counts].filter(([folder, count]) => count > MAX_FILES && !UNBOUNDED_FOLDERS.has(folder))
  assert.deepEqual(crowded, [])
})

/** Maximum length of a line. The formatter aims at 120, but breaks neither templates nor other strings. */
const MAX_LINE = 140

/** Files with lists of regular expressions, one a line, as text. */
const PATTERN_LISTS = new Set([
  'packages/extractor/src/blocks/top-link.ts',
  'packages/extractor/src/clean/unrelated-line-patterns.ts',
  'packages/extractor/src/find/is-error-page.ts',
  'src/entries/fetching/recognise-excerpt.ts',
])
/** Matches a line that contains nothing but a regular expression, which JavaScript cannot break. */
const LONE_PATTERN = /^\s*\/.*\/[a-z]*,?$/

test('no line is too long to read; templates are laid out like HTML', () => {
  const client = sourceFiles('client/**/*.ts')
  const files = [...product, ...client].filter((file) => !isTest(file) && !PATTERN_LISTS.has(file.path))
  const long = files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
      .filter(({ line }) => line.length > MAX_LINE && !LONE_PATTERN.test(line))
      .map(({ place }) => place),
  )
  assert.deepEqual(long, [])
})

test('every folder of src and every package has its row', () => {
  const unknown = new Set(product.map(({ path }) => folderOf(path)).filter((folder) => layerOf(folder) === -1))
  assert.deepEqual([...unknown], [])
})

test('folders import only from lower rows, or with an exception by name', () => {
  const broken: string[] = []
  for (const file of product) {
    for (const specifier of file.named.filter(isOwn)) {
      const [from, to] = [folderOf(file.path), folderOf(target(file, specifier))]
      if (from === to || layerOf(to) < layerOf(from) || GRANTED.has(`${from}>${to}`)) continue
      broken.push(`${file.path} imports ${specifier} (${from} → ${to})`)
    }
  }
  assert.deepEqual(broken, [])
})

test('the documentation lists the folders in the same rows', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const rows = [...text.matchAll(/^\| (?<row>\d+) +\| (?<folders>[^|]+)/gm)].map(({ groups }) => ({
    row: Number(groups!['row']),
    folders: [...groups!['folders']!.matchAll(/`(?<name>[^`]+)`/g)].map((match) => match.groups!['name']!),
  }))
  const listed = rows.toReversed().map(({ row, folders }) => `${row}: ${folders.toSorted().join()}`)
  const expected = LAYERS.map((folders, row) => {
    const named = folders.map((folder) => (folder === '.' ? 'src' : folder))
    return `${row}: ${named.toSorted().join()}`
  })
  assert.deepEqual(listed, expected)
})

test('other folders import exactly the files that a folder exports', () => {
  const used = new Set<string>()
  for (const file of product) {
    for (const path of file.named.filter(isRelative).map((specifier) => target(file, specifier))) {
      if (folderOf(path) !== folderOf(file.path)) used.add(path)
    }
  }
  const listed = Object.entries(FOLDER_EXPORTS).flatMap(([folder, names]) =>
    names.map((name) => `${join('src', folder, name)}.ts`),
  )
  assert.deepEqual({ unlisted: [...used].filter((path) => !listed.includes(path)) }, { unlisted: [] })
  assert.deepEqual({ unused: listed.filter((path) => !used.has(path)) }, { unused: [] })
})

test('no file imports itself through others, whether by type, statically or later', () => {
  assert.deepEqual(importCycles(product), [])
})

const written = (path: string, imported: string): SourceFile => ({ path, ...parseSource(imported) })

test('a cycle is found through a type and through a later import', () => {
  const later = `import${"('./c.ts')"}`
  const files = [
    written('src/a.ts', "import type { B } from './b.ts'\n"),
    written('src/b.ts', later),
    written('src/c.ts', "import { a } from './a.ts'\nimport './d.ts'\n"),
    written('src/d.ts', "import { e } from './e.ts'\n"),
  ]
  assert.deepEqual(importCycles(files), [['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/a.ts']])
})

/**
 * Files whose exports are for others than importers: what packages publish, and the modules of the offline app that
 * stand in for modules of the server by name.
 */
const isPublished = ({ path }: SourceFile): boolean =>
  [...exported.values()].includes(path) || path.startsWith('client/offline/server-replacements/')

/** A folder with exports that only their own files use. */
const WITH_SPARE_EXPORTS = /^client\/offline\//

const NAMED_IMPORT =
  /^(?:import|export)\s+(?:type\s+)?(?:\*(?:\s+as\s+(?<space>\w+))?|[\w\s,]*\{(?<names>[^}]*)\})\s+from\s+'(?<from>[^']+)'/gm
const DECLARED_EXPORT =
  /^export\s+(?:async\s+|abstract\s+)?(?<kind>const|let|function\*?|class|interface|type)\s+(?<name>[\w$]+)/gm

/** @returns the names that files import from each other, each as the path of the file, `#` and the name */
function importedNames(files: readonly SourceFile[]): ReadonlySet<string> {
  return new Set(
    files.flatMap((file) =>
      [...file.text.matchAll(NAMED_IMPORT)].flatMap(({ groups }) =>
        namesIn(file.text, groups!).map((name) => `${target(file, groups!['from']!)}#${name}`),
      ),
    ),
  )
}

/** @returns the names that an import lists, or the members that the file uses of an imported namespace */
function namesIn(text: string, { names, space }: Partial<Record<string, string>>): readonly string[] {
  if (space !== undefined)
    return [...text.matchAll(new RegExp(`\\b${space}\\.([\\w$]+)`, 'g'))].map(([, name]) => name!)
  return (names ?? '').split(',').map(
    (name) =>
      name
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)[0]!,
  )
}

/** @returns the exports that no file imports. Values of a file that is imported later are left out, types are not. */
function unusedExports(files: readonly SourceFile[], importers: readonly SourceFile[]): readonly string[] {
  const imported = importedNames(importers)
  const later = new Set(importers.flatMap((file) => file.loadedLater.map((specifier) => target(file, specifier))))
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(DECLARED_EXPORT)]
      .filter(({ groups }) => !later.has(path) || ['interface', 'type'].includes(groups!['kind']!))
      .map(({ groups }) => `${path}#${groups!['name']}`)
      .filter((name) => !imported.has(name)),
  )
}

test('no file exports what only the file itself uses', () => {
  const client = sourceFiles('client/**/*.ts')
  const files = [...product, ...client].filter(
    (file) => !isTest(file) && !isPublished(file) && !WITH_SPARE_EXPORTS.test(file.path),
  )
  assert.deepEqual(unusedExports(files, [...all, ...client]), [])
})

test('an unused export is found, whether type or value', () => {
  const files = [
    written('src/a.ts', 'export interface A {}\nexport const b = 1\nexport async function c() {}\nexport type D = A\n'),
    written('src/b.ts', "import type { A } from './a.ts'\nimport { c as e, type B } from './a.ts'\n"),
    written('src/c.ts', 'export const f = 1\nexport const g = 1\n'),
    written('src/d.ts', "import type * as c from './c.ts'\nlet h: typeof c.f\n"),
  ]
  assert.deepEqual(unusedExports(files, files), ['src/a.ts#b', 'src/a.ts#D', 'src/c.ts#g'])
})

/**
 * @returns the cycles found by a depth-first search. Each is a list of files whose first file is repeated at the end
 */
function importCycles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (file: SourceFile, path: readonly string[]): void => {
    if (done.has(file.path)) return
    if (path.includes(file.path)) {
      cycles.push([...path.slice(path.indexOf(file.path)), file.path])
      return
    }
    for (const specifier of file.named.filter(isOwn)) {
      const next = byPath.get(target(file, specifier))
      if (next) visit(next, [...path, file.path])
    }
    done.add(file.path)
  }
  for (const file of files) visit(file, [])
  return cycles
}

/** The files of the web app that use Fastify. docs/adr/0037 says what for. */
const WITH_FASTIFY: ReadonlySet<string> = new Set([
  'src/web/assets/assets.routes.ts',
  'src/web/assets/compress-pages.ts',
  'src/web/fastify-routes.ts',
  'src/web/sessions/anonymous-request-limit.ts',
  'src/web/vary-by.ts',
  'src/web/web.routes.ts',
])

test('the handlers of pages do not know Fastify', () => {
  const users = product
    .filter(({ path, named }) => folderOf(path) === 'web' && named.some((name) => /^@?fastify\b/.test(name)))
    .map(({ path }) => path)
  assert.deepEqual(users.sort(), [...WITH_FASTIFY].sort())
})

test('the interfaces never import each other', () => {
  const interfaces = [
    'api',
    'web',
    'feeds',
    'linkding',
    'readeck',
    'greader',
    'fever',
    'miniflux',
    'kosync',
    'mcp',
    'opds',
    'savers',
    'kobo',
  ]
  const broken = product.flatMap((file) =>
    file.named
      .filter(isRelative)
      .map((specifier) => [folderOf(file.path), folderOf(target(file, specifier))] as const)
      .filter(([from, to]) => from !== to && interfaces.includes(from) && interfaces.includes(to))
      .map(([from, to]) => `${file.path}: ${from} → ${to}`),
  )
  assert.deepEqual(broken, [])
})

/** Matches imports of plain JavaScript: the modules that any version of Node must be able to run. */
const PLAIN_MODULE = /^(?:\.\.\/)+(?:bin|packaging)\/[\w-]+\.js$/

test('relative specifiers end in .ts or .json and lead to a file', () => {
  const broken = all.flatMap((file) =>
    file.named
      .filter(isRelative)
      .filter((specifier) => {
        const isExpected = /\.(?:ts|json)$/.test(specifier) || PLAIN_MODULE.test(specifier)
        return !isExpected || !existsSync(join(ROOT, target(file, specifier)))
      })
      .map((specifier) => `${file.path} imports ${specifier}`),
  )
  assert.deepEqual(broken, [])
})

test('only fetching opens sockets outwards', () => {
  const broken: string[] = []
  for (const file of product.filter(({ path }) => folderOf(path) !== 'fetching')) {
    const code = withoutComments(file.text)
    for (const [, clause, name] of code.matchAll(/^import\s+(?!type\s)([^'"]+?)\s+from\s+'([^']+)'/gm)) {
      if (NETWORK.test(name!) && !isHarmless(clause!)) broken.push(`${file.path}: ${name}`)
    }
    for (const name of file.loadedLater.filter((name) => NETWORK.test(name))) broken.push(`${file.path}: ${name}`)
    if (/(?<![.\w$])(?:globalThis\.)?fetch\(|\bnew (?:WebSocket|EventSource)\(/.test(code)) {
      broken.push(`${file.path}: fetch`)
    }
  }
  assert.deepEqual(broken.sort(), [...NETWORK_EXCEPTIONS].sort())
})

/** @param clause the part of an import between `import` and `from` */
function isHarmless(clause: string): boolean {
  const names = /^\{([^}]*)\}$/
    .exec(clause)?.[1]
    ?.split(',')
    .map((name) => name.trim())
  return names !== undefined && names.every((name) => HARMLESS.has(name) || name.startsWith('type ') || name === '')
}

test('only two files open connections to PostgreSQL, so that all of them survive its end', () => {
  const drivers = product.filter(({ loaded, loadedLater }) => [...loaded, ...loadedLater].includes('pg'))
  const openers = drivers.filter(({ text }) => /new (?:pg\.)?(?:Client|Pool)\b/.test(text)).map(({ path }) => path)
  assert.deepEqual(openers.toSorted(), ['src/db/postgres/new-client.ts', 'src/db/postgres/postgres-pool.ts'])
})

test('few modules are imported later than their importer', () => {
  const counted = product.filter(({ path }) => path !== 'src/db/migrations/all-migrations.ts')
  const late = counted.flatMap((file) => file.loadedLater.map((name) => `${file.path}: ${name}`))
  assert.ok(late.length <= MAX_LATE_IMPORTS, `${late.length} late imports:\n${late.join('\n')}`)
})

test('only the files on the list put markup on a page without escaping it', () => {
  const users = product.filter(({ text }) => /\btrusted\(/.test(withoutComments(text))).map(({ path }) => path)
  assert.deepEqual(users.sort(), [...TRUSTING].sort())
})

test('only db builds on Kysely; elsewhere it is a type', () => {
  const broken = product.filter(
    (file) => folderOf(file.path) !== 'db' && [...file.loaded, ...file.loadedLater].includes('kysely'),
  )
  assert.deepEqual(
    broken.map(({ path }) => path),
    [],
  )
})

test('the interfaces contain no SQL', () => {
  const sql =
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom|prepare)[<(]|['`]\s*(?:select|delete|update|insert)\s.*\b(?:from|set|into)\s/
  const interfaces = new Set(['api', 'web', 'feeds', 'cli'])
  const broken = product.filter(({ path, text }) => interfaces.has(folderOf(path)) && sql.test(withoutComments(text)))
  assert.deepEqual(
    broken.map(({ path }) => path),
    [],
  )
})

test('no module that every start loads imports a heavy module', () => {
  for (const entrance of ENTRANCES) {
    const chains = [...loadedBy(entrance)].filter(([name]) => HEAVY.includes(packageOf(name)))
    assert.deepEqual(
      chains.map(([name, chain]) => [...chain, name].join(' → ')),
      [],
    )
  }
})

/** @returns all files and packages loaded together with a file, each with the chain of imports that leads to it */
function loadedBy(entrance: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>([[entrance, []]])
  const waiting = [entrance]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = readSource(path)
    for (const specifier of file.loaded) {
      const name = isOwn(specifier) ? target(file, specifier) : specifier
      if (found.has(name)) continue
      found.set(name, [...found.get(path)!, path])
      if (isOwn(specifier)) waiting.push(name)
    }
  }
  return found
}

/** Programs that start the PostgreSQL or browser of the tests. */
const WITH_TEST_SERVERS = new Set([
  'bench/backup.ts',
  'bench/capacity.ts',
  'bench/compare-with-bare-server.ts',
  'bench/growth.ts',
  'bench/scale.ts',
  'bench/search.ts',
  'bench/side-by-side.ts',
  'bench/open-app.ts',
  'bench/imports.ts',
  'bench/jobs.ts',
  'bench/memory.ts',
  'bench/peers.ts',
  'bench/pooler.ts',
  'bench/offline.ts',
  'bench/query-language.ts',
  'scripts/render-app-icons.ts',
  'scripts/measure-recovery.ts',
  'scripts/screenshots.ts',
])

test('only tests, and programs that need their PostgreSQL or browser, import from tests', () => {
  const broken = all
    .filter((file) => !isTest(file) && !WITH_TEST_SERVERS.has(file.path))
    .flatMap((file) => file.named.filter(isRelative).map((specifier) => [file.path, target(file, specifier)] as const))
    .filter(([, to]) => /^test\/|\.(?:test|fixture)\.ts$/.test(to))
  assert.deepEqual(broken, [])
})

test('no file is called utils, helpers, common, misc or types, and only the entry point of a package index', () => {
  const broken = all
    .filter(({ path }) => /(?:^|\/)(?:utils?|helpers?|common|misc|types|index)\.ts$/.test(path))
    .filter(({ path }) => ![...exported.values()].includes(path))
  assert.deepEqual(
    broken.map(({ path }) => path),
    [],
  )
})

/** Maximum number of packages; see docs/dependencies.md. */
const MAX_DEPENDENCIES = 45

/** @returns the dependencies of every installation of a package, and the optional ones that PDF export needs */
function dependenciesOf({ dependencies, optionalDependencies = {} }: Manifest): readonly string[] {
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]
}

test('every runtime dependency is used by its package, and there are not too many', () => {
  const all = [...manifests.values()].flatMap(({ dependencies }) => Object.keys(dependencies))
  // Packages of this repository are not third-party code.
  const required = new Set(all.filter((name) => !name.startsWith('@dogear/')))
  assert.ok(required.size <= MAX_DEPENDENCIES, `${required.size} runtime dependencies`)
  for (const [folder, manifest] of manifests) {
    const files = [...product, ...sourceFiles('packaging/*.ts')].filter(({ path }) => packageFolderOf(path) === folder)
    const idle = dependenciesOf(manifest)
      .filter((name) => !NOT_IMPORTED.has(name) && !files.some(({ text }) => mentions(text, name)))
      .map((name) => `${folder}: ${name}`)
    assert.deepEqual(idle, [])
  }
})

/** Starts of the names of optional packages, with the only file that may import them. */
const OPTIONAL_PLACES = [
  ['sharp', 'src/images/convert-to-jpeg.ts'],
  ['@aws-sdk/', 'src/objects/s3-objects.ts'],
  ['@opentelemetry/', 'src/tracing/'],
] as const

/** Returns true if a file imports a package or resolves a file in it. */
function mentions(text: string, name: string): boolean {
  return [`'${name}'`, `'${name}/`, `/node_modules/${name}/`].some((mention) => text.includes(mention))
}

/**
 * Only PDF export and traces may import optional packages, `sharp` only the file that does without it, and the client of S3 only the
 * file that reports its absence.
 */
function isInstalledFor(path: string, name: string): boolean {
  const { dependencies, optionalDependencies = {} } = manifests.get(packageFolderOf(path))!
  const place = OPTIONAL_PLACES.find(([start]) => name.startsWith(start))?.[1] ?? 'src/exports/pdf/'
  const isOptional = path.startsWith(place)
  return name in dependencies || (isOptional && name in optionalDependencies)
}

test('every package imported at run time is a runtime dependency', () => {
  const unknown = product.flatMap((file) =>
    [...file.loaded, ...file.loadedLater]
      .filter((specifier) => !isRelative(specifier) && !specifier.startsWith('node:'))
      .filter((specifier) => !isInstalledFor(file.path, packageOf(specifier)))
      .map((specifier) => `${file.path} imports ${specifier}`),
  )
  assert.deepEqual(unknown, [])
})

test('a package imports no file outside its folder, and others import only its exports', () => {
  const broken = all
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      file.named
        .filter(isRelative)
        .filter((specifier) => packageFolderOf(target(file, specifier)) !== packageFolderOf(file.path))
        .map((specifier) => `${file.path} imports ${specifier}`),
    )
  assert.deepEqual(broken, [])
  assert.ok(exported.size >= 3, [...exported.keys()].join())
})
