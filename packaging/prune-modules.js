// Removes the parts of node_modules that a service never reads: what only compilers and debuggers need, and the builds of
// packages for other purposes. This file is plain JavaScript, because npm runs it with any Node:
//
// - `node packaging/prune-modules.js --production`, after an installation, does nothing if that contains the packages for
//   development.
// - `node packaging/prune-modules.js --bundled` also removes the bundler. Run it after packaging/build-client.ts and
//   packaging/build-server.ts.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isKept, PRUNED_PACKAGES } from './kept-files.js'

const MODULES = fileURLToPath(new URL('../node_modules', import.meta.url)).replaceAll('\\', '/')

/** Matches files of all packages that only compilers and debuggers read. */
const DEVELOPMENT_FILE = /\.(?:map|d\.[cm]?ts)$/

const [purpose] = process.argv.slice(2)
if (purpose === '--bundled' || !existsSync(`${MODULES}/typescript`)) prune()

function prune() {
  pruneNode()
  if (purpose === '--bundled') {
    for (const name of ['rolldown', '@rolldown', '@oxc-project']) remove(name)
    // Compiled code of the build, which the user of the service could not read.
    remove('.cache')
  }
  for (const name of PRUNED_PACKAGES) removeFiles(name, (path) => !isKept(name, path))
  removeFiles('.', (path) => DEVELOPMENT_FILE.test(path))
}

/** Removes the package that brought Node's binary, which is linked to node/bin. Its headers and manuals go with it. */
function pruneNode() {
  if (!existsSync(`${MODULES}/node/node_modules`)) return
  for (const name of readdirSync(`${MODULES}/node/node_modules`)) {
    const licence = `${MODULES}/node/node_modules/${name}/LICENSE`
    if (existsSync(licence)) cpSync(licence, `${MODULES}/node/LICENSE`)
  }
  remove('node/node_modules')
}

/**
 * @param {string} folder path below node_modules
 * @param {(path: string) => boolean} isUnused receives the path of a file below the folder, with forward slashes
 */
function removeFiles(folder, isUnused) {
  const root = `${MODULES}/${folder}`
  if (!existsSync(root)) return
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    // Links lead to the packages of this repository.
    if (!entry.isFile()) continue
    const path = `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/')
    if (isUnused(path.slice(root.length + 1))) rmSync(path)
  }
}

/** @param {string} name path below node_modules */
function remove(name) {
  rmSync(`${MODULES}/${name}`, { recursive: true, force: true })
}
