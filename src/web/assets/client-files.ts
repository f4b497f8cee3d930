import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Asset } from './assets.ts'
import { stripScripts } from './strip-script-types.ts'
import { withoutComments } from './without-comments.ts'

const CLIENT = fileURLToPath(new URL('../../../client', import.meta.url))
/** Packages that the browser loads from public/vendor. */
const VENDORED: Readonly<Record<string, string>> = {
  '@hotwired/turbo': 'vendor/turbo.js',
  '@hotwired/stimulus': 'vendor/stimulus.js',
}
const SPECIFIER = /(\bfrom\s*|\bimport\s*\(?\s*)'([^'\n]+)'/g

/**
 * Strips the types off the browser's TypeScript, once. Every file becomes a module of its own under `client/`, and its
 * imports are replaced by the addresses of the assets.
 * @returns the assets by name, such as `client/main.js`
 * @throws Error for an import without an asset, which is a bug in the file
 */
export function clientFiles(folder = CLIENT): ReadonlyMap<string, Asset> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(name))
    .toSorted()
  const scripts = stripScripts(names.map((name) => readFileSync(`${folder}/${name}`, 'utf8')))
  return new Map(names.map((name, index) => [servedName(name), asset(scripts[index]!, name)]))
}

const servedName = (name: string): string => `client/${name.replace(/\.ts$/, '.js')}`

function asset(stripped: string, name: string): Asset {
  const script = stripped.replaceAll(
    SPECIFIER,
    (_all, before: string, specifier: string) => `${before}'${servedAs(specifier, name)}'`,
  )
  const body = Buffer.from(withoutComments(script))
  return { body, contentType: 'text/javascript; charset=utf-8', isCompressible: body.length >= 512 }
}

function servedAs(specifier: string, name: string): string {
  if (specifier.startsWith('.') && specifier.endsWith('.ts')) return specifier.replace(/\.ts$/, '.js')
  const vendored = VENDORED[specifier]
  if (vendored === undefined) throw new Error(`client/${name} imports ${specifier}, which is not served`)
  return posix.relative(posix.dirname(servedName(name)), vendored)
}
