// Finds the bundle of the program's modules, which starts in half the time of the sources. This file is plain JavaScript,
// because loading the compiler that strips types would take longer than the check.
const { hash } = require('node:crypto')
const { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs')

/** Folder of the bundles, relative to the root. Each bundle has a folder of its own, named after its content. */
const BUNDLES = 'built/server'
/** File that names the latest bundle, and the files that it was made from; relative to the root. */
const MANIFEST = `${BUNDLES}/current.json`

/**
 * Milliseconds in which two changes of a file may get the same time. Kernels count in steps of 10 ms or less; some file
 * systems store seconds.
 */
const CLOCK_STEP_MS = 1000

/**
 * A file that the bundle was made from.
 * @typedef {object} Input
 * @property {string} path relative to the root, with forward slashes
 * @property {string} sha256 hash of the content, in hexadecimal digits
 * @property {string} [stamp] `stampOf` the file when its content had this hash; absent if it is not known
 */

/**
 * @typedef {object} Manifest
 * @property {string} folder name of the bundle's folder in `BUNDLES`
 * @property {readonly Input[]} inputs
 */

/**
 * @param {string} root folder of the program
 * @returns {string | undefined} the path of the bundle; undefined if there is none, or if one of its inputs has changed
 */
function currentBundle(root) {
  try {
    const manifest = /** @type {Manifest} */ (JSON.parse(readFileSync(`${root}/${MANIFEST}`, 'utf8')))
    const path = `${root}/${BUNDLES}/${manifest.folder}`
    if (!statSync(path).isDirectory()) return undefined
    const inputs = unchangedInputs(root, manifest.inputs)
    if (inputs === undefined) return undefined
    if (inputs.some((input, index) => input !== manifest.inputs[index])) saveManifest(root, { ...manifest, inputs })
    return path
  } catch {
    return undefined
  }
}

/**
 * Compares the stamp of each file, and its content if the stamp differs, as after unpacking an archive.
 * @param {string} root
 * @param {readonly Input[]} inputs
 * @returns {Input[] | undefined} the inputs with their present stamps; undefined if the content of one has changed
 */
function unchangedInputs(root, inputs) {
  const checked = []
  for (const input of inputs) {
    const path = `${root}/${input.path}`
    const stamp = stampOf(path)
    const isUnchanged = stamp !== undefined && stamp === input.stamp
    if (!isUnchanged && hashOf(readFileSync(path)) !== input.sha256) return undefined
    checked.push(isUnchanged || stamp === undefined ? input : { ...input, stamp })
  }
  return checked
}

/**
 * @param {string} path
 * @returns {string | undefined} a text that differs after every change of the content, because the kernel sets `ctime`
 *   (inode(7)); undefined for a file that has just changed, because its next change might have the same time
 */
function stampOf(path) {
  const { size, mtimeMs, ctimeMs } = statSync(path)
  return Math.abs(Date.now() - ctimeMs) < CLOCK_STEP_MS ? undefined : `${size} ${mtimeMs} ${ctimeMs}`
}

/**
 * @param {string | Uint8Array} content
 * @returns {string} its SHA-256 in hexadecimal digits
 */
function hashOf(content) {
  return hash('sha256', content)
}

/**
 * Replaces the manifest as a whole, so that other processes never read half of it. Does nothing if the folder is
 * read-only: then, each start compares the contents.
 * @param {string} root
 * @param {Manifest} manifest
 */
function saveManifest(root, manifest) {
  const path = `${root}/${MANIFEST}`
  const temporary = `${path}.${process.pid}`
  try {
    writeFileSync(temporary, JSON.stringify(manifest))
    // Whoever starts the program next, perhaps as another user, must be able to read it, whatever the umask is.
    chmodSync(temporary, 0o644)
    renameSync(temporary, path)
  } catch {
    rmSync(temporary, { force: true })
  }
}

module.exports = { BUNDLES, currentBundle, hashOf, saveManifest }
