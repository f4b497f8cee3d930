import assert from 'node:assert/strict'
import { test } from 'node:test'
import { property } from './json-ld.ts'
import { collectMetadata } from './page-metadata.ts'
import { parsePage } from '../dom/parse-page.ts'
import { declaresArticle, isDiscussion, readMetadata, type Metadata } from './read-metadata.ts'

const url = 'https://www.tidepost.example/2020/03/04/story'

function metadataOf(html: string, address: string = url): Metadata {
  return readMetadata(collectMetadata(parsePage(html)), address, address)
}

function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`
}

test('JSON-LD takes precedence over meta elements, and meta elements over visible text', () => {
  const visible = '<span class="byline">Vi Sible</span><time datetime="2001-01-01">x</time>'
  const meta = '<meta name=author content="Me Ta"><meta property="article:published_time" content="2002-02-02">'
  const linked = jsonLd({ '@type': 'NewsArticle', author: { name: 'Jay Son' }, datePublished: '2003-03-03' })
  const all = metadataOf(linked + meta + visible)
  assert.deepEqual([all.authors, all.publishedAt], [['Jay Son'], '2003-03-03T00:00:00.000Z'])
  const two = metadataOf(meta + visible)
  assert.deepEqual([two.authors, two.publishedAt], [['Me Ta'], '2002-02-02T00:00:00.000Z'])
  const one = metadataOf(visible)
  assert.deepEqual([one.authors, one.publishedAt], [['Vi Sible'], '2001-01-01T00:00:00.000Z'])
})

test('the publication date is used, never the modification date', () => {
  const html =
    jsonLd({ '@type': 'Article', dateModified: '2024-01-01', datePublished: '2023-01-01' }) +
    '<meta property="article:modified_time" content="2024-01-01">'
  assert.equal(metadataOf(html).publishedAt, '2023-01-01T00:00:00.000Z')
  const changed =
    '<time itemprop=dateModified datetime="2024-01-01">x</time><p class=updated-date>Updated May 1, 2024</p>'
  assert.equal(metadataOf(changed, 'https://a.example/').publishedAt, undefined)
})

test('the date in the address is used if there is no other date', () => {
  assert.equal(metadataOf('<p>x').publishedAt, '2020-03-04T00:00:00.000Z')
})

test('an invalid date is skipped, and the next date is used', () => {
  const html = '<meta property="article:published_time" content="99999-99-99"><meta name=date content="2019-09-09">'
  assert.equal(metadataOf(html).publishedAt, '2019-09-09T00:00:00.000Z')
})

const authors = (author: unknown, ...more: unknown[]) =>
  metadataOf(jsonLd({ '@graph': [{ '@type': ['Thing', 'BlogPosting'], author }, ...more] })).authors

test('a job title in an element beside the name, and a line that sorts pages, are no part of an author', () => {
  const line = '<div class="byline">By <a href="/ada">Ada Marsh</a><span>Columnist</span></div>'
  assert.deepEqual(metadataOf(`<body><h1>Tides</h1>${line}</body>`).authors, ['Ada Marsh'])
  const lines = '<span>By category: Craft</span><h1>Tides</h1><p>Written by Ada Marsh · 5 min read</p>'
  const card = '<span class="byline">by Ben Ode</span>'
  assert.deepEqual(metadataOf(`<body>${lines}${card}</body>`).authors, ['Ada Marsh'])
})

test('authors in JSON-LD may be strings, objects, lists, or references by id', () => {
  assert.deepEqual(authors('Ada Marsh'), ['Ada Marsh'])
  assert.deepEqual(authors([{ name: 'Ada Marsh' }, { name: 'Ben Ode' }]), ['Ada Marsh', 'Ben Ode'])
  assert.deepEqual(authors({ '@id': '#a' }, { '@id': '#a', '@type': 'Person', name: 'Ada Marsh' }), ['Ada Marsh'])
  assert.deepEqual(authors({ name: { toString: 'x' } }), [])
  assert.deepEqual(authors(42), [])
})

test('the name of the site is not an author', () => {
  const html =
    '<meta property="og:site_name" content="Tide Post"><meta name=author content="Tide Post"><p class=author>Ada Marsh</p>'
  assert.deepEqual(metadataOf(html).authors, ['Ada Marsh'])
})

test('a byline in plain text is found when nothing is marked up', () => {
  assert.deepEqual(metadataOf('<h1>x</h1><p>By <a href=/a>Ada Marsh</a></p><p>By the way, it rained.</p>').authors, [
    'Ada Marsh',
  ])
})

test('prototype keys, wrong types and invalid JSON are ignored', () => {
  const broken = '<script type="application/ld+json">{"@type":"Article",</script>'
  const strange =
    '<script type="application/ld+json">{"__proto__":{"headline":"no"},"@type":"Article","headline":{"a":1},"image":7,"author":null,"datePublished":[]}</script>'
  const metadata = metadataOf(`${broken}${strange}<title>Real title</title>`)
  assert.equal(metadata.title, 'Real title')
  assert.equal(metadata.previewPicture, undefined)
  assert.equal(({} as Record<string, unknown>)['headline'], undefined)
  assert.equal(property({}, 'constructor'), undefined)
})

const picture = (content: string) => metadataOf(`<meta property="og:image" content="${content}">`).previewPicture

test('the picture for sharing gets an absolute http or https address, and other addresses are refused', () => {
  assert.equal(picture('/a.png'), 'https://www.tidepost.example/a.png')
  assert.equal(picture('//cdn.example/a.png'), 'https://cdn.example/a.png')
  for (const bad of [
    'javascript:alert(1)',
    'data:image/png;base64,x',
    'http://u:p@a.example/',
    `https://a.example/${'x'.repeat(9000)}`,
  ]) {
    assert.equal(picture(bad), undefined, bad.slice(0, 40))
  }
})

