import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectMetadata } from './page-metadata.ts'
import { parsePage } from '../dom/parse-page.ts'
import { readMetadata } from './read-metadata.ts'

const url = 'https://www.tidepost.example/story'

function authorsOf(html: string, address = url): readonly string[] {
  return readMetadata(collectMetadata(parsePage(html)), address, address).authors
}

function linked(...objects: readonly unknown[]): string {
  return `<script type="application/ld+json">${JSON.stringify(objects)}</script>`
}

const STATED = '<meta name="author" content="Kim Uploader">'

test('a line with "by" and a name takes precedence over the declared author', () => {
  assert.deepEqual(authorsOf(`${STATED}<h1>x</h1><p>By: Ada Marsh</p>`), ['Ada Marsh'])
  assert.deepEqual(authorsOf(`${STATED}<h1>x</h1><p>Written by Ada Marsh</p>`), ['Ada Marsh'])
})

test('the declared author is used if a line with "by" repeats the name or no such line names a person', () => {
  const cards = '<p>By Ada Marsh</p><p>By Kim Uploader</p>'
  assert.deepEqual(authorsOf(STATED + cards), ['Kim Uploader'])
  assert.deepEqual(authorsOf(`${STATED}<p>By the sea</p>`), ['Kim Uploader'])
})

test('lines of menus and filters are not bylines', () => {
  assert.deepEqual(authorsOf('<nav><a href="/i">By Industry</a></nav>'), [])
  assert.deepEqual(authorsOf('<div class="mega-menu"><div><b>By Event Type</b></div></div>'), [])
  assert.deepEqual(authorsOf('<button>By Price</button>'), [])
})

test('a later source is used if it contains the names of the first source and more', () => {
  const html = '<meta name="dc.creator" content="Ada Marsh"><meta name="citation_authors" content="Ada Marsh; Ben Ode">'
  assert.deepEqual(authorsOf(html), ['Ada Marsh', 'Ben Ode'])
  assert.deepEqual(authorsOf(html.replace('Ada Marsh; Ben Ode', 'Cleo Park; Ben Ode')), ['Ada Marsh'])
})

test('the author is that of the first article in JSON-LD that has one, and never that of a review', () => {
  const article = { '@type': 'Article', author: { name: 'Ada Marsh' } }
  assert.deepEqual(authorsOf(linked({ '@type': 'Article', headline: 'x' }, article)), ['Ada Marsh'])
  const review = { '@type': 'Review', author: { name: 'A buyer' } }
  assert.deepEqual(authorsOf(linked({ '@type': 'Review' }, review)), [])
})

test('words in adjacent elements are read separately', () => {
  const byline = '<div class="byline"><span>Posted by</span><a href="/a">Ada Marsh</a><time>May 6, 2024</time></div>'
  assert.deepEqual(authorsOf(byline), ['Ada Marsh'])
})

test('the author is the name in an author box, or the user of the first post of a thread', () => {
  const box = '<div class="author-box"><h4 class="author-box__name">Ada Marsh</h4><p>Ada writes about tides.</p></div>'
  assert.deepEqual(authorsOf(box), ['Ada Marsh'])
  const thread = '<a class="username" href="/u/1">moonwatcher</a><p>x</p><a class="username" href="/u/2">second</a>'
  assert.deepEqual(authorsOf(thread), ['moonwatcher'])
  assert.deepEqual(authorsOf('<span class="username">Hi, my account</span>'), [])
})

test('the author is the link text of a sentence about who wrote the post', () => {
  const sentence = '<p><em>This post was written by <a href="/p">Ada Marsh, MD</a>, a doctor.</em></p>'
  assert.deepEqual(authorsOf(sentence), ['Ada Marsh, MD'])
  assert.deepEqual(authorsOf('<p>This post was written by <b>hand</b>.</p>'), [])
})

test('a line about something other than the page does not name its author', () => {
  assert.deepEqual(authorsOf('<p>Website Design by Ada Marsh</p>'), [])
  assert.deepEqual(authorsOf('<p>BOOK: By Dec 31 TRAVEL: Through Mar 31</p>'), [])
  assert.deepEqual(authorsOf('<p>Published by Ada Marsh</p>'), ['Ada Marsh'])
})

