import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extract } from '../extract.ts'
import type { Extraction, ReadableExtraction } from '../extraction.ts'
import { parseSiteRules } from './parse-site-rules.ts'

const STORY = '<p>Forty volunteers handed each stone from one pair of arms to the next, at low water.</p>'.repeat(8)
const PAGE = `<html><head><title>Site name</title></head><body>
<h1>Walls</h1><div id="story"><h2 class="real">Sea wall</h2><span class="by">By Ann Lee</span>
<time>2024-05-06</time><aside>Buy a mug now</aside>${STORY}<div class="promo-box">Join us today</div>
<img src="/pixel.gif"><img src="/wall.jpg"></div>
<div id="short"><p>Only a line.</p></div>
<a class="more" href="/walls/part-b">More</a><a class="print" href="/walls?print=1">Print</a></body></html>`

async function read(rules: string, html = PAGE, isOwn = false): Promise<Extraction> {
  const capture = { url: 'https://a.example/walls', status: 200, contentType: 'text/html' }
  const sourced = { source: 'a.example.txt', isOwn, rules: parseSiteRules(rules).rules }
  return extract({ ...capture, body: new TextEncoder().encode(html), rules: sourced })
}

async function articleOf(rules: string, html = PAGE, isOwn = false): Promise<ReadableExtraction> {
  const extraction = await read(rules, html, isOwn)
  assert.equal(extraction.kind, 'article', JSON.stringify(extraction).slice(0, 400))
  return extraction as ReadableExtraction
}

const noteOf = ({ steps }: Extraction) => steps.find(({ name }) => name === 'site rules')?.note

test('title, author, date and body are read from the elements that the rules name', async () => {
  const { article, steps } = await articleOf(
    "title: //h2[@class='real']\nauthor: //span[@class='by']\ndate: //time\nbody: //div[@id='story']",
  )
  assert.deepEqual(
    [article.title, article.authors, article.publishedAt],
    ['Sea wall', ['Ann Lee'], '2024-05-06T00:00:00.000Z'],
  )
  assert.match(article.content, /Forty volunteers/)
  assert.doesNotMatch(article.content, /Only a line/)
  assert.equal(steps.find(({ name }) => name === 'text')?.note, '1 elements selected by the rules')
})

test('elements to strip are removed, whether named by expression, class or address', async () => {
  const { article } = await articleOf(
    "body: //div[@id='story']\nprune: no\nstrip: //aside\nstrip_id_or_class: promo\nstrip_image_src: pixel",
  )
  assert.doesNotMatch(article.content, /mug|Join us|pixel/)
  assert.match(article.content, /https:\/\/a\.example\/wall\.jpg/)
})

test('labels inside the named element stay if prune is off', async () => {
  assert.match((await articleOf("body: //div[@id='story']\nprune: no")).article.content, /Join us today/)
})

test('strings are replaced in the page before it is read', async () => {
  const rules = 'find_string: Forty\nreplace_string: Fifty'
  assert.match((await articleOf(rules)).article.content, /Fifty volunteers/)
})

test('rules are not used if they find far less text than the extraction without them', async () => {
  const extraction = await articleOf("body: //div[@id='short']")
  assert.match(extraction.article.content, /Forty volunteers/)
  assert.match(
    noteOf(extraction) ?? '',
    /^rules of a\.example\.txt; found \d+ characters of \d+, and 0 of \d+ in long paragraphs, so they were not used$/,
  )
})

test('rules are not used if they find many short lines but hardly any paragraph', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => `<p>Line ${index} of a menu</p>`).join('')
  const html = `<body><div id="menu">${lines}</div><article>${STORY}</article></body>`
  const { article } = await articleOf("body: //div[@id='menu']", html)
  assert.match(article.content, /Forty volunteers/)
})

test("the user's own rules are used even if they find far less text, and the log says so", async () => {
  const { article, steps } = await articleOf("body: //div[@id='short']", PAGE, true)
  assert.match(article.content, /^(?:<div>)?<p>Only a line\.<\/p>(?:<\/div>)?$/)
  const notes = steps.filter(({ name }) => name === 'site rules').map(({ note }) => note)
  assert.match(notes.at(-1)!, /^found \d+ characters of \d+, .*; used all the same, because a user has written them/)
})

test("the user's own rules are not used if they find no text", async () => {
  const { article } = await articleOf("body: //div[@id='short']/img\nstrip: //div[@id='short']/p", PAGE, true)
  assert.match(article.content, /Forty volunteers/)
})

test('data of the page do not replace the text that the rules select', async () => {
  const data = JSON.stringify({ '@type': 'Article', articleBody: 'A text in the data of the page. '.repeat(40) })
  const html = PAGE.replace('<head>', `<head><script type="application/ld+json">${data}</script>`)
  const { article } = await articleOf("body: //div[@id='short']", html, true)
  assert.match(article.content, /^(?:<div>)?<p>Only a line\.<\/p>(?:<\/div>)?$/)
})

test('rules find a text that the extraction without them does not find', async () => {
  const hidden = '<body><div hidden><b id="x">Only here</b></div></body>'
  const { article } = await articleOf("body: //b[@id='x']", hidden)
  assert.equal(article.content, '<b>Only here</b>')
})

test('an invalid expression is reported in the note and ignored', async () => {
  const extraction = await articleOf('body: //div 7\nstrip: //aside')
  assert.match(noteOf(extraction) ?? '', /invalid or unsupported: \/\/div 7/)
  assert.match(extraction.article.content, /Forty volunteers/)
})

test('links to the next page and to the whole article are taken from the rules, on the same site only', async () => {
  const links = await articleOf("next_page_link: //a[@class='more']\nsingle_page_link: //a[@class='print']/@href")
  assert.equal(links.nextPage, 'https://a.example/walls/part-b')
  assert.equal(links.singlePage, 'https://a.example/walls?print=1')
  const foreign = PAGE.replace('/walls/part-b', 'https://b.example/')
  assert.equal((await articleOf("next_page_link: //a[@class='more']", foreign)).nextPage, undefined)
})

test('the link to a single page is used only if its condition is met', async () => {
  const rules = "single_page_link: //a[@class='print']\nif_page_contains: //nav"
  assert.equal((await articleOf(rules)).singlePage, undefined)
  assert.notEqual((await articleOf(rules, `${PAGE}<nav>1 2 3</nav>`)).singlePage, undefined)
})

test('elements that rules name are sanitised', async () => {
  const hostile = PAGE.replace('<aside>', '<img src=x onerror=alert(1)><script>alert(1)</script><aside>')
  const { article } = await articleOf("body: //div[@id='story']", hostile)
  assert.doesNotMatch(article.content, /onerror|script/)
})
