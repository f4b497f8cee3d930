import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Asset } from './assets.ts'
import { BROWSER_REPLACEMENTS } from './browser-replacements.ts'
import { joinModules } from './join-modules.ts'
import { stripScripts } from './strip-script-types.ts'
import { withoutComments } from './without-comments.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Packages whose files are in public/vendor, by the name that scripts import. */
const VENDORED: Readonly<Record<string, string>> = {
  '@hotwired/turbo': 'vendor/turbo.js',
  '@hotwired/stimulus': 'vendor/stimulus.js',
  idb: 'vendor/idb.js',
  'intl-messageformat': 'vendor/intl-messageformat.js',
}
/** Matches imports and exports of values. Type imports were removed by type stripping. */
const STATIC = /^((?:import|export)\s(?!type\s)[^'";=()]*?\bfrom\s*|import\s+)'([^'\n]+)'/gm
const DYNAMIC = /(\bimport\(\s*)'([^'\n]+)'/g

/** The module of the service worker, which is served together with all modules that it imports. */
const WORKER = 'client/sw/service-worker.ts'
/** Matches the modules that only the service worker uses. */
const OF_WORKER = /^client\/(?:sw|offline)\//

/**
 * Strips the types off the browser's TypeScript: the files in `client`, and those in `src` that they import, such as
 * the pages that a browser draws offline. Every file that pages load becomes a module at its own path, and its import
 * paths are replaced by asset addresses. The modules of the service worker become one script.
 * @param root folder that contains `client` and `src`
 * @returns the assets by name, such as `client/main.js`
 * @throws Error for an import without an asset, which is a bug in the file
 */
export function clientFiles(root = ROOT): ReadonlyMap<string, Asset> {
  const sources = readSources(root)
  const names = [...sources.keys()].toSorted()
  const stripped = stripScripts(names.map((name) => sources.get(name)!))
  const scripts = new Map(names.map((name, index) => [name, stripped[index]!]))
  const ofPages = importedBy(
    names.filter((name) => name.startsWith('client/') && !OF_WORKER.test(name)),
    scripts,
  )
  const files = new Map([...ofPages].toSorted().map((name) => [servedName(name), asset(scripts.get(name)!, name)]))
  if (scripts.has(WORKER)) files.set(servedName(WORKER), scriptAsset(joinedWorker(scripts)))
  return files
}

/** @returns the names of modules and of all modules that they import */
function importedBy(roots: readonly string[], scripts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...roots]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    found.add(name)
    const script = scripts.get(name)!
    for (const [, , specifier] of [...script.matchAll(STATIC), ...script.matchAll(DYNAMIC)]) {
      const target = fileOf(specifier!, name)
      if (target !== undefined) waiting.push(target)
    }
  }
  return found
}

function joinedWorker(scripts: ReadonlyMap<string, string>): string {
  return joinModules(WORKER, {
    textOf: (name) => scripts.get(name),
    resolve: (specifier, importer) => fileOf(specifier, importer) ?? specifier,
    pathOf: (name) => servedAs(name, WORKER),
  })
}

/** @returns the source texts by their paths relative to the root */
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
    for (const [, , specifier] of [...source.matchAll(STATIC), ...source.matchAll(DYNAMIC)]) {
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
  const address = (_all: string, before: string, specifier: string) => `${before}'${servedAs(specifier, name)}'`
  const script = stripped.replaceAll(STATIC, address).replaceAll(DYNAMIC, address)
  return scriptAsset(script)
}

function scriptAsset(script: string): Asset {
  const body = Buffer.from(withoutComments(script))
  return { body, contentType: 'text/javascript; charset=utf-8', isCompressible: body.length >= 512 }
}

function servedAs(specifier: string, name: string): string {
  const file = fileOf(specifier, name)
  const target = file === undefined ? VENDORED[specifier] : servedName(file)
  if (target === undefined) throw notServed(name, specifier)
  const path = posix.relative(posix.dirname(name), target)
  return path.startsWith('.') ? path : `./${path}`
}

const notServed = (name: string, specifier: string) => new Error(`${name} imports ${specifier}, which is not served`)