test('people on a product page are not its authors unless the page declares itself an article', () => {
  const product = {
    '@type': 'Product',
    review: { '@type': 'Review', author: { '@type': 'Person', name: 'Ada Marsh' } },
  }
  assert.deepEqual(authorsOf(linked(product)), [])
  assert.deepEqual(authorsOf(`<meta property="og:type" content="product"><p>By Ada Marsh</p>`), [])
  const article = { '@type': 'Article', author: { '@type': 'Person', name: 'Ben Ode' } }
  assert.deepEqual(authorsOf(linked(product, article)), ['Ben Ode'])
})

test('the full name in a marked byline replaces a user name that is declared as the author', () => {
  const account = '<meta name="author" content="ada.uploader">'
  assert.deepEqual(authorsOf(`${account}<p class="byline">Ada Marsh</p>`), ['Ada Marsh'])
  assert.deepEqual(authorsOf(`${account}<p class="byline">Tides</p>`), ['ada.uploader'])
})

test('the author of a discussion is the user who opened it', () => {
  const posts = ['ada203', 'ben_o'].map((name) => `<p><span itemprop="author">${name}</span></p>`)
  const label = '<h1>x</h1><span>Thread starter</span> <a href="/u/2">ben_o</a>'
  assert.deepEqual(authorsOf(label + posts.join('')), ['ben_o'])
  const marked = `<article class="message" data-author="ben_o">${posts.join('')}</article>`
  assert.deepEqual(authorsOf(marked), ['ben_o'])
})

test('the authors of teasers are not the authors of an overview page', () => {
  const teasers = ['Ada Marsh', 'Ben Ode', 'Chen Li'].map((name) => `<p>By ${name}</p>`).join('')
  assert.deepEqual(authorsOf(teasers, 'https://www.tidepost.example/tides'), [])
  assert.deepEqual(authorsOf(teasers, 'https://www.tidepost.example/how-to-read-tides'), ['Ada Marsh'])
  assert.deepEqual(authorsOf(teasers, 'https://www.tidepost.example/forum/7'), ['Ada Marsh'])
  assert.deepEqual(
    authorsOf(`<meta property="og:type" content="article">${teasers}`, 'https://www.tidepost.example/tides'),
    ['Ada Marsh'],
  )
})

test('several names in one line do not make a page an overview', () => {
  const names = ['Ada Marsh', 'Ben Ode', 'Chen Li'].map((name) => `<span class="byline-author">${name}</span>`)
  const line = `<h1>Tides</h1><p class="byline">By ${names[0]}, ${names[1]} and ${names[2]}</p>`
  assert.deepEqual(authorsOf(line, 'https://www.tidepost.example/tides'), ['Ada Marsh', 'Ben Ode', 'Chen Li'])
})

test('the family name may come first in the data of papers and libraries', () => {
  for (const [name, values, expected] of [
    ['citation_author', ['Marsh, Ada', 'van der Ode, Ben J.'], ['Ada Marsh', 'Ben J. van der Ode']],
    ['dc.creator', ['Marsh, Ada'], ['Ada Marsh']],
    ['dc.creator', ['Ada Marsh, Ben Ode'], ['Ada Marsh', 'Ben Ode']],
    ['dc.creator', ['Ada Marsh, MD'], ['Ada Marsh, MD']],
    ['author', ['Marsh, Ada'], ['Marsh', 'Ada']],
  ] as const)
    assert.deepEqual(authorsOf(values.map((value) => `<meta name="${name}" content="${value}">`).join('')), expected)
})

test('the name may be in the element after the word "by"', () => {
  assert.deepEqual(authorsOf('<h1>x</h1><div><span>By</span><span>Ada Marsh</span></div>'), ['Ada Marsh'])
  assert.deepEqual(authorsOf('<h1>x</h1><div><p>Written by</p><p>Ada Marsh</p></div>'), ['Ada Marsh'])
  assert.deepEqual(authorsOf('<p>It is used by <a href="/t">Tide Tables</a>, which are old.</p>'), [])
})

