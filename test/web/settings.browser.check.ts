import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { testApp, type TestApp } from '../support/app.ts'
import { openBrowser, type TestBrowser } from '../support/open-browser.ts'
import { axeFindings, loadAxe, openForAxe } from './axe.fixture.ts'
import { until, untilText } from './service-and-browser.fixture.ts'
import { phone, type Phone } from './second-factor.fixture.ts'

interface Stage {
  readonly app: TestApp
  readonly browser: TestBrowser
  readonly base: string
  readonly complaints: string[]
}

test('the settings in a browser', async (t) => {
  const [app, browser] = await Promise.all([testApp(t, 'sqlite'), openBrowser(t)])
  const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const stage: Stage = { app, browser, base, complaints: [] }
  for (const title of ['Green tea', 'Coffee']) {
    await app.save(app.alice, `https://example.org/${title.length}`, { title, content: '<p>Words.</p>' })
  }
  const page = await signIn(stage)
  await rules(t, stage, page)
  await refusals(t, stage, page)
  await menuOnPhone(t, stage, page)
  await copying(t, stage, page)
  const device = await setUp(t, stage, page)
  await secondStep(t, stage, device)
  await looks(t, stage, page)
  await shapes(t, stage, page)
  assert.deepEqual(stage.complaints, [])
})

async function open({ browser, complaints }: Stage, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(5000)
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (said) => {
    if (/Content Security Policy|must redirect/i.test(said.text())) complaints.push(said.text())
  })
  return page
}

async function signIn(stage: Stage, options: BrowserContextOptions = {}, target = '/'): Promise<Page> {
  const page = await open(stage, options)
  await page.goto(`${stage.base}/login`)
  await page.fill('[name=_username]', stage.app.alice.username)
  await page.fill('[name=_password]', stage.app.alice.password)
  await Promise.all([page.waitForURL(`${stage.base}${target}`), page.click('main .button')])
  return page
}

async function refusals(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('a refused form shows its wrong field, with the focus in it', async () => {
    await page.goto(`${base}/config/security`)
    await page.click('summary >> text=Create an app password')
    await page.locator('form[action$=app-passwords] [name=name]').fill('Phone')
    await page.locator('form[action$=app-passwords] [name=password]').fill('not the password')
    await page.locator('form[action$=app-passwords] button').click()
    await page.waitForSelector('[aria-invalid=true]')
    const field = page.locator('[aria-invalid=true]')
    assert.ok(await field.evaluate((one: Element) => one === document.activeElement))
    const { y, height } = (await field.boundingBox())!
    assert.ok(y >= 0 && y + height <= 800, `the field is at ${y}`)
  })
  await t.test('so does a form that is refused on the page on which it was opened', async () => {
    await page.goto(`${base}/config/feeds`)
    await page.click('form[action="/generate-token"] button')
    await page.fill('[name="feed_config[feed_limit]"]', '50')
    await page.$eval(
      'form:has([name="feed_config[feed_limit]"])',
      (form) => ((form as HTMLFormElement).noValidate = true),
    )
    await page.fill('[name="feed_config[feed_limit]"]', '0')
    await page.click('[name="feed_config[save]"]')
    await page.waitForSelector('[aria-invalid=true]:focus')
  })
  await t.test('the summary of a permanent deletion has no marker before it', async () => {
    await page.goto(`${base}/config/danger`)
    await page.locator('.row-danger summary').first().click()
    const sign = await page.$eval(
      '.row-danger details[open] summary',
      (one) => getComputedStyle(one, '::before').content,
    )
    assert.equal(sign, 'none')
  })
}

