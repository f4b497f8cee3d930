import assert from 'node:assert/strict'
import { test } from 'node:test'
import { look } from './axe.fixture.ts'
import { openStage, PHONE, signIn } from './service-and-browser.fixture.ts'
import { passwordParameters, postForm } from '../api/token-request.fixture.ts'

test('users see the events of their account, on a desktop and a phone, and page through them', async (t) => {
  const stage = await openStage(t)
  const { app } = stage
  await postForm(app, { ...passwordParameters(app, app.alice), password: 'not the password' })
  for (let i = 0; i < 40; i++) {
    await postForm(app, passwordParameters(app, app.alice), {
      'user-agent': `a-program-with-a-rather-long-name-${i}/1.0`,
    })
  }
  const page = await signIn(stage, { viewport: PHONE })
  await page.goto(`${stage.base}/config/security`)
  const newest = page.locator('#activity .row-name').first()
  assert.equal(await newest.innerText(), 'Signed in')
  assert.equal(await page.locator('#activity .row').count(), 30)
  await page.click('#activity .button')
  await page.waitForURL('**/config/security/activity')
  await page.click('.pager [rel=next]')
  await page.waitForURL('**/config/security/activity?page=2')
  const names = await page.locator('#activity .row-name').allInnerTexts()
  assert.equal(names.length, 12)
  assert.ok(names.includes('Wrong password'))
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= PHONE.width, `the page is ${width} wide`)
  await look(t, stage, page, { name: 'recent activity', path: '/config/security/activity' })
  assert.deepEqual(stage.complaints, [])
})