test('the author is the name in an hCard with the class "author"', () => {
  assert.deepEqual(authorsOf('<span class="author vcard"><a href="/about">Ada Marsh</a></span>'), ['Ada Marsh'])
})

test('a name that a marked byline repeats is not replaced by the author of a teaser', () => {
  const stated = '<meta name="author" content="Ada Marsh"><p class="byline">Ada Marsh, 2 May 2024</p>'
  assert.deepEqual(authorsOf(`${stated}<p>by Ben Ode</p>`), ['Ada Marsh'])
})

const PROSE = `<p>${'The tide comes in, and it goes out again, and nobody has found a way to hurry it. '.repeat(4)}</p>`
const STORY = '<meta property="og:type" content="article">'

test('a full name beside a date below the heading is the author, although nothing marks it', () => {
  for (const line of [
    '<div><span>Ada Marsh</span><span>May 6, 2024</span></div>',
    '<p>Ada Marsh | Senior Writer | May 6, 2024</p>',
    '<p>6.5.2024</p><p>Ada Marsh in <a href="/category/tides">Tides</a></p>',
  ])
    assert.deepEqual(authorsOf(`${STORY}<h1>x</h1>${line}${PROSE}`), ['Ada Marsh'], line)
})

test('subjects, captions and teasers beside a date are no authors', () => {
  for (const line of [
    '<div><a href="/category/t">Harbour Tides</a><span>May 6, 2024</span></div>',
    '<div><span>Personal Finance</span><span>May 6, 2024</span></div>',
    '<figure><img src="/a.jpg"><figcaption>Ada Marsh, May 6, 2024</figcaption></figure>',
    '<p>On May 6, 2024, <b>Ada Marsh</b> opened the lock below the old signal tower, and all the boats of the harbour went through it.</p>',
  ])
    assert.deepEqual(authorsOf(`${STORY}<h1>x</h1>${line}${PROSE}`), [], line)
  const teaser = '<h1>News</h1><div><p>Ada Marsh</p><p>May 6, 2024</p></div>'
  assert.deepEqual(authorsOf(teaser, 'https://www.tidepost.example/news'), [])
})

test('a person whom the page names takes precedence over the site as the author', () => {
  const site = linked({ '@type': 'Organization', name: 'Tidepost Harbour' })
  const stated = `${STORY}<meta name="author" content="Tidepost Harbour">${site}`
  assert.deepEqual(authorsOf(`${stated}<h1>x</h1><div class="author"><b>Ada Marsh</b></div>`), ['Ada Marsh'])
  assert.deepEqual(authorsOf(`${stated}<h1>x</h1>${PROSE}`), ['Tidepost Harbour'])
})

test('the full name of a stated first name is used', () => {
  const byline = '<div class="byline">Ada Marsh</div>'
  assert.deepEqual(authorsOf(`<meta name="author" content="Ada">${byline}`), ['Ada Marsh'])
})

test('a byline in a box with the name of a menu counts if the box contains the heading', () => {
  assert.deepEqual(authorsOf('<main class="offset-nav"><h1>x</h1><p>Written by</p><p>Ada Marsh</p></main>'), [
    'Ada Marsh',
  ])
  assert.deepEqual(authorsOf(`<h1>x</h1><p>${' '.repeat(70)}by ${' '.repeat(30)}</p><p>Ada Marsh</p>`), ['Ada Marsh'])
})

test('a byline in another language needs a full name', () => {
  assert.deepEqual(authorsOf('<h1>x</h1><p>Von Ada Marsh und Ben Ode</p>'), ['Ada Marsh', 'Ben Ode'])
  assert.deepEqual(authorsOf('<h1>x</h1><p>Von hier an geht es weiter</p>'), [])
})

