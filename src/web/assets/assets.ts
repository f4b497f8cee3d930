import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { stripStyles } from './strip-styles.ts'

/** One static file. */
export interface Asset {
  readonly body: Buffer
  readonly contentType: string
  /** true if compression reduces its size */
  readonly isCompressible: boolean
}

/** The static files. Their names are paths below the public folder with forward slashes, such as `css/base.css`. */
export interface Assets {
  /**
   * hash of all files together. The address of every file contains it, so a change to one file alters all addresses.
   * Links between the files are relative, so they need no hash.
   */
  readonly hash: string
  readonly files: ReadonlyMap<string, Asset>
}

/** Files of an npm package, which are served as if they were in the public folder. */
export interface PackedFiles {
  /** path below which the files are served, such as `fonts/literata` */
  readonly prefix: string
  readonly folder: string
  /** matches the paths of the files to serve */
  readonly pattern: RegExp
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const COMPRESSED_EXTENSIONS = new Set(['.png', '.woff2'])
/**
 * Minimum size in bytes of a compressed file. Below this size, the additional headers cost more than compression saves.
 */
const MIN_COMPRESSIBLE = 512

/**
 * Reads all files below a folder into memory, so that no request reads the disk.
 * @param folder path of the public folder
 * @param packed files from npm packages, such as fonts
 * @param made generated files, such as scripts without their types
 * @throws Error if the folder cannot be read or contains a file with an unknown extension
 */
export function loadAssets(
  folder: string,
  packed: readonly PackedFiles[] = [],
  made: ReadonlyMap<string, Asset> = new Map(),
): Assets {
  const files = new Map(fileNames(folder).map((name) => [name, readAsset(folder, name)]))
  for (const { prefix, folder: from, pattern } of packed) {
    for (const name of fileNames(from).filter((one) => pattern.test(one))) {
      files.set(`${prefix}/${name}`, readAsset(from, name))
    }
  }
  for (const [name, asset] of made) files.set(name, asset)
  const hash = createHash('sha256')
  for (const [name, { body }] of files) hash.update(`${name}\0${body.length}\0`).update(body)
  return { hash: hash.digest('hex').slice(0, 16), files }
}

/**
 * @param name path of the asset, such as `css/base.css`
 * @returns the address of the asset. It contains the hash of all assets, so a change to any asset alters it.
 * @throws Error for an unknown asset, which is a bug in a page
 */
export function assetHref({ hash, files }: Assets, name: string): string {
  if (!files.has(name)) throw new Error(`no asset named ${name}`)
  return `/assets/${hash}/${name}`
}

function fileNames(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).filter(Boolean).join('/'))
    .sort()
}

function readAsset(folder: string, name: string): Asset {
  const extension = extname(name)
  const contentType = CONTENT_TYPES[extension]
  if (!contentType)
    throw new Error(`${name}: no content type is known for ${extension || 'files without an extension'}`)
  const read = readFileSync(join(folder, name))
  const body = extension === '.css' ? Buffer.from(stripStyles(read.toString())) : read
  return { body, contentType, isCompressible: body.length >= MIN_COMPRESSIBLE && !COMPRESSED_EXTENSIONS.has(extension) }
}
