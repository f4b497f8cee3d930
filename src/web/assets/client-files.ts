import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Asset } from './assets.ts'
import { BROWSER_REPLACEMENTS } from './browser-replacements.ts'
import { joinModules } from './join-modules.ts'
import { stripScripts } from './strip-script-types.ts'
import { stripComments } from './strip-comments.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** npm packages, each with its file in public/vendor. */
const VENDORED_PACKAGES: Readonly<Record<string, string>> = {
  '@hotwired/turbo': 'vendor/turbo.js',
  '@hotwired/stimulus': 'vendor/stimulus.js',
  idb: 'vendor/idb.js',
  'intl-messageformat': 'vendor/intl-messageformat.js',
}
/** Matches static imports and re-exports, but not `import type`, which loads no module. */
const STATIC_IMPORT = /^((?:import|export)\s(?!type\s)[^'";=()]*?\bfrom\s*|import\s+)'([^'\n]+)'/gm
const DYNAMIC_IMPORT = /(\bimport\(\s*)'([^'\n]+)'/g

/**
 * The entry scripts: one for all pages, one for the service worker. Each is served in one file with the modules that it
 * imports.
 */
const ENTRY_SCRIPTS = { pages: 'client/main.ts', worker: 'client/sw/service-worker.ts' } as const

/**
 * Strips the types off the browser's TypeScript: all files in `client`, and the files in `src` that they import. Each
 * entry script is joined with the modules that it imports. A module that a page loads later, with a dynamic import,
 * remains a file at its own path. Import paths are replaced by asset addresses.
 * @param root folder that contains `client` and `src`
 * @returns the assets by name, such as `client/main.js`
 * @throws Error for an import without an asset, which is a bug in the importing file
 */
export function clientFiles(root = ROOT): ReadonlyMap<string, Asset> {
  const sources = readSources(root)
  const names = [...sources.keys()].toSorted()
  const stripped = stripScripts(names.map((name) => sources.get(name)!))
  const scripts = new Map(names.map((name, index) => [name, stripped[index]!]))
  const files = new Map(
    Object.values(ENTRY_SCRIPTS)
      .filter((entry) => scripts.has(entry))
      .map((entry) => [servedName(entry), scriptAsset(joinEntryScript(entry, scripts))]),
  )
  for (const name of dynamicallyImportedModules(scripts)) files.set(servedName(name), asset(scripts.get(name)!, name))
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** @returns the names of the modules that dynamic imports load, directly or through further imports */
function dynamicallyImportedModules(scripts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const later = new Set<string>()
  const entry = new Set<string>()
  const visit = (name: string, found: Set<string>): void => {
    if (found.has(name)) return
    found.add(name)
    const script = scripts.get(name) ?? ''
    for (const target of targetsOf(script, STATIC_IMPORT, name)) visit(target, found)
    for (const target of targetsOf(script, DYNAMIC_IMPORT, name)) visit(target, later)
  }
  visit(ENTRY_SCRIPTS.pages, entry)
  return later
}

/**
 * @param pattern `STATIC_IMPORT` or `DYNAMIC_IMPORT`
 * @returns the names of the modules that the matching imports of a script load. Omits npm packages.
 */
function targetsOf(script: string, pattern: RegExp, name: string): string[] {
  return [...script.matchAll(pattern)].flatMap(([, , specifier]) => fileOf(specifier!, name) ?? [])
}

/**
 * @returns an entry script joined with the modules that it imports. The remaining import paths are relative to the
 *   entry script.
 */
function joinEntryScript(entry: string, scripts: ReadonlyMap<string, string>): string {
  const later = (name: string) => (_all: string, before: string, specifier: string) =>
    `${before}'${addressOf(specifier, name, entry)}'`
  return joinModules(entry, {
    textOf: (name) => scripts.get(name)?.replaceAll(DYNAMIC_IMPORT, later(name)),
    resolve: (specifier, importer) => fileOf(specifier, importer) ?? specifier,
    pathOf: (name) => addressOf(name, entry),
  })
}

/** @returns the source texts by their path, relative to the root */
function readSources(root: string): ReadonlyMap<string, string> {
  const own = readdirSync(`${root}/client`, { recursive: true, encoding: 'utf8' })
    .map((name) => `client/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|d|fixture)\.ts$/.test(name))
  const sources = new Map<string, string>()
  const waiting = own
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (sources.has(name)) continue
    const source = readFileSync(`${root}/${name}`, 'utf8')
    sources.set(name, source)
    for (const [, , specifier] of [...source.matchAll(STATIC_IMPORT), ...source.matchAll(DYNAMIC_IMPORT)]) {
      const target = fileOf(specifier!, name)
      if (target === undefined) continue
      if (!existsSync(`${root}/${target}`)) throw notServed(name, specifier!)
      waiting.push(target)
    }
  }
  return sources
}

/** @returns the path of the file that the browser loads for an import; undefined for an import from a package */
function fileOf(specifier: string, name: string): string | undefined {
  if (!specifier.startsWith('.') || !specifier.endsWith('.ts')) return undefined
  const path = posix.join(posix.dirname(name), specifier)
  return BROWSER_REPLACEMENTS.get(path) ?? path
}

const servedName = (name: string): string => name.replace(/\.ts$/, '.js')

function asset(stripped: string, name: string): Asset {
  const address = (_all: string, before: string, specifier: string) => `${before}'${addressOf(specifier, name)}'`
  const script = stripped.replaceAll(STATIC_IMPORT, address).replaceAll(DYNAMIC_IMPORT, address)
  return scriptAsset(script)
}

function scriptAsset(script: string): Asset {
  const body = Buffer.from(stripComments(script))
  return { body, contentType: 'text/javascript; charset=utf-8', isCompressible: body.length >= 512 }
}

/**
 * @param name the source module that contains the import
 * @param from the served file that contains the module: the module itself, or the entry script that it was joined into
 * @returns the path of the imported file, relative to `from`
 */
function addressOf(specifier: string, name: string, from = name): string {
  const file = fileOf(specifier, name)
  const target = file === undefined ? VENDORED_PACKAGES[specifier] : servedName(file)
  if (target === undefined) throw notServed(name, specifier)
  const path = posix.relative(posix.dirname(from), target)
  return path.startsWith('.') ? path : `./${path}`
}

const notServed = (name: string, specifier: string) => new Error(`${name} imports ${specifier}, which is not served`)