async function rules(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('a rule is tried out where it is typed, and the page stays as it is', async () => {
    await page.goto(`${base}/config/rules`)
    await page.getByLabel('wallabag rule').check()
    await page.fill('[name="tagging_rule[rule]"]', 'title matches "tea"')
    await page.fill('[name="tagging_rule[tags]"]', 'hot')
    await page.click('[name="tagging_rule[try]"]')
    await page.waitForSelector('.rule-trial a')
    assert.match(await page.innerText('.rule-trial'), /Matches 1 of your newest 2 entries\.\s+Green tea/)
    assert.equal(await page.inputValue('[name="tagging_rule[tags]"]'), 'hot')
    await page.fill('[name="tagging_rule[rule]"]', 'title matches')
    await page.click('[name="tagging_rule[try]"]')
    await page.waitForSelector('#tagging_rule_rule_-error')
    assert.notEqual(await page.locator('.lists-nav [data-count=unread]').innerText(), '', 'the rail stays as it was')
    await page.fill('[name="tagging_rule[rule]"]', 'title matches "tea"')
    await page.click('[name="tagging_rule[try]"]')
    await page.waitForSelector('.rule-trial a')
    assert.equal(await page.locator('#tagging_rule_rule_-error, [aria-invalid=true]').count(), 0)
  })
  await t.test('a deleted rule is restored from the message without leaving the page', async () => {
    await page.goto(`${base}/config/rules`)
    await page.fill('[name="tagging_rule[rule]"]', 'title:tea')
    await page.fill('[name="tagging_rule[tags]"]', 'hot')
    await page.click('[name="tagging_rule[save]"]')
    const row = page.locator('#set-tagging_rule .row', { hasText: 'title:tea' })
    await row.waitFor()
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.waitForSelector('.toast:has-text("Rule deleted")')
    await row.waitFor({ state: 'detached' })
    await page.click('.toast [data-action-name=undo]')
    await row.waitFor()
  })
  await t.test('feeds and rules have pages of their own, to which the old addresses lead', async () => {
    for (const [section, name, path] of [
      ['set-feed_config', 'Feeds', '/config/feeds'],
      ['set-tagging_rule', 'Tagging rules', '/config/rules'],
    ] as const) {
      await page.goto(`${base}/config#${section}`)
      await page.locator(`#${section}`).getByRole('link', { name }).click()
      await page.waitForURL(`${base}${path}`)
      assert.equal(await page.locator('.settings-nav [aria-current=page]').getAttribute('href'), path)
    }
  })
}

async function menuOnPhone(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('on a phone, a button opens the links to all pages, and each is in the window', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${base}/config/feeds`)
    const links = page.locator('.settings-nav a')
    assert.equal(await links.first().isVisible(), false)
    await page.getByRole('button', { name: 'Settings' }).click()
    assert.equal(await links.count(), 12)
    for (const link of await links.all()) {
      const { x, y, width, height } = (await link.boundingBox())!
      assert.ok(x >= 0 && x + width <= 390 && y >= 0 && y + height <= 844, await link.innerText())
    }
    await page.keyboard.press('Escape')
    await links.first().waitFor({ state: 'hidden' })
    assert.equal(await page.evaluate('document.activeElement.className'), 'settings-menu')
    await page.keyboard.press('Enter')
    await page.click('.settings-nav a[href="/config/rules"]')
    await page.waitForSelector('h1:text-is("Rules")')
    assert.equal(await links.first().isVisible(), false)
    await page.setViewportSize({ width: 1280, height: 800 })
    await links.first().waitFor()
  })
}

async function copying(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('the address of a feed is copied at the push of a button, which says so for a moment', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${base}/config/feeds`)
    const shown = () => page.locator('.copyable-text').first().innerText()
    const former = await shown()
    await page.click('form[action="/generate-token"] button')
    await until('another address', async () => (await shown()) !== former)
    await page.waitForSelector('[data-copy-target=button]:not([hidden])')
    const address = await shown()
    await page.locator('[data-copy-target=button]').first().click()
    await page.waitForSelector('[data-copy-target=label]:text("Copied")')
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), address)
  })
  await t.test(
    'without permission for the clipboard it is copied all the same, or a message says that it was not',
    async () => {
      await page.reload()
      const address = await page.locator('.copyable-text').first().innerText()
      await page.evaluate(
        "navigator.clipboard.writeText('older').then(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))))",
      )
      const button = page.locator('[data-copy-target=button]').first()
      await button.click()
      await page.waitForSelector('[data-copy-target=label]:text("Copied")')
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), address)
      assert.ok(await button.evaluate((one: Element) => one === document.activeElement))
      await page.evaluate('document.execCommand = () => false')
      await button.click()
      await page.waitForSelector('[data-copy-target=label]:text("Couldn’t copy")')
    },
  )
}

