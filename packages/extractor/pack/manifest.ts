import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the package. */
export const FOLDER = join(import.meta.dirname, '..')

const MANIFEST = join(FOLDER, 'package.json')
/** The manifest of the repository, while a published one is in its place. */
const SOURCE = join(FOLDER, 'package.source.json')

interface Manifest {
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string>>
}

/** @returns the path of a compiled file, without its extension, for `./src/x.ts` */
function compiled(path: string): string {
  return path.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, '')
}

/** @returns the manifest for users: it names the compiled files, and nothing that only development needs */
export function publishedManifest(manifest: Manifest): object {
  const { devDependencies: _, scripts: __, ...kept } = manifest as Manifest & Record<string, unknown>
  const bin = Object.entries(manifest.bin).map(([name, path]) => [name, `${compiled(path)}.js`])
  const exports = Object.entries(manifest.exports).map(([key, path]) => {
    if (!path.endsWith('.ts')) return [key, path]
    return [key, { types: `${compiled(path)}.d.ts`, default: `${compiled(path)}.js` }]
  })
  return { ...kept, bin: Object.fromEntries(bin), exports: Object.fromEntries(exports) }
}

/** Puts the published manifest in the place of the repository's, which is kept beside it. */
export function usePublishedManifest(): void {
  restoreManifest()
  const source = readFileSync(MANIFEST, 'utf8')
  writeFileSync(SOURCE, source)
  writeFileSync(MANIFEST, `${JSON.stringify(publishedManifest(JSON.parse(source) as Manifest), undefined, 2)}\n`)
}

/** Undoes `usePublishedManifest`, also after a run that was interrupted. */
export function restoreManifest(): void {
  if (existsSync(SOURCE)) renameSync(SOURCE, MANIFEST)
}
