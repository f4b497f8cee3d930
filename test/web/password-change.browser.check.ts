import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, signIn, untilText, untilWatched } from './service-and-browser.fixture.ts'

async function changePassword(page: Page, passwords: readonly string[]): Promise<void> {
  for (const [index, name] of ['old_password', 'new_password][first', 'new_password][second'].entries()) {
    await page.fill(`[name="change_passwd[${name}]"]`, passwords[index]!)
  }
  await page.keyboard.press('Enter')
}

test('after a change of the password, the sign-in page says so', async (t) => {
  const stage = await openStage(t)
  for (const serviceWorkers of ['block', 'allow'] as const) {
    const page = await signIn(stage, { serviceWorkers })
    if (serviceWorkers === 'allow') await untilWatched(page)
    await page.goto(`${stage.base}/config`)
    await page.click('#set-change_passwd summary')
    const { password } = stage.app.alice
    await changePassword(page, [password, password, `${password}!`])
    await untilText(page, '[id$="second_-error"]', 'The new passwords don’t match.')
    const { bottom } = await page.evaluate<{ bottom: number }>(
      `document.querySelector('[id$="second_-error"]').getBoundingClientRect().toJSON()`,
    )
    assert.ok(bottom <= 800, `the message is in the window, not at ${bottom}`)
    await changePassword(page, [password, password, password])
    await page.waitForURL(/\/login$/)
    await untilText(page, '.notice', 'Password changed. Sign in with the new one.')
    await page.reload()
    assert.equal(await page.locator('.notice').count(), 0)
    await page.context().close()
  }
})
