import { test } from 'node:test'
import assert from 'node:assert/strict'
import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { bookmarkletCode } from '../../src/web/saving/bookmarklet.ts'
import { samplePages } from './sample-pages.ts'

type Element = DefaultTreeAdapterTypes.Element

const assetHref = (name: string) => `/assets/hash/${name}`
const CALM = samplePages({ text: 'x', address: 'https://example.com/', assetHref })
const HOSTILE: Readonly<Record<string, string>> = {
  'a script': '<script>alert(1)</script>',
  'quotes that close': `"'><img src=x onerror=alert(1)>`,
  'ends of elements': '</title></textarea></p></code></li></article><svg onload=alert(1)>',
  'references and comments': '&lt;b&gt; &#60;b &amp <!-- --> <![CDATA[ ]]>',
  'text from right to left': 'مرحبا بالعالم \u202e abc',
  'a very long word': 'W'.repeat(5000),
  'control characters': 'a\0b\x08c\x1bd\x7fe\ud800f',
  'only blanks': '   ',
}

const CALM_TAGS = new Map(Object.entries(CALM).map(([name, page]) => [name, tagNames(parse(page.toString()))]))

for (const [kind, text] of Object.entries(HOSTILE)) {
  test(`every page stays well formed and keeps its elements with ${kind} everywhere`, () => {
    const pages = samplePages({ text, address: `javascript:alert(1)//${text}`, assetHref })
    for (const [name, page] of Object.entries(pages)) {
      const markup = Buffer.from(page.toString()).toString()
      const errors: string[] = []
      const document = parse(markup, {
        onParseError: ({ code, startLine }) => errors.push(`${code} in line ${startLine}`),
      })
      assert.deepEqual(errors, [], name)
      assert.deepEqual(tagNames(document), CALM_TAGS.get(name), name)
      assert.ok(!elements(document).some(isDangerous), name)
    }
  })
}

test('every tag that is opened is closed, and vice versa', () => {
  for (const [name, page] of Object.entries(CALM)) {
    const all = elements(parse(page.toString(), { sourceCodeLocationInfo: true }))
    const unclosed = all.filter((one) => !one.sourceCodeLocation?.endTag && !VOID.has(one.tagName) && isHtml(one))
    assert.deepEqual(
      unclosed.map(({ tagName }) => tagName),
      [],
      name,
    )
    const closed = all.filter((one) => one.sourceCodeLocation?.endTag).length
    assert.equal(page.toString().split('</').length - 1, closed, `${name} has an end tag without a start`)
  }
})

test('a page has at most one filled button outside of its menus and panels', () => {
  for (const [name, page] of Object.entries(CALM)) {
    if (name === 'styleguide') continue
    const filled = elements(parse(page.toString())).filter((one) => isFilled(one) && !isInPanel(one))
    assert.ok(filled.length <= 1, `${name}: ${filled.map(textOf).join(', ')}`)
  }
})

test('the number of entries has a plus sign if not all were counted', () => {
  for (const name of ['list-rows', 'collection', 'public-collection', 'search-capped']) {
    assert.match(textOf(parse(CALM[name]!.toString())), /10,000\+ entries/, name)
  }
  assert.doesNotMatch(textOf(parse(CALM['home']!.toString())), /\+ entries/)
})

test('hostile text is shown as the text it is', () => {
  const text = HOSTILE['a script']!
  const pages = samplePages({ text, address: 'https://example.com/', assetHref })
  for (const name of ['home', 'entry', 'error', 'developer', 'client-created', 'login-refused']) {
    assert.ok(textOf(parse(pages[name]!.toString())).includes(text), name)
  }
})

test('every field has a label, and its description exists', () => {
  for (const [name, page] of Object.entries(CALM)) {
    const all = elements(parse(page.toString()))
    const ids = all.map((element) => attribute(element, 'id')).filter((id) => id !== undefined)
    assert.equal(new Set(ids).size, ids.length, `${name}: an id stands twice`)
    for (const field of all.filter(
      (element) => element.tagName === 'input' && attribute(element, 'type') !== 'hidden',
    )) {
      const named = (attribute(field, 'aria-labelledby') ?? '').split(' ').filter(Boolean)
      const labels = all.filter((one) =>
        named.length > 0
          ? named.includes(attribute(one, 'id') ?? '')
          : one.tagName === 'label' &&
            (attribute(one, 'for') === undefined
              ? elements(one).includes(field)
              : attribute(one, 'for') === attribute(field, 'id')),
      )
      const isNamed = labels.length >= Math.max(1, named.length) && labels.every((one) => textOf(one).trim() !== '')
      assert.ok(isNamed, `${name}: ${attribute(field, 'name')} has no label`)
      const described = (attribute(field, 'aria-describedby') ?? '').split(' ').filter(Boolean)
      for (const id of described) assert.ok(ids.includes(id), `${name}: nothing has the id ${id}`)
    }
  }
})

