import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMailServer } from '../mail/mail-server.fixture.ts'
import { mailSettings } from '../mail/mail-reader.fixture.ts'
import { openStage, saveTitles, signIn } from './service-and-browser.fixture.ts'

test('selected articles and the one in the reader are sent to an address from the settings', async (t) => {
  const server = await startMailServer(t)
  const stage = await openStage(t, 'sqlite', { environment: mailSettings(server) })
  await saveTitles(stage, ['Elm', 'Dill', 'Ash'])
  const page = await signIn(stage)

  await page.goto(`${stage.base}/config/mail`)
  await page.fill('#mail-address', 'ann@kindle.com')
  await page.fill('#mail-name', 'Kindle')
  await page.click('form[action$="/addresses"] button')
  await page.waitForSelector('#digest-form')

  await page.goto(stage.base)
  for (const title of ['Elm', 'Ash'])
    await page.locator('.card', { hasText: title }).locator('[data-bulk-target=box]').check()
  await page.click('.bulk-more summary')
  await page.click('.bulk-more [value=send]')
  const lead = (await page.locator('.lead').boundingBox())!
  assert.ok((await page.locator('.setting').first().boundingBox())!.y - (lead.y + lead.height) >= 16, 'above the line')
  await page.click('form[action="/send"] button')
  await page.waitForSelector('.cards')
  assert.match((await page.textContent('body')) ?? '', /Sending 2 articles\./)
  const [book] = await server.take(1)
  assert.match(book!.subject!, /^2 articles, /)

  await page.click('.card:has-text("Dill") [data-action-name=open]')
  await page.click('[popovertarget=more-menu]')
  await page.click('#more-menu [data-action-name=send]')
  await page.click('form[action="/send"] button')
  await page.waitForSelector('#more-menu', { state: 'attached' })
  assert.match((await page.textContent('body')) ?? '', /Sending the article\./)
  assert.deepEqual(
    (await server.take(1)).map(({ subject }) => subject),
    ['Dill'],
  )
})
