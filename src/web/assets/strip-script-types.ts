import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

interface StrippedScripts {
  /** hash of the source texts */
  readonly key: string
  readonly scripts: readonly string[]
}

/**
 * Strips the types off TypeScript sources. The result is cached beside Node's compile cache, because loading the type
 * stripper adds 25 MB of memory and a tenth of a second to every start.
 * @param cacheFolder folder of the cached result; if undefined, every call strips the types
 * @returns JavaScript, in the order of the sources
 * @throws SyntaxError for a source whose types cannot be erased
 */
export function stripScripts(
  sources: readonly string[],
  cacheFolder: string | undefined = getCompileCacheDir(),
): readonly string[] {
  if (cacheFolder === undefined) return sources.map(withoutTypes)
  const path = join(cacheFolder, 'stripped-scripts.json')
  const key = createHash('sha256').update(JSON.stringify(sources)).digest('hex')
  const cached = readCache(path)
  if (cached?.key === key) return cached.scripts
  const scripts = sources.map(withoutTypes)
  writeCache(path, { key, scripts })
  return scripts
}

function readCache(path: string): StrippedScripts | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as StrippedScripts
  } catch {
    return undefined
  }
}

/**
 * Writes the cache to a temporary file and renames it, so that processes that start at the same time never read half a
 * file. Ignores errors.
 */
function writeCache(path: string, content: StrippedScripts): void {
  const temporary = `${path}.${process.pid}`
  try {
    writeFileSync(temporary, JSON.stringify(content))
    renameSync(temporary, path)
  } catch {
    // Without a cache, the next start strips the types again.
  }
}

/**
 * Strips the types of one source. Hides Node's warning about an experimental feature, because operators can do nothing
 * about it.
 */
function withoutTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