async function setUp(t: TestContext, { app, base }: Stage, page: Page): Promise<Phone> {
  let secret = ''
  await t.test('a second factor is set up, and its recovery codes are shown once', async () => {
    await page.goto(`${base}/config/security`)
    await page.click('form[action$="/second-factor/start"] button')
    await page.waitForSelector('svg.qr')
    secret = (await page.getAttribute('[data-copy-text-value]', 'data-copy-text-value'))!
    await page.fill('[name=code]', '000000')
    await page.fill('[name=password]', app.alice.password)
    await page.click('form[action$="/confirm"] button')
    await page.waitForSelector('#confirm-code-error')
    await page.fill('[name=code]', phone(app, secret).code())
    await page.fill('[name=password]', app.alice.password)
    await page.click('form[action$="/confirm"] button')
    await page.waitForSelector('.recovery-codes')
    assert.equal(await page.locator('.recovery-codes li').count(), 10)
    assert.equal((await page.innerText('[data-copy-target=button]')).trim(), 'Copy', 'no icon without a word')
    await page.click('main .button')
    await page.waitForURL(`${base}/config/security`)
    assert.match(await page.innerText('main'), /10 recovery codes left/)
  })
  return phone(app, secret)
}

async function secondStep(t: TestContext, stage: Stage, device: Phone): Promise<void> {
  for (const javaScriptEnabled of [true, false]) {
    await t.test(`sign-in asks for the code ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      stage.app.clock.advance(60)
      const page = await signIn(stage, { javaScriptEnabled, viewport: { width: 390, height: 800 } }, '/2fa')
      await page.fill('[name=_auth_code]', '000000')
      await page.click('main .button')
      await page.waitForSelector('#auth_code-error')
      await page.fill('[name=_auth_code]', device.code())
      await Promise.all([page.waitForURL(`${stage.base}/`), page.click('main .button')])
      await page.context().close()
    })
  }
}

async function looks(t: TestContext, stage: Stage, page: Page): Promise<void> {
  const { base } = stage
  await t.test('a changed setting takes effect and is saved at once', async () => {
    await page.goto(`${base}/config/reading`, { waitUntil: 'networkidle' })
    const faces = await page.evaluate<string>(
      "[...document.fonts].filter((one) => one.status === 'loaded').map((one) => one.family).join()",
    )
    for (const name of ['Literata', 'Inter', 'Atkinson', 'JetBrains']) assert.match(faces, new RegExp(name))
    await page.locator('.reading-settings .button').waitFor({ state: 'hidden' })
    await page.check('#shortcuts-off')
    await page.locator('#theme-sepia').focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForSelector('html[data-theme=dark]')
    assert.equal(await page.evaluate('document.activeElement.id'), 'theme-dark', 'the focus stays in the choice')
    await page.waitForSelector('.toast:has-text("saved")')
    await until('the change is stored', async () => {
      await page.reload()
      return (await page.isChecked('#theme-dark')) && (await page.isChecked('#shortcuts-off'))
    })
  })
  await t.test('a slider shows its value with its unit while it is moved', async () => {
    await page.focus('#look-size')
    const shown = () => page.innerText('output[for=look-size]')
    const before = await shown()
    await page.keyboard.press('Home')
    assert.equal(await shown(), '15 px')
    assert.equal(await page.getAttribute('#look-size', 'aria-valuetext'), '15 px')
    await page.keyboard.press('End')
    assert.equal(await shown(), '32 px')
    assert.equal(before, '19 px')
    assert.equal(await page.innerText('output[for=look-leading]'), '1.6')
  })
  await t.test('a change that cannot be saved says so, and offers the button', async () => {
    await page.context().setOffline(true)
    await page.check('#theme-light')
    await page.waitForSelector('.toast:has-text("Couldn’t save the settings")')
    assert.ok(await page.isVisible('.reading-settings .button'))
    await page.context().setOffline(false)
    await page.check('#theme-sepia')
    await page.locator('.reading-settings .button').waitFor({ state: 'hidden' })
  })
  await t.test(
    'a change after the session has ended leads to the sign-in page, and is not reported as saved',
    async () => {
      await page.goto(`${base}/config/reading`, { waitUntil: 'networkidle' })
      const cookies = await page.context().cookies()
      await page.context().clearCookies({ name: 'session' })
      await page.check('#theme-light')
      await page.waitForSelector('.lead:text-is("Your session has ended. Sign in to continue.")')
      await page.context().addCookies(cookies)
      await page.goto(`${base}/config/reading`)
      assert.ok(await page.isChecked('#theme-sepia'))
    },
  )
  await t.test(
    'the last of quick changes is saved, although the page is left while the first one is being sent',
    async () => {
      await page.goto(`${base}/config/reading`, { waitUntil: 'networkidle' })
      await page.locator('.reading-settings .button').waitFor({ state: 'hidden' })
      // The first request is never answered.
      await page.evaluate(`{
        const send = fetch
        globalThis.fetch = () => {
          globalThis.fetch = send
          return new Promise(() => undefined)
        }
      }`)
      await page.check('#theme-light')
      await page.check('#theme-dark')
      await page.goto('about:blank')
      await until('the last change is stored', async () => {
        await page.goto(`${base}/config/reading`)
        return page.isChecked('#theme-dark')
      })
    },
  )
  await t.test('the account page saves language and lists too, and shows what is wrong beside its field', async () => {
    const button = page.locator('#lists-form button')
    await page.goto(`${base}/config`)
    await button.waitFor({ state: 'hidden' })
    await page.selectOption('[name="config[action_mark_as_read]"]', '0')
    await untilStored(stage, 'action_mark_as_read', 0)
    const speed = page.locator('[name="config[reading_speed]"]')
    await speed.fill('fast')
    await page.keyboard.press('Tab')
    await untilText(page, '#config_reading_speed_-error', 'Enter a number from 1 to 5,000.')
    assert.equal(await page.evaluate('document.activeElement.name'), 'config[items_per_page]')
    await speed.fill('180')
    await page.keyboard.press('Tab')
    await untilStored(stage, 'reading_speed', 180)
    await until('no error', async () => (await page.locator('#config_reading_speed_-error').count()) === 0)
    await page.selectOption('[name="config[language]"]', 'fr')
    await page.waitForSelector('html[lang=fr]')
    await untilText(page, '.toast p', 'Enregistré')
    assert.equal(await button.isVisible(), false)
    await page.selectOption('[name="config[language]"]', 'en')
    await page.waitForSelector('html[lang=en]')
  })
  await t.test('without scripts, the button saves', async () => {
    const storageState = await page.context().storageState()
    const calm = await open(stage, { javaScriptEnabled: false, storageState })
    await calm.goto(`${base}/config/reading`)
    await calm.check('#theme-dark')
    await calm.click('.reading-settings .button')
    await calm.waitForSelector('html[data-theme=dark]')
    await calm.context().close()
  })
}

/** Waits until a setting that the API shows has a value. */
const untilStored = (stage: Stage, name: string, value: unknown): Promise<void> =>
  until(`${name} is saved`, async () => {
    const { alice } = stage.app
    return (await stage.app.ask(alice, { url: '/api/config' })).json<Record<string, unknown>>()[name] === value
  })

const PAGES = ['', '/feeds', '/rules', '/reading', '/security', '/security/second-factor', '/export', '/danger'].map(
  (path) => `/config${path}`,
)

async function shapes(t: TestContext, { base }: Stage, page: Page): Promise<void> {
  await t.test('every page fits a small phone, and has no fault that axe knows, dark or light', async () => {
    for (const path of [...PAGES, '/developer', '/developer/client/1', '/import/']) {
      await openForAxe(page, base + path)
      await page.evaluate("document.querySelectorAll('details.fold').forEach((fold) => { fold.open = true })")
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        assert.ok(sideways <= 0, `${path} at ${width} is ${sideways} pixels too wide`)
      }
      await loadAxe(page)
      for (const theme of ['dark', 'light', 'sepia']) {
        assert.deepEqual(await axeFindings(page, { theme, width: 1280 }), [], `${path} in ${theme}`)
      }
    }
  })
}
