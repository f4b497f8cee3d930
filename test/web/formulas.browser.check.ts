import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { openBrowser } from '../support/open-browser.ts'
import { axeFindings, loadAxe } from './axe.fixture.ts'

const LONG = Array.from({ length: 40 }, (_, index) => `a_{${index}}`).join('+')
const CONTENT =
  '<p>Euler wrote <script type="math/tex">x^2</script> long ago.</p>' +
  `<p>Long: <script type="math/tex">${LONG}</script></p><script type="math/tex; mode=display">${LONG}</script>`

test('formulas in a browser', async (t) => {
  const [app, browser] = await Promise.all([testApp(t, 'sqlite'), openBrowser(t)])
  const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { id } = await app.save(app.alice, 'https://a.example.org/f', { title: 'Formulas', content: CONTENT })
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(5000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) complaints.push(message.text())
  })
  await page.goto(`${base}/login`)
  await page.fill('[name=_username]', app.alice.username)
  await page.fill('[name=_password]', app.alice.password)
  await Promise.all([page.waitForURL((url) => !url.pathname.startsWith('/login')), page.click('main .button')])
  await page.goto(`${base}/view/${id}`)

  await t.test('they are drawn as mathematics, and long ones scroll instead of widening the page', async () => {
    const [raised, text] = await page.evaluate<[number, string]>(`(() => {
      const [base, power] = [...document.querySelector('.prose math msup').children].map((one) => one.getBoundingClientRect())
      return [base.bottom - power.bottom, document.querySelector('.prose p').innerText]
    })()`)
    assert.ok(raised > 0, 'the power is higher than its base')
    assert.doesNotMatch(text, /x\^2/)
    const widths = await page.evaluate<number[]>(`[document.documentElement.scrollWidth,
      ...[...document.querySelectorAll('.prose .formula')].map((one) => one.scrollWidth - one.clientWidth)]`)
    assert.equal(widths[0], 390)
    assert.equal(widths.length, 3)
    assert.ok(widths[1]! > 0 && widths[2]! > 0)
  })

  await t.test('axe finds no problem', async () => {
    await loadAxe(page)
    assert.deepEqual(await axeFindings(page, { theme: 'light', width: 390 }), [])
  })

  await t.test('a selection over a formula is marked, and drawn in the same way by the server', async () => {
    await page.waitForSelector('[data-notes-ready]')
    await page.evaluate(`{
      const [before, after] = [document.querySelector('.prose p').firstChild, document.querySelector('.prose p').lastChild]
      getSelection().setBaseAndExtent(before, 6, after, 5)
    }`)
    await page.waitForSelector('#annotate-bar:not([hidden])')
    await page.click('[data-action-name=highlight]')
    await page.waitForSelector('.prose mark.annotation math')
    const drawn = () =>
      page.evaluate(
        `[...document.querySelectorAll('.prose mark')].map((one) => [one.id, one.textContent, one.firstChild.nodeName])`,
      )
    const before = await drawn()
    assert.equal((before as unknown[]).length, 3)
    await page.reload()
    assert.deepEqual(await drawn(), before)
  })
  assert.deepEqual(complaints, [])
})
