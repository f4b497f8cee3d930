import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { THEMES } from '../../src/users/appearance.ts'
import { follow, type Stage } from './service-and-browser.fixture.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of WCAG 2.2 AA, and axe's own best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A screen that axe checks. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** performed on the page before the check */
  readonly act?: (page: Page) => Promise<unknown>
  /** true to check every theme, not only light and dark */
  readonly isEveryTheme?: boolean
}

const WIDTHS = [1280, 390]

/** The settings with which a screen is checked. */
interface AxeLook {
  readonly theme: string
  readonly width: number
}

/** Loads axe into a page if it is not loaded yet. The page's `script-src` does not apply to a script evaluated here. */
export async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(`${SOURCE};undefined`)
}

/** Opens a page for axe, in the current document if possible, so that axe need not be loaded again. */
export async function openForAxe(page: Page, address: string): Promise<void> {
  const canFollow = await page.evaluate<boolean>("'axe' in globalThis && 'Turbo' in globalThis")
  await (canFollow ? follow(page, address) : page.goto(address))
}

/**
 * @param isColourOnly true to check only contrast; a theme does not affect the other rules
 * @returns each broken rule with the elements that break it
 */
export async function axeFindings(page: Page, { theme, width }: AxeLook, isColourOnly = false): Promise<string[]> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 })
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
  const runOnly = isColourOnly ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: RULES }
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 5)
      .map(({ html, any, all }) => id + ': ' + html.slice(0, 200) + ' ' + ([...any, ...all][0]?.message ?? ''))))`)
}

/** Checks a screen at the widths of a desktop and a phone, in at least the light and the dark theme. */
export async function look(t: TestContext, { base }: Stage, page: Page, screen: Screen): Promise<void> {
  await t.test(screen.name, async () => {
    await page.setViewportSize({ width: WIDTHS[0]!, height: 800 })
    await openForAxe(page, base + screen.path)
    await screen.act?.(page)
    await loadAxe(page)
    const found: Record<string, string[]> = {}
    for (const width of WIDTHS) {
      const themes = themesAt(width, screen)
      for (const theme of themes) {
        const findings = await axeFindings(page, { theme, width }, theme !== themes[0])
        if (findings.length > 0) found[`${theme} at ${width}`] = findings
      }
    }
    assert.deepEqual(found, {})
  })
}

/**
 * @returns the themes in which a screen is checked at a width. All rules apply in the first; the others are checked for
 *   contrast. A phone has the colours of a desktop, so one theme is enough there, unless every theme is wanted.
 */
function themesAt(width: number, { isEveryTheme = false }: Screen): readonly string[] {
  if (isEveryTheme) return THEMES
  return width === WIDTHS[0] ? ['light', 'dark'] : ['dark']
}

/** Opens the panel with the reading settings. */
export const openLook = (page: Page): Promise<void> => openPanel(page, '[data-action-name=look]')

/**
 * Opens a panel of the reader. Hides the bar below it, because axe does not know that the panel is in the top layer of
 * the browser.
 */
export async function openPanel(page: Page, button: string): Promise<void> {
  await page.click(button)
  await page.evaluate("document.querySelector('.reader-bar').style.visibility = 'hidden'")
}
