import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

const NPM = 'npm@11'
/**
 * The file of certificate authorities that the host trusts. The image gets a copy, because networks of companies and
 * build servers often have authorities of their own, which npm in the image must trust.
 */
const AUTHORITIES = 'etc/ssl/certs/ca-certificates.crt'
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Folder for images and downloaded packages, which later runs use again. */
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'dogear-container')
export const NPM_CACHE = join(CACHE, 'npm')

/** Runs buildah with separate storage. @returns what it printed */
export function buildah(...args: readonly string[]): string {
  const storage = ['--root', join(CACHE, 'storage'), '--runroot', join(CACHE, 'run')]
  return execFileSync('buildah', [...storage, ...args], { encoding: 'utf8', maxBuffer: 100_000_000 }).trim()
}

/**
 * Builds an image that replaces the official slim image of Node, which cannot be pulled everywhere: a minimal Debian
 * with npm and the Node that runs this function. The image is built once for each version of Node.
 * @returns the name of the image
 */
export function baseImage(): string {
  const name = `localhost/dogear-base:node-${process.versions.node}`
  if (buildah('images', '--quiet', '--filter', `reference=${name}`) !== '') return name
  mkdirSync(NPM_CACHE, { recursive: true })
  const root = mkdtempSync(join(tmpdir(), 'dogear-base-'))
  try {
    makeRoot(root)
    const container = buildah('from', 'scratch')
    buildah('copy', '--quiet', container, root, '/')
    buildah('config', '--env', `PATH=${PATH}`, container)
    buildah('commit', '--quiet', '--rm', container, name)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  return name
}

function makeRoot(root: string): void {
  const suite = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))![1]!
  execFileSync('debootstrap', ['--variant=minbase', '--include=libatomic1', suite, root], { stdio: 'ignore' })
  // The slim images of Debian have no files in these folders either.
  for (const path of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale']) {
    rmSync(join(root, path), { recursive: true, force: true })
  }
  const prefix = join(root, 'usr/local')
  cpSync(process.execPath, join(prefix, 'bin/node'))
  execFileSync('npm', ['install', '--global', '--silent', '--prefix', prefix, NPM], { stdio: 'ignore' })
  if (!existsSync(join('/', AUTHORITIES))) return
  cpSync(join('/', AUTHORITIES), join(root, AUTHORITIES))
  mkdirSync(join(prefix, 'etc'), { recursive: true })
  writeFileSync(join(prefix, 'etc/npmrc'), `cafile=/${AUTHORITIES}\n`)
}
