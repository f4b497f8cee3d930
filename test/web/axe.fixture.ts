import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { THEMES } from '../../src/web/layout/look.ts'
import { follow, type Stage } from './service-and-browser.fixture.ts'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 AA, and what axe holds to be good practice besides. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A screen that axe looks at. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** what is done on the page before */
  readonly act?: (page: Page) => Promise<unknown>
  /** whether every theme is looked at, not only light and dark */
  readonly isEveryTheme?: boolean
}

const WIDTHS = [1280, 390]

/** What a screen is looked at with. */
interface AxeLook {
  readonly theme: string
  readonly width: number
}

/** Loads axe into a page if it is not there yet. By evaluation, which the policy of the page does not touch. */
export async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(`${SOURCE};undefined`)
}

/** Opens a page for axe, in the document before if possible, which saves loading axe again. */
export async function openForAxe(page: Page, address: string): Promise<void> {
  const canFollow = await page.evaluate<boolean>("'axe' in globalThis && 'Turbo' in globalThis")
  await (canFollow ? follow(page, address) : page.goto(address))
}

/**
 * @param isColourOnly whether all else was looked at already, in another theme
 * @returns each rule that is broken, with what breaks it
 */
export async function axeFindings(page: Page, { theme, width }: AxeLook, isColourOnly = false): Promise<string[]> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 })
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
  const runOnly = isColourOnly ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: RULES }
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ['violations'] })})
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.slice(0, 5)
      .map(({ html, any, all }) => id + ': ' + html.slice(0, 200) + ' ' + ([...any, ...all][0]?.message ?? ''))))`)
}

/** Looks at a screen on a desk and on a phone, in light and dark at least. */
export async function look(t: TestContext, { base }: Stage, page: Page, screen: Screen): Promise<void> {
  await t.test(screen.name, async () => {
    await page.setViewportSize({ width: WIDTHS[0]!, height: 800 })
    await openForAxe(page, base + screen.path)
    await screen.act?.(page)
    await loadAxe(page)
    const themes = screen.isEveryTheme ? THEMES : (['light', 'dark'] as const)
    const found: Record<string, string[]> = {}
    for (const width of WIDTHS) {
      for (const theme of themes) {
        const findings = await axeFindings(page, { theme, width }, theme !== themes[0])
        if (findings.length > 0) found[`${theme} at ${width}`] = findings
      }
    }
    assert.deepEqual(found, {})
  })
}

/** Opens the reading settings. */
export const openLook = (page: Page): Promise<void> => openPanel(page, '[data-action-name=look]')

/** Opens a panel of the reader. The bar below it is hidden, because axe does not know the top layer. */
export async function openPanel(page: Page, button: string): Promise<void> {
  await page.click(button)
  await page.evaluate("document.querySelector('.reader-bar').style.visibility = 'hidden'")
}
