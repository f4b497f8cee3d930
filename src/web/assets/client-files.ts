import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Asset } from './assets.ts'
import type { ClientBundle } from './bundle-client.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const BUNDLER = fileURLToPath(new URL('bundle-client.process.ts', import.meta.url))
/** Maximum number of bytes of the bundler's output. The scripts have 0.3 MB. */
const MAX_OUTPUT = 50_000_000
/** File with the result of the last build, relative to the root. */
const BUILT = 'built/client.json'
/** Files that define how scripts are bundled, and the version of the bundler. */
const TOOLS = ['package.json', 'src/web/assets/bundle-client.ts', 'src/web/assets/browser-replacements.ts']

/** The content of the file `BUILT`. */
interface Built {
  /** SHA-256 of the files in `TOOLS`, in their order */
  readonly tools: readonly string[]
  /** SHA-256 of each source file, by its path relative to the root */
  readonly sources: Readonly<Record<string, string>>
  /** the scripts by name */
  readonly scripts: Readonly<Record<string, string>>
}

/**
 * Bundles the browser's TypeScript, unless no source has changed since the last call. Packages contain the result, so
 * they need no bundler.
 * @param root folder that contains `client` and `src`
 * @returns the scripts by name, such as `client/main.js`
 * @throws Error for an import that cannot be served, or of a name that is not exported
 */
export async function clientFiles(root = ROOT): Promise<ReadonlyMap<string, Asset>> {
  const built = readBuilt(root) ?? (await build(root))
  return new Map(Object.entries(built.scripts).map(([name, script]) => [name, scriptAsset(script)]))
}

function scriptAsset(script: string): Asset {
  const body = Buffer.from(script)
  return { body, contentType: 'text/javascript; charset=utf-8', isCompressible: body.length >= 512 }
}

/** @returns the last result; undefined if there is none, or if a source has changed */
function readBuilt(root: string): Built | undefined {
  try {
    const built = JSON.parse(readFileSync(`${root}/${BUILT}`, 'utf8')) as Built
    const isCurrent =
      toolHashes().every((hash, index) => hash === built.tools[index]) &&
      Object.entries(built.sources).every(([path, hash]) => hash === hashOf(root, path))
    return isCurrent ? built : undefined
  } catch {
    return undefined
  }
}

async function build(root: string): Promise<Built> {
  // The bundler takes more than 100 MB of memory, so it runs in a process of its own.
  const { stdout } = await promisify(execFile)(process.execPath, [BUNDLER, root], { maxBuffer: MAX_OUTPUT })
  const { scripts, inputs } = JSON.parse(stdout) as ClientBundle
  const sources = Object.fromEntries(inputs.map((path) => [path, hashOf(root, path)]))
  const built = { tools: toolHashes(), sources, scripts: Object.fromEntries(Object.entries(scripts).toSorted()) }
  writeBuilt(`${root}/${BUILT}`, built)
  return built
}

/**
 * Writes the result to a temporary file and renames it, so that processes that start at the same time never read half a
 * file. Ignores errors: without the file, the next start bundles the scripts again.
 */
function writeBuilt(path: string, built: Built): void {
  const temporary = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(temporary, JSON.stringify(built))
    renameSync(temporary, path)
  } catch {
    // The folder is read-only.
  }
}

const toolHashes = (): string[] => TOOLS.map((path) => hashOf(ROOT, path))

const hashOf = (root: string, path: string): string =>
  createHash('sha256')
    .update(readFileSync(`${root}/${path}`))
    .digest('hex')
