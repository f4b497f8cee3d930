import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until, untilText } from './service-and-browser.fixture.ts'
import type { OfflineServer } from './offline-profile.fixture.ts'
import { selectForBar } from './select-text.fixture.ts'

/** A user's action on a page. */
export type Step = (page: Page) => Promise<unknown>

/**
 * Presses a button of a card on the list of all entries.
 * @param after selector that matches the card after the action
 */
const onCard =
  ({ base }: OfflineServer, id: number, action: string, after: string): Step =>
  async (page) => {
    if (!page.url().endsWith('/all/list')) await page.goto(`${base}/all/list`)
    await page.dispatchEvent(`#entry-${id} [data-action-name=${action}]`, 'click')
    await page.waitForSelector(after, { state: 'attached' })
  }

export const archive = (server: OfflineServer, id: number): Step =>
  onCard(server, id, 'archive', `#entry-${id} [name=archived][value="0"]`)
export const unarchive = (server: OfflineServer, id: number): Step =>
  onCard(server, id, 'archive', `#entry-${id} [name=archived][value="1"]`)
export const star = (server: OfflineServer, id: number): Step => onCard(server, id, 'star', `#entry-${id} svg.star`)
export const remove = (server: OfflineServer, id: number): Step =>
  onCard(server, id, 'delete', `body:not(:has(#entry-${id}))`)

export const undo: Step = async (page) => {
  const before = await page.locator('.card').count()
  await page.click('#toasts [data-action-name=undo]')
  await until('it is back', async () => (await page.locator('.card').count()) > before)
}

export const save =
  ({ base }: OfflineServer, name: string): Step =>
  async (page) => {
    await page.goto(`${base}/all/list`)
    await page.fill('[name="entry[url]"]', `https://example.org/saved/${name}`)
    await page.keyboard.press('Enter')
    await page.waitForSelector(`.card-title:has-text("${name}")`)
  }

export const tag =
  ({ base }: OfflineServer, id: number, label: string): Step =>
  async (page) => {
    await page.goto(`${base}/view/${id}`)
    await page.click('[data-action-name=tags]')
    await page.fill('[name=add]', label)
    await page.keyboard.press('Enter')
    await untilText(page, '#head-tags', new RegExp(label))
  }

export const highlight =
  ({ base }: OfflineServer, id: number): Step =>
  async (page) => {
    await page.goto(`${base}/view/${id}`)
    await selectForBar(page, 'some words')
    await page.click('[data-action-name=highlight]')
    await page.waitForSelector('#annotations .note-item, mark.annotation', { state: 'attached' })
    await until('it is recorded', async () => (await page.locator('mark.annotation[id^=annotation-9]').count()) > 0)
  }

export const shows =
  ({ base }: OfflineServer, path: string, cards: number): Step =>
  async (page) => {
    await page.goto(`${base}${path}`)
    assert.equal(await page.locator('.card').count(), cards, path)
  }