test('an error is beside its field and linked to it', () => {
  const all = elements(parse(CALM['client-create-refused']!.toString()))
  const field = all.find((element) => attribute(element, 'id') === 'client_name')!
  assert.equal(attribute(field, 'aria-invalid'), 'true')
  assert.equal(attribute(field, 'aria-describedby'), 'client_name-error client_name-hint')
})

/** Forms that use GET. Submitting them only opens a page. */
const LOOKING =
  /^\/(?:search|admin\/users|annotations|connect|device|minutes|trash|export\/search\.json|(?:unread|starred|archive|all|tag)\/list)$/

test('a line of facts has an element for each, so that nothing of it is cut off', () => {
  for (const [name, page] of Object.entries(CALM)) {
    for (const line of elements(parse(page.toString())).filter((one) =>
      /^(?:.* )?(?:meta|eyebrow)(?: .*)?$/.test(classOf(one)),
    )) {
      const facts = line.childNodes.filter((node) => 'tagName' in node)
      const words = line.childNodes.filter((node) => 'value' in node && node.value.trim() !== '')
      assert.ok(facts.length === 0 || words.length === 0, `${name}: text beside an element in ${classOf(line)}`)
    }
  }
})

test('every form that changes something posts, and carries a token', () => {
  for (const [name, page] of Object.entries(CALM)) {
    for (const form of elements(parse(page.toString())).filter(({ tagName }) => tagName === 'form')) {
      if (attribute(form, 'method') === 'dialog') continue
      if (LOOKING.test(attribute(form, 'action') ?? '') && attribute(form, 'method') !== 'post') continue
      assert.equal(attribute(form, 'method'), 'post', name)
      const hidden = elements(form).filter((element) => attribute(element, 'type') === 'hidden')
      assert.ok(
        hidden.some((one) => /token/.test(attribute(one, 'name')!) && attribute(one, 'value') !== ''),
        name,
      )
    }
  }
})

const button = (path: string, name: string, value: string, label: string) =>
  new RegExp(`formaction="${path}" name="${name}" value="${value}" title="${label}"`)

test('a card sets the state it names, whatever was pressed before', () => {
  const home = CALM['home-refused']!.toString()
  assert.match(home, button('/archive/1', 'archived', '1', 'Archive'))
  assert.match(home, button('/archive/4', 'archived', '0', 'Mark as unread'))
  assert.match(home, button('/star/2', 'starred', '0', 'Unstar'))
})

test('the article is the only foreign markup on a page', () => {
  const article = elements(parse(CALM['entry']!.toString())).find((one) => /prose/.test(attribute(one, 'class') ?? ''))!
  assert.ok(elements(article).some(({ tagName }) => tagName === 'blockquote'))
})

function isFilled(element: Element): boolean {
  const names = classOf(element).split(/\s+/)
  return names.includes('button') && !names.includes('button-plain') && !names.includes('button-danger')
}

/** @returns whether an element is shown only after the user has opened something */
function isInPanel({ parentNode }: Element): boolean {
  if (parentNode?.nodeName === '#document-fragment') return true
  if (!parentNode || !('tagName' in parentNode)) return false
  const has = (name: string) => attribute(parentNode, name) !== undefined
  const isClosed = parentNode.tagName === 'details' && !has('open')
  return isClosed || has('popover') || has('hidden') || parentNode.tagName === 'dialog' || isInPanel(parentNode)
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])
const isHtml = ({ namespaceURI }: Element) => namespaceURI === 'http://www.w3.org/1999/xhtml'

const LOGO = /<img[^>]*alt="?wallabag logo"? ?\/?>/

test('the Android app finds its way through the sign-in page', () => {
  const page = CALM['login']!.toString()
  assert.match(page, /\/login_check"? method="?post"? name="?loginform"?>/)
  assert.ok(page.includes('<form action="/login_check" method="post" name="loginform">'))
  assert.match(page, LOGO)
  const token = /<input type="hidden" name="_csrf_token" value="([^" ]+)" ?\/?>/.exec(page)
  assert.equal(token?.[1], 'b1946ac92492d2347c6235b4d2611184')
  for (const name of ['_username', '_password', '_remember_me']) assert.ok(page.includes(`name="${name}"`))
})

