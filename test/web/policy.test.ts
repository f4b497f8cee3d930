import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { testApp, type TestApp } from '../support/app.ts'
import { signedIn, injectBrowser } from './inject-browser.fixture.ts'
import { samplePages } from './sample-pages.ts'

type Element = DefaultTreeAdapterTypes.Element

const assetHref = (name: string) => `/assets/hash/${name}`

test('no page has a style of its own, an event handler, or a script that is not ours', () => {
  const pages = samplePages({ text: 'x', address: 'https://example.com/', assetHref })
  for (const [name, page] of Object.entries(pages)) {
    for (const element of elements(parse(page.toString()))) {
      const inline = element.attrs.filter((one) => one.name === 'style' || one.name.startsWith('on'))
      assert.deepEqual(inline, [], `${name}: <${element.tagName}>`)
      assert.notEqual(element.tagName, 'style', name)
      if (element.tagName === 'script') assert.equal(sourceOf(element), '/assets/hash/client/main.js', name)
    }
  }
})

/** The policy of responses that contain articles or files of other sites. It forbids all scripts. */
const FRAMED = /^default-src 'none'; (?!.*script-src)/

test('every page has a policy that forbids inline code, for every visitor', async (t) => {
  const { app, paths } = await appWithPages(t)
  const entry = await app.save(app.carol, 'https://example.org/page', { title: 'T', content: '<p>Words.</p>' })
  const values: Readonly<Record<string, string>> = { id: String(entry.id), page: '1', name: 'pocket', uid: 'none' }
  let pages = 0
  for (const browser of [await signedIn(app, app.carol), injectBrowser(app)]) {
    for (const path of paths) {
      const url = path.replaceAll(/:(\w+)/g, (_all, name: string) => values[name] ?? 'x').replace('*', 'x')
      const { headers, statusCode } = await browser.get(url, { accept: 'text/html' })
      if (!String(headers['content-type']).startsWith('text/html')) continue
      const policy = String(headers['content-security-policy'])
      assert.ok(policy.includes("script-src 'self'") || FRAMED.test(policy), `${url} (${statusCode}): ${policy}`)
      assert.doesNotMatch(policy, /unsafe-|'nonce-|\*/, url)
      assert.match(policy, /^default-src 'none';/, url)
      pages++
    }
  }
  assert.ok(pages > 50, `only ${pages} pages were seen`)
})

/** @returns the service, and the paths of all its GET routes except those of the API */
async function appWithPages(t: { after(step: () => unknown): void }): Promise<{ app: TestApp; paths: string[] }> {
  const paths = new Set<string>()
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      if ([method].flat().includes('GET') && !/^\/(?:api|oauth|feed|events|sync\/events)\b/.test(url)) paths.add(url)
    })
  }
  subscribe('fastify.initialization', watch)
  const app = await testApp(t, 'sqlite')
  await app.app.inject('/login')
  unsubscribe('fastify.initialization', watch)
  return { app, paths: [...paths] }
}

const sourceOf = (element: Element): string | undefined => element.attrs.find(({ name }) => name === 'src')?.value

function elements(node: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return []
    const within = 'content' in child ? elements((child as DefaultTreeAdapterTypes.Template).content) : []
    return [child, ...within, ...elements(child)]
  })
}
