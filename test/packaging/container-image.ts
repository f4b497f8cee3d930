import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { baseImage, buildah, NPM_CACHE } from './base-image.ts'
import type { InstalledDogear } from './installed-dogear.ts'

/** The settings of an image for running it (OCI image specification, "config"). */
interface ImageConfig {
  readonly User: string
  readonly WorkingDir: string
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  /** `NAME=value` */
  readonly Env: readonly string[]
  readonly Volumes: Readonly<Record<string, object>>
  readonly Healthcheck: { readonly Test: readonly string[] }
}

/** A built image with its mounted root file system. */
interface BuiltImage {
  readonly config: ImageConfig
  /** path of the mounted root file system */
  readonly root: string
  /** unpacked size in bytes, including the base image */
  readonly size: number
}

const ROOT = join(import.meta.dirname, '../..')
const ENTER = join(import.meta.dirname, 'enter-container.sh')
const IMAGE = 'localhost/dogear:test'

/** @returns a sentence that names the missing tools; undefined if images can be built */
export function findMissingTools(): string | undefined {
  const missing = ['buildah', 'debootstrap'].filter((tool) => !isInstalled(tool))
  if (missing.length > 0) return `Install ${missing.join(' and ')} first: apt-get install ${missing.join(' ')}`
  return process.getuid?.() === 0 ? undefined : 'Run it as root: only root may make a base image and mount it.'
}

function isInstalled(tool: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${tool}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Builds an image from the working tree and mounts it until the test ends. */
export function buildImage(t: TestContext): BuiltImage {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  const words = [
    '--build-arg',
    `BASE=${baseImage()}`,
    '--build-arg',
    `COMMIT=${commit}`,
    '--volume',
    `${NPM_CACHE}:/root/.npm`,
  ]
  const how = ['bud', '--quiet', '--isolation', 'chroot', '--format', 'docker', ...words, '--tag', IMAGE]
  buildah(...how, '--file', join(ROOT, 'Containerfile'), ROOT)
  const { Docker: image } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE)) as {
    readonly Docker: { readonly config: ImageConfig }
  }
  const container = buildah('from', IMAGE)
  t.after(() => buildah('rm', container))
  const root = buildah('mount', container)
  const size = Number(execFileSync('du', ['-sb', root], { encoding: 'utf8' }).split('\t')[0])
  return { config: image.config, root, size }
}

/**
 * Creates a volume that belongs to the user of the image. Container engines do the same: a new volume gets the owner of
 * the folder in the image on which it is mounted.
 * @returns the path of the volume
 */
export function makeVolume(t: TestContext, { config }: BuiltImage): string {
  const volume = mkdtempSync(join(tmpdir(), 'dogear-volume-'))
  t.after(() => rmSync(volume, { recursive: true, force: true }))
  const [user, group] = config.User.split(':').map(Number)
  chownSync(volume, user!, group!)
  return volume
}

/** @returns Dogear in a container with the user, working folder and environment of the image */
export function inContainer(
  { config, root }: BuiltImage,
  volume: string,
  settings: Readonly<Record<string, string>>,
): InstalledDogear {
  const environment = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]))
  const enter = ['sh', ENTER, root, volume, config.User, config.WorkingDir]
  return {
    launcher: ['unshare', '--mount', '--pid', '--fork', '--kill-child', ...enter, ...config.Entrypoint],
    environment: { ...environment, ...settings },
    isForked: true,
  }
}

/** Runs a shell script in a container of the image. @returns its output */
export function runShell(image: BuiltImage, volume: string, script: string): string {
  const { launcher, environment } = inContainer({ ...image, config: { ...image.config, Entrypoint: [] } }, volume, {})
  const [program, ...words] = launcher
  return execFileSync(program, [...words, 'sh', '-c', script], { env: environment, encoding: 'utf8' }).trim()
}
