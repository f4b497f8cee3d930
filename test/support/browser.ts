import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { packagedChromium } from './chromium-package.ts'
import type { BrowserProgram } from './chromium-package.ts'

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * The flags that the package recommends for containers, except those that would disable tested behaviour, such as the
 * same-origin policy.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--disable-print-preview',
  '--disable-webgl',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-default-browser-check',
  '--no-pings',
  '--no-zygote',
  '--in-process-gpu',
  '--font-render-hinting=none',
]

/**
 * Starts a headless Chromium: the one at CHROMIUM_PATH, else that of the npm package, else the one on PATH. The package
 * comes first, so that all machines test with the same version. Works as root too. The caller must close it.
 */
export async function launchBrowser(): Promise<Browser> {
  const [{ chromium }, program] = await Promise.all([import('playwright-core'), findProgram()])
  const env = { ...definedOnly(process.env), ...program.env }
  const start = () => chromium.launch({ executablePath: program.path, args: FLAGS, env, timeout: 60_000 })
  // Chromium itself crashes at a start now and then, before it has opened a page.
  return start().catch(start)
}

/**
 * Starts a headless Chromium whose profile is stored in a folder, so that a later start can use it again. The caller
 * must close it.
 */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  const [{ chromium }, program] = await Promise.all([import('playwright-core'), findProgram()])
  const env = { ...definedOnly(process.env), ...program.env }
  const options = { executablePath: program.path, args: FLAGS, env, timeout: 60_000, reducedMotion: 'reduce' } as const
  return chromium.launchPersistentContext(folder, { ...options, viewport: { width: 1280, height: 800 } })
}

/** @returns the path of a PNG of the whole page, in a new temporary folder */
export async function screenshot(page: Page, name: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'dogear-screenshot-')), `${name}.png`)
  await page.screenshot({ path, fullPage: true })
  return path
}

async function findProgram(): Promise<BrowserProgram> {
  const named = process.env['CHROMIUM_PATH']
  if (named) return { path: named, env: {} }
  return packagedChromium().catch((error: unknown) => {
    const found = onPath(process.env['PATH'] ?? '')
    if (found) return { path: found, env: {} }
    throw error
  })
}

function onPath(folders: string): string | undefined {
  return folders
    .split(delimiter)
    .flatMap((folder) => SYSTEM_NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined))
}
