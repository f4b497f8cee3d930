import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the package. */
export const FOLDER = join(import.meta.dirname, '..')

const MANIFEST = join(FOLDER, 'package.json')
/** The original package.json is stored here while the published one replaces it. */
const SOURCE = join(FOLDER, 'package.source.json')

interface Manifest {
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string>>
}

/**
 * @param path path of a source file, such as `./src/x.ts`
 * @returns the path of the compiled file, without extension
 */
function compiled(path: string): string {
  return path.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, '')
}

/**
 * @returns the package.json for users of the package. It names the compiled files, and omits what only development
 *   needs.
 */
function publishedManifest(manifest: Manifest): object {
  const { devDependencies: _, scripts: __, ...kept } = manifest as Manifest & Record<string, unknown>
  const bin = Object.entries(manifest.bin).map(([name, path]) => [name, `${compiled(path)}.js`])
  const exports = Object.entries(manifest.exports).map(([key, path]) => {
    if (!path.endsWith('.ts')) return [key, path]
    return [key, { types: `${compiled(path)}.d.ts`, default: `${compiled(path)}.js` }]
  })
  return { ...kept, bin: Object.fromEntries(bin), exports: Object.fromEntries(exports) }
}

/** Replaces package.json by the published one. The original is moved to `package.source.json`. */
export function usePublishedManifest(): void {
  restoreManifest()
  const source = readFileSync(MANIFEST, 'utf8')
  writeFileSync(SOURCE, source)
  writeFileSync(MANIFEST, `${JSON.stringify(publishedManifest(JSON.parse(source) as Manifest), undefined, 2)}\n`)
}

/**
 * Restores the original package.json, if the published one has replaced it. This also cleans up after an interrupted
 * run.
 */
export function restoreManifest(): void {
  if (existsSync(SOURCE)) renameSync(SOURCE, MANIFEST)
}
