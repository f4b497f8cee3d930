import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

interface StrippedScripts {
  /** hash of the sources */
  readonly key: string
  readonly scripts: readonly string[]
}

/**
 * Strips the types off TypeScript sources. The result is cached next to Node's compile cache, because loading the
 * stripper costs a start 25 MB and a tenth of a second.
 *
 * @param cacheFolder the folder of the cached result; without a usable one, every call strips
 * @returns JavaScript, in the order of the sources
 * @throws SyntaxError for a source that is not erasable TypeScript
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

/** Renames a complete file, because several processes may start at once. An unwritable folder only slows the next start. */
function writeCache(path: string, content: StrippedScripts): void {
  const temporary = `${path}.${process.pid}`
  try {
    writeFileSync(temporary, JSON.stringify(content))
    renameSync(temporary, path)
  } catch {
    // The next start strips again.
  }
}

/** Hides Node's warning that stripping is experimental: operators cannot act on it. */
function withoutTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