test('categories, placeholders, job titles and accounts are no authors', () => {
  for (const name of [
    'Category',
    'Webmaster',
    'No Author',
    'Personal finance',
    'billed annually',
    'or $50',
    'By Manufacturer',
    'Name',
    'Your Name',
  ])
    assert.deepEqual(authorsOf(`<div class="byline">${name}</div>`), [], name)
  assert.deepEqual(authorsOf('<meta name="author" content="mdelmarrq6vkpg2ma0ci">'), [])
  assert.deepEqual(
    authorsOf(linked({ '@type': 'Article', author: { name: 'Contributors to Wikimedia projects' } })),
    [],
  )
  assert.deepEqual(authorsOf('<div class="byline">Ada Marsh, Head of Tides</div>'), ['Ada Marsh'])
  assert.deepEqual(authorsOf('<meta name="author" content="Ada Marsh @adamarsh">'), ['Ada Marsh'])
})

test('authors of reviews on a page did not write it, unless the page is the review', () => {
  const mark = '<b itemprop="author">Ada Marsh</b>'
  assert.deepEqual(authorsOf(`<h1>x</h1><div class="testimonial">${mark}</div>`), [])
  assert.deepEqual(authorsOf(`<h1>x</h1><div itemscope itemtype="https://schema.org/Review">${mark}</div>`), [])
  assert.deepEqual(authorsOf(`<div class="review"><h1>x</h1>${mark}</div>`), ['Ada Marsh'])
})

test('home pages, and documentation of an organisation, have no author', () => {
  assert.deepEqual(
    authorsOf('<h1>x</h1><p class="author">Ada Marsh</p><p>By Ben Ode</p>', 'https://www.tidepost.example/'),
    [],
  )
  const publisher = { '@type': 'Organization', name: 'Tidepost' }
  assert.deepEqual(authorsOf(linked({ '@type': 'TechArticle', author: publisher })), [])
  assert.deepEqual(authorsOf(linked({ '@type': 'TechArticle', author: { '@type': 'Person', name: 'Ada Marsh' } })), [
    'Ada Marsh',
  ])
})

const paperAuthor = (inside: string) => `<span class="ltx_creator ltx_role_author">${inside}</span>`

test('authors of papers are named without their institutes', () => {
  const notes =
    '<span class="ltx_author_notes"><span class="ltx_contact ltx_role_affiliation">Institute of Piers</span></span>'
  assert.deepEqual(
    authorsOf(
      `<h1>x</h1><div class="ltx_authors">${paperAuthor(`<span class="ltx_personname">Ada Marsh </span>${notes}`)}` +
        `${paperAuthor('<span class="ltx_personname">Ben Ode<sup class="ltx_sup">1</sup><br class="ltx_break">School of Tides</span>')}</div>`,
    ),
    ['Ada Marsh', 'Ben Ode'],
  )
})

const link = (name: string): string => `<a rel="author" href="/${name}">${name}</a>`

test('a byline in which people are marked consists of their names', () => {
  assert.deepEqual(
    authorsOf(`<div class="byline">Insights from ${link('Ada Marsh')} Marketing Director, Tide Weekly</div>`),
    ['Ada Marsh'],
  )
  assert.deepEqual(authorsOf(`<div class="byline">${link('Ada Marsh')} ⋅ ${link('Ben Ode')} ⋅ Review</div>`), [
    'Ada Marsh',
    'Ben Ode',
  ])
  assert.deepEqual(
    authorsOf(
      '<div class="author">Ada Marsh <a href="/authors/ada">Email Ada</a> <a href="/authors/ada">Ada Marsh</a></div>',
    ),
    ['Ada Marsh'],
  )
})

test('people who only reviewed or checked the text are not among the marked authors', () => {
  for (const words of ['Reviewed by', 'Fact-checked by', 'Geprüft von'])
    assert.deepEqual(
      authorsOf(
        `<div class="byline"><a href="/author/ada">Ada Marsh</a> ${words} <a href="/author/ben">Ben Ode</a></div>`,
      ),
      ['Ada Marsh'],
      words,
    )
})

test('a line with "by" and a subject does not replace the marked author', () => {
  const html = '<p>by Wedding Checklists</p><span class="author-name">Ada Marsh</span>'
  assert.deepEqual(authorsOf(`<h1>x</h1>${html}`), ['Ada Marsh'])
})
