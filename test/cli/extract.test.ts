import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { answering, articlePage, leadingTo, NEWS, startSite } from '../support/site.ts'
import { dataFolder, runDogear } from './run-dogear.ts'

test('a file or an address is extracted, and nothing is stored', async (t) => {
  const folder = await dataFolder(t)
  const site = await startSite(t)
  const environment = { DOGEAR_DATA_DIR: folder, DOGEAR_FETCH_ALLOW: '127.0.0.1' }
  const file = join(folder, 'page.html')
  writeFileSync(file, articlePage(NEWS))
  const extract = (...args: string[]) => runDogear(['extract', ...args], { environment })

  await t.test('the article goes to standard output, the steps to standard error', async () => {
    const { code, stdout, stderr } = await extract(file, '--url', 'https://far.example/walk')
    assert.equal(code, 0, stderr)
    assert.match(stdout, /<p>Forty volunteers/)
    assert.match(stdout, /href="https:\/\/far\.example\/next"/)
    assert.match(stderr, /^title: Harbour town rebuilds/m)
    assert.match(stderr, /^step type: /m)
    assert.match(stderr, /^took \d+ ms$/m)
  })

  await t.test('text has no markup, and json has everything', async () => {
    const text = await extract(file, '--format', 'text')
    assert.match(text.stdout, /^Forty volunteers/m)
    assert.doesNotMatch(text.stdout, /</)
    const { url, article, steps, ms } = JSON.parse((await extract(`${site.url}/moved`, '--format', 'json')).stdout)
    assert.deepEqual([url, article.title], [`${site.url}/news`, NEWS.title])
    assert.ok(steps.length > 3 && ms >= 0)
  })

  await t.test('a page without an article shows the reason and a remedy', async () => {
    const { code, stdout, stderr } = await extract(`${site.url}/not-found`)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, /^not_found: .*Check the address/m)
  })

  await t.test('an address is fetched by the rules of the settings', async () => {
    site.page('/inner', leadingTo(`${site.url.replace('127.0.0.1', '127.0.0.2')}/news`))
    assert.match((await extract(`${site.url}/inner`)).stderr, /^unreachable: /m)
    assert.equal(site.hits('/news'), 1)
  })

  await t.test("the operator's rules for the site count, whether the page is fetched or at hand", async () => {
    const rules = join(folder, 'rules')
    mkdirSync(rules)
    writeFileSync(join(rules, '127.0.0.1.txt'), "body: //div[@id='ruled']\n")
    const ruled = `${articlePage(NEWS)}<div id="ruled"><p>${'Only by the rules. '.repeat(400)}</p></div>`
    site.page('/ruled', answering(ruled))
    writeFileSync(file, ruled)
    const environmentWithRules = { ...environment, DOGEAR_SITE_RULES_DIR: rules }
    for (const args of [[`${site.url}/ruled`], [file, '--url', `${site.url}/ruled`]]) {
      const { stdout, stderr } = await runDogear(['extract', ...args], { environment: environmentWithRules })
      assert.match(stdout, /Only by the rules/, stderr)
      assert.doesNotMatch(stdout, /Forty volunteers/)
    }
  })

  await t.test('a file that is not there, and a wrong format, are refused in a sentence', async () => {
    assert.match((await extract(join(folder, 'none.html'))).stderr, /^dogear: .*none\.html cannot be read\n$/)
    assert.equal((await extract(file, '--format', 'pdf')).code, 2)
  })
})

test('a limit for the heap of the process does not replace the smaller limit for the heap of an extraction', async (t) => {
  const folder = await dataFolder(t)
  const extract = (paragraphs: number, megabytes: string) => {
    const file = join(folder, `${paragraphs}.html`)
    writeFileSync(file, `<article>${'<p><b>Text</b> and <i>more</i></p>'.repeat(paragraphs)}</article>`)
    return runDogear(['extract', file], {
      environment: { DOGEAR_EXTRACTION_MEMORY_MB: megabytes },
      nodeOptions: ['--max-old-space-size=512'],
    })
  }
  // The first page needs far more memory than its limit. On a slow machine, collecting garbage in a full heap takes
  // longer than the time limit of an extraction.
  assert.match((await extract(60_000, '64')).stderr, /^(?:crashed|timed_out): /m)
  assert.equal((await extract(5_000, '400')).code, 0)
})