test('the Android app sees on every page that it is signed in', () => {
  for (const name of ['home', 'home-empty', 'entry', 'developer', 'client-create', 'client-created']) {
    assert.match(CALM[name]!.toString(), /\/logout">/, name)
    assert.match(CALM[name]!.toString(), LOGO, name)
  }
  assert.doesNotMatch(CALM['login']!.toString(), /\/logout">/)
})

test('the Android app reads its client from the list, and makes one with the form', () => {
  const page = samplePages({ text: '<b>&"', address: 'https://example.com/?a=1&b=<', assetHref })[
    'developer'
  ]!.toString()
  const client =
    /<div class="collapsible-header">([^<]*) - #(\d+)<\/div>[^]*?<strong><code>([^<]+)<\/code><\/strong>[^]*?<strong><code>([^<]+)<\/code><\/strong>[^]*?<strong><code>([^<]+)<\/code><\/strong>[^]*?<strong><code>([^<]+)<\/code><\/strong>[^]*?\/developer\/client\/delete\//g
  const found = [...page.matchAll(client)]
  assert.equal(found.length, 2)
  assert.deepEqual(found[0]!.slice(1, 3), ['Android app', '7'])
  assert.equal(found[0]![3], '7_3bcbxd9e24g0gk4swg0kwgcwg4o8k8g4g888kwc44gcc0gwwk4')
  assert.equal(found[0]![4], '4ok2x70rlfokc8g0wws8c8kwcokw80k44sg')
  const form = CALM['client-create']!.toString()
  assert.match(form, /<input type="hidden" id="client__token" name="client\[_token\]" value="[^" ]+" ?\/?>/)
  for (const name of ['client[name]', 'client[redirect_uris]', 'client[save]'])
    assert.ok(form.includes(`name="${name}"`))
})

test('wallabagger reads ID, secret and name from the list', () => {
  const all = elements(parse(CALM['developer']!.toString()))
  const bodies = all.filter((element) => attribute(element, 'class') === 'collapsible-body')
  assert.equal(bodies.length, 2)
  const [id, secret] = elements(bodies[0]!).filter(({ tagName }) => tagName === 'code')
  assert.match(textOf(id!), /^7_/)
  assert.equal(textOf(secret!), '4ok2x70rlfokc8g0wws8c8kwcokw80k44sg')
  const header = elements(bodies[0]!.parentNode!).find((one) => attribute(one, 'class') === 'collapsible-header')
  assert.match(textOf(header!), /^Android app/)
})

test('a new client is shown with name, ID and secret each in strong and code', () => {
  const page = CALM['client-created']!.toString()
  const shown = [...page.matchAll(/<strong><code>([^<]+)<\/code><\/strong>/g)].map(([, text]) => text!.slice(0, 4))
  assert.deepEqual(shown, ['x', '7_3b', '4ok2'])
})

test('shell values in the setup instructions are quoted', () => {
  const page = samplePages({ text: `o'$(reboot)`, address: 'https://example.com/', assetHref })['client-created']!
  assert.ok(textOf(parse(page.toString())).includes(`LOGIN='o'\\''$(reboot)'`))
})

function isDangerous(element: Element): boolean {
  const code = element.attrs.some(
    ({ name, value }) => name.startsWith('on') || name === 'style' || isCode(element, value),
  )
  if (element.tagName === 'script') return code || !isOurScript(element)
  return code || ['style', 'base', 'iframe', 'object', 'embed'].includes(element.tagName)
}

/** Returns true for the only script that a page may have: the client's main file, without inline code. */
const isOurScript = (element: Element): boolean =>
  attribute(element, 'src') === assetHref('client/main.js') && element.childNodes.length === 0

/** Returns true for an attribute that contains code, except in the bookmarklet, the only link that may contain code. */
const isCode = (element: Element, value: string): boolean =>
  /^\s*javascript:/i.test(value) &&
  ['href', 'src', 'action'].some((name) => attribute(element, name) === value) &&
  value !== bookmarkletCode({ baseUrl: 'http://127.0.0.1:8080', savingKey: 'key' })

function elements(node: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return []
    return [child, ...elements('content' in child ? child.content : child)]
  })
}

function tagNames(node: DefaultTreeAdapterTypes.ParentNode): string[] {
  return elements(node).map(({ tagName }) => tagName)
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value

function textOf(node: DefaultTreeAdapterTypes.ParentNode): string {
  return node.childNodes
    .map((child) => ('value' in child ? child.value : 'childNodes' in child ? textOf(child) : ''))
    .join('')
}

test('a search with more hits than are counted shows a plus sign', () => {
  assert.match(CALM['search-capped']!.toString(), /<p class="meta" id="list-count">10,000\+ entries<\/p>/)
  assert.match(CALM['search-found']!.toString(), /<p class="meta" id="list-count">1,234 entries<\/p>/)
})

const classOf = ({ attrs }: Element): string => attrs.find(({ name }) => name === 'class')?.value ?? ''
