import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStage, signIn, until } from './service-and-browser.fixture.ts'

const LONG = 'The page could not be fetched again, because its site did not answer within the time. '.repeat(2)

test('a message disappears after some seconds, and a long one stays until it can be read', async (t) => {
  const stage = await openStage(t)
  const page = await signIn(stage)
  await page.clock.install()
  await page.reload()
  const show = (id: string, text: string) =>
    page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<div id="${id}" data-controller="toast"><p>${text}</p></div>')`,
    )
  const shown = () =>
    page.evaluate<string[]>("[...document.querySelectorAll('#first, #short, #long')].map(({ id }) => id)")
  await show('first', 'Saved')
  await until('the script for messages is loaded', async () => {
    await page.clock.runFor(1000)
    return (await shown()).length === 0
  })
  await show('short', 'Saved')
  await show('long', LONG)
  await page.clock.runFor(7000)
  assert.deepEqual(await shown(), ['short', 'long'])
  await page.clock.runFor(2000)
  assert.deepEqual(await shown(), ['long'])
  await page.clock.runFor(15_000)
  assert.deepEqual(await shown(), [])
})