test('a picture without a web address is skipped, and the next picture is used', () => {
  const html =
    '<meta property="og:image" content="javascript:1"><meta name="twitter:image" content="https://a.example/t.jpg">'
  assert.equal(metadataOf(html).previewPicture, 'https://a.example/t.jpg')
})

for (const [html, language] of [
  ['<html lang="de">', 'de'],
  ['<html lang="pt_BR">', 'pt-BR'],
  ['<html lang="EN">', 'EN'],
  ['<html lang="xx"><meta property="og:locale" content="fr_FR">', 'fr-FR'],
  ['<html lang="english">', undefined],
  ['<html lang="klingon!!">', undefined],
  ['<html lang="">', undefined],
  ['<html lang="en-US, en">', 'en-US'],
  ['<meta http-equiv="content-language" content="ja">', 'ja'],
  [`<html lang="${'en-'.repeat(10_000)}">`, undefined],
] as const) {
  test(`the language of ${html.slice(0, 60)} is ${language}`, () => assert.equal(metadataOf(html).language, language))
}

test('the direction is that of the page, or else that of its language', () => {
  assert.equal(metadataOf('<html dir=RTL>').direction, 'rtl')
  assert.equal(metadataOf('<html lang=he>').direction, 'rtl')
  assert.equal(metadataOf('<html lang=en>').direction, undefined)
  assert.equal(metadataOf('<html dir=sideways>').direction, undefined)
})

for (const [what, html, title] of [
  [
    'the site name is cut off at the end',
    '<meta property=og:site_name content="Tide Post"><title>On tides | Tide Post</title>',
    'On tides',
  ],
  [
    'a first part that is more than the site name stays',
    '<meta property=og:site_name content="Tide Post"><title>Tide Post: news » On tides</title>',
    'Tide Post: news » On tides',
  ],
  [
    'a heading that leads to the home page is the name of the site',
    '<title>Tide notes: On tides</title><h1><a href="https://tidepost.example/">Tide notes</a></h1><h3>On tides</h3>',
    'On tides',
  ],
  ['the host name is cut off', '<title>On tides - TidePost</title>', 'On tides'],
  [
    'the h1 that the title repeats is the title',
    '<title>On tides and moons — some blog</title><h1>On tides and moons</h1>',
    'On tides and moons',
  ],
  [
    'an h1 that is only the name of the site is not used',
    '<meta property=og:title content="On tides"><title>On tides | Logo</title><h1>Logo</h1>',
    'On tides',
  ],
  [
    'text that was escaped twice is decoded',
    '<meta property=og:title content="Salt &amp;amp; sand &amp;#8211; a list">',
    'Salt & sand – a list',
  ],
  [
    'hexadecimal character references are decoded',
    '<meta property=og:title content="Salt &amp;#x26; sand">',
    'Salt & sand',
  ],
  [
    'a heading that was escaped twice is decoded',
    '<title>Salt &amp;#x26; sand</title><h1>Salt &amp;amp; sand</h1>',
    'Salt & sand',
  ],
  ['a heading about a character reference keeps it', '<h1>What &amp;nbsp; is for</h1>', 'What &nbsp; is for'],
  ['a dash inside the title stays', '<title>Tides - a history in maps</title>', 'Tides - a history in maps'],
  ['control characters and line breaks are removed', '<title>On\n\n  tides\u0007</title>', 'On tides'],
  ['the h1 is used if there is no title', '<h1>On <em>tides</em></h1>', 'On tides'],
  ['the title of a drawing is not the title', '<svg><title>icon</title></svg><h1>On tides</h1>', 'On tides'],
  ['markup in the title is only text', '<title><b>On</b> tides</title>', '<b>On</b> tides'],
  ['a page may have no title', '<p>x', undefined],
  ['the symbol of a permalink is removed', '<title>Tides</title><h1>Tides<a href="#t">¶</a></h1>', 'Tides'],
  ['a number sign in a name stays', '<h1>Tides in C#</h1>', 'Tides in C#'],
  ['the labels of buttons are removed', '<h1>Crate tides <button>Copy path</button></h1>', 'Crate tides'],
  ['soft hyphens are removed', '<h1>Tide assis&shy;tance program</h1>', 'Tide assistance program'],
] as const) {
  test(`title: ${what}`, () => assert.equal(metadataOf(html).title, title))
}

