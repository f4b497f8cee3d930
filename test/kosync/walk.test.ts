import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { CrengineDocument, flatText, textOf, type XmlNode } from '../../src/exports/epub/crengine-document.fixture.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { hiddenField, signedIn, type InjectBrowser } from '../web/inject-browser.fixture.ts'
import { articleOfShape } from './article-shapes.fixture.ts'
import { download, userWithDevices, type Device } from './device.fixture.ts'

type Element = DefaultTreeAdapterTypes.Element

/** Page of a book with the article, after the table of contents and the title page. */
const ARTICLE_PAGE = 3

/** The selector of client/controllers/reader_progress_controller.ts. */
const BLOCKS = new Set('p li h1 h2 h3 h4 h5 h6 pre figure table dd'.split(' '))

test('web, KOReader, phone and web again stand at the same paragraph in 50 articles of different shapes', async (t) => {
  const app = await testApp(t, 'sqlite')
  const { user, kobo, phone } = await userWithDevices(app)
  const browser = await signedIn(app, user)
  const token = hiddenField((await browser.get('/config')).body, 'config[_token]')
  let places = 0
  for (let number = 0; number < 50; number++) {
    const { id } = await app.save(user, `https://e.org/${number}`, {
      title: `On ${number}`,
      content: articleOfShape(number),
    })
    places += await walk({ app, browser, token, kobo, phone, id, user }, number)
  }
  assert.ok(places >= 200, `${places} places`)
})

interface Walk {
  readonly app: TestApp
  readonly browser: InjectBrowser
  readonly token: string
  readonly kobo: Device
  readonly phone: Device
  readonly id: number
  readonly user: Awaited<ReturnType<typeof userWithDevices>>['user']
}

async function walk({ app, browser, token, kobo, phone, id, user }: Walk, number: number): Promise<number> {
  const reader = readerOf((await browser.get(`/view/${id}`)).body)
  const { epub, document } = await download(app, user, id)
  const book = new CrengineDocument(epub)
  // The web app is at some of the blocks; KOReader opens the place of the same text.
  const blocks = reader.blocks.filter((_, block) => block % 4 === number % 4)
  for (const element of blocks) {
    const block = reader.blocks.indexOf(element)
    const share = (block / reader.blocks.length).toFixed(4)
    app.clock.advance(60)
    assert.equal((await browser.post(`/view/${id}/progress`, { token, block: String(block), share })).statusCode, 204)
    const { progress, device, percentage } = await kobo.received(document)
    assert.deepEqual([device, percentage], ['Dogear', Number(share)])
    assert.equal(firstWords(book.find(progress)), firstWords(element), `article ${number}, block ${block}: ${progress}`)
  }
  // KOReader turns to a page that begins with any text; the phone and then the web app open the block with this text.
  const texts = book
    .texts(ARTICLE_PAGE)
    .slice(1)
    .filter(({ text }) => /^[^[]*\d/.test(text))
  const text = texts[number % texts.length]!
  app.clock.advance(60)
  const sent = book.xpointer(text, 0, number % 2 === 0)
  assert.equal((await kobo.push(document, sent, 0.5)).statusCode, 200)
  assert.equal((await phone.received(document)).progress, sent, 'another device opens the same character')
  const opened = readerOf((await browser.get(`/view/${id}`)).body)
  assert.equal(opened.block, blockOf(opened, text), `article ${number}: ${sent}`)
  // The phone moves on, and KOReader and the web app follow.
  const last = texts.at(-1)!
  app.clock.advance(60)
  await phone.push(document, book.xpointer(last, 1, false), 0.9)
  const followed = await kobo.received(document)
  assert.deepEqual([book.find(followed.progress), followed.device], [last, 'phone'])
  const after = readerOf((await browser.get(`/view/${id}`)).body)
  assert.equal(after.block, blockOf(after, last), `article ${number}`)
  return blocks.length + 2
}

interface Reader {
  readonly article: Element
  readonly blocks: readonly Element[]
  /** number of the block at which the page opens */
  readonly block: number
}

/** @returns the article of a reading page */
function readerOf(page: string): Reader {
  const elements = elementsOf(parse(page))
  const article = elements.find(({ attrs }) => attrs.some(({ name }) => name === 'data-reader-progress-block-value'))!
  const block = article.attrs.find(({ name }) => name === 'data-reader-progress-block-value')!.value
  return { article, blocks: elementsOf(article).filter(({ tagName }) => BLOCKS.has(tagName)), block: Number(block) }
}

function elementsOf(node: DefaultTreeAdapterTypes.ParentNode): Element[] {
  return node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elementsOf(child)] : []))
}

function htmlText(node: DefaultTreeAdapterTypes.ChildNode): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value
  return 'childNodes' in node ? node.childNodes.map(htmlText).join('') : ''
}

/** @returns the start of the text of a block, on the web or in the book, where pictures without a copy are texts in brackets */
function firstWords(node: XmlNode | Element | undefined): string {
  assert.ok(node)
  const text = 'tagName' in node ? htmlText(node) : textOf(node)
  return flatText(text.replaceAll(/\[[^\]]*\]/g, '')).slice(0, 12)
}

/** @returns the number of the block that contains a text of the book, or of the next one if the text is in no block */
function blockOf({ article, blocks }: Reader, { text }: XmlNode): number {
  let after: number | undefined
  const visit = (node: DefaultTreeAdapterTypes.ChildNode, inside: number | undefined): number | undefined => {
    if (node.nodeName === '#text') {
      if (flatText(htmlText(node)) !== flatText(text)) return undefined
      return inside ?? (after = after === undefined ? 0 : after + 1)
    }
    if (!('tagName' in node)) return undefined
    const own = blocks.indexOf(node)
    if (own >= 0) after = own
    for (const child of node.childNodes) {
      const found = visit(child, own >= 0 ? own : inside)
      if (found !== undefined) return found
    }
    return undefined
  }
  const found = visit(article, undefined)
  assert.notEqual(found, undefined, `the page has no text ${text}`)
  return Math.min(found!, blocks.length - 1)
}