test('a title of a megabyte is cut to a thousand characters', () => {
  assert.equal(metadataOf(`<title>${'x'.repeat(1_000_000)}</title>`).title?.length, 1000)
})

function declares(html: string): boolean {
  return declaresArticle(collectMetadata(parsePage(html)))
}

test('a page declares itself an article by its type, its publication date or its JSON-LD', () => {
  assert.equal(declares('<meta property="og:type" content="article">'), true)
  assert.equal(declares('<meta property="article:published_time" content="2002-02-02">'), true)
  assert.equal(declares(jsonLd({ '@type': 'BlogPosting' })), true)
  assert.equal(declares('<meta property="og:type" content="website">'), false)
})

test('the author is found in a Twitter card, after a label, and in a link to the author page', () => {
  const card = '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Jane Tide">'
  assert.deepEqual(metadataOf(card).authors, ['Jane Tide'])
  assert.deepEqual(metadataOf(card.replace('Written by', 'Price')).authors, [])
  assert.deepEqual(metadataOf('<div><h3>Author</h3><p>Jane Tide</p></div>').authors, ['Jane Tide'])
  assert.deepEqual(metadataOf('<div><span>By </span><button>Jane Tide</button></div>').authors, ['Jane Tide'])
  assert.deepEqual(metadataOf('<p><a href="/authors/jane">Jane Tide</a></p>').authors, ['Jane Tide'])
  assert.deepEqual(metadataOf('<p><a href="/authors/jane">All</a></p>').authors, [])
})

function siteOf(name: string): string {
  return `<meta property="og:site_name" content="${name}"><meta name="author" content="${name}">`
}

test('a site that is declared as the author is the author if no other author is found', () => {
  assert.deepEqual(metadataOf(siteOf('Jane Tide')).authors, ['Jane Tide'])
  assert.deepEqual(metadataOf(siteOf('Tide Store')).authors, ['Tide Store'])
  assert.deepEqual(metadataOf(`${siteOf('Tide Store')}<p>By Jane Tide</p>`).authors, ['Jane Tide'])
})

test('the part of a title after a vertical bar is cut off unless only one word would remain', () => {
  assert.equal(metadataOf('<title>Ten ways to the sea | Koia</title>').title, 'Ten ways to the sea')
  assert.equal(metadataOf('<title>Sea | Ten ways to it</title>').title, 'Sea | Ten ways to it')
})

test('a discussion is recognised by its address, but not an article with the same words in its address', () => {
  const facts = collectMetadata(parsePage('<!doctype html><title>Tides</title>'))
  const discussions = [
    'https://forum.example.com/x',
    'https://cat-forum.example/x',
    'https://a.example/community/threads/tides.12/',
    'https://a.example/viewtopic.php?t=12',
    'https://a.example/thread-12-1.html',
    'https://a.example/index.php?topic=12.0',
    'https://a.example/index.php/board,12.0.html',
    'https://a.example/questions/12/tides',
    'https://a.example/t/tides/1234',
  ]
  const articles = [
    'https://a.example/best-board-games',
    'https://a.example/news/community-garden',
    'https://a.example/news/tides?utm_source=forum',
    'https://cutting-boardroom.example/reviews',
    'https://a.example/t/24/tides',
  ]
  assert.deepEqual(
    discussions.filter((address) => !isDiscussion(facts, address)),
    [],
  )
  assert.deepEqual(
    articles.filter((address) => isDiscussion(facts, address)),
    [],
  )
})

const pageWithLink = (link: string): string =>
  `<title>Set up - Lamp Keeper</title>${link}<h1>First oil, then light</h1>`

test('the name of the site is read from the link with its logo', () => {
  for (const link of [
    '<a href="/">Lamp Keeper</a>',
    '<a href="https://www.tidepost.example"><img alt="Lamp Keeper"></a>',
    '<a class="md-logo" href="../.." title="Lamp Keeper"><svg></svg></a>',
  ])
    assert.equal(metadataOf(pageWithLink(link)).title, 'Set up', link)
  assert.equal(metadataOf(pageWithLink('<a href="/lamps">Lamp Keeper</a>')).title, 'Set up - Lamp Keeper')
})
