import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSync } from '../extract.ts'
import type { Article } from '../extraction.ts'
import { chaptersIn } from './page-video.ts'
import { readDuration } from './duration.ts'

const WORDS =
  'The soup needs twenty minutes, fifteen of which are spent listening to the water, and it keeps for two days. '

interface PageParts {
  readonly body: string
  readonly head?: string
  readonly data?: unknown
  readonly url?: string
  readonly language?: string
}

function articleOf({ body, head = '', data, url = 'https://a.example/x', language = 'en' }: PageParts): Article {
  const json = data === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(data)}</script>`
  const html = `<!doctype html><html lang="${language}"><head><title>Soup</title>${head}${json}</head><body>${body}</body></html>`
  const extraction = extractSync({ url, body: Buffer.from(html), contentType: 'text/html' })
  assert.ok(extraction.kind === 'article', JSON.stringify(extraction))
  return extraction.article
}

const TEXT = `<article>${`<p>${WORDS.repeat(3)}</p>`.repeat(3)}</article>`

const RECIPE = {
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'WebPage' },
    {
      '@type': 'Recipe',
      recipeIngredient: ['3 leeks', '½ l water &amp; salt', '20 cl cream'],
      recipeInstructions: [
        { '@type': 'HowToSection', name: 'Base', itemListElement: [{ '@type': 'HowToStep', text: 'Cut the leeks.' }] },
        {
          '@type': 'HowToSection',
          name: 'Finish',
          itemListElement: [{ '@type': 'HowToStep', text: 'Add <b>cream</b>.' }],
        },
      ],
    },
  ],
}

test('a recipe that is missing in the text is added as lists, in the language of the page', () => {
  const { content } = articleOf({ body: TEXT, data: RECIPE })
  assert.ok(
    content.endsWith(
      '<h2>Ingredients</h2><ul><li>3 leeks</li><li>½ l water &amp; salt</li><li>20 cl cream</li></ul>' +
        '<h2>Steps</h2><h3>Base</h3><ol><li>Cut the leeks.</li></ol><h3>Finish</h3><ol><li>Add cream.</li></ol>',
    ),
    content,
  )
  assert.match(articleOf({ body: TEXT, data: RECIPE, language: 'de-AT' }).content, /<h2>Zutaten<\/h2>/)
})

test('the steps of a recipe may be one string, a list of strings or a list of objects', () => {
  for (const recipeInstructions of [
    'Cut.\nBoil.',
    '<p>Cut.</p><p>Boil.</p>',
    ['Cut.', 'Boil.'],
    ['1. Cut.', 'Step 2: Boil.'],
    [{ text: 'Cut.' }, { text: 'Boil.' }],
  ]) {
    const { content } = articleOf({ body: TEXT, data: { '@type': ['Recipe'], recipeInstructions } })
    assert.match(
      content,
      /<h2>Steps<\/h2><ol><li>Cut\.<\/li><li>Boil\.<\/li><\/ol>/,
      JSON.stringify(recipeInstructions),
    )
  }
})

test('a recipe that the text contains is not repeated', () => {
  const lists =
    '<h2>You need</h2><ul><li>3 leeks</li><li>1/2 l water & salt</li><li>20 cl cream</li></ul><ol><li>Cut the leeks.</li><li>Add cream.</li></ol>'
  const { content } = articleOf({ body: TEXT.replace('</article>', `${lists}</article>`), data: RECIPE })
  assert.equal(content.split('leeks').length - 1, 2)
  assert.doesNotMatch(content, /Ingredients|Steps/)
})

test('the audio file of a podcast becomes one player with title and duration', () => {
  const data = {
    '@type': 'PodcastEpisode',
    name: 'Tides',
    duration: 'PT1H4M9S',
    associatedMedia: { '@type': 'MediaObject', contentUrl: 'https://cdn.example/1.mp3?x=1' },
  }
  const { content } = articleOf({ body: TEXT, data })
  const figure =
    '<figure><audio src="https://cdn.example/1.mp3?x=1" controls="" preload="none"></audio><figcaption>Tides · 1:04:09</figcaption></figure>'
  assert.ok(content.startsWith(figure), content.slice(0, 300))
  const shown = TEXT.replace('<article>', '<article><audio src="https://cdn.example/1.mp3" controls></audio>')
  assert.equal(articleOf({ body: shown, data }).content.split('<audio').length, 2)
  for (const contentUrl of ['javascript:alert(1)', 'https://cdn.example/player.html'])
    assert.doesNotMatch(articleOf({ body: TEXT, data: { ...data, associatedMedia: { contentUrl } } }).content, /<audio/)
})

const FILM_HEAD = '<meta property="og:type" content="video.other"><meta property="og:site_name" content="PeerTube">'

test('a video has a card, its description, chapters with links, and its transcript', () => {
  const data = {
    '@type': 'VideoObject',
    name: 'Low tide',
    duration: 'PT4M13S',
    thumbnailUrl: ['https://a.example/t.jpg'],
    description: 'About the sea.\nTwo lines.\n\n0:00 Start\n1:05 The <moon>',
    transcript: 'Hello.\nThis is the sea.',
  }
  const { content, title } = articleOf({
    body: '<div id="app"></div>',
    head: FILM_HEAD,
    data,
    url: 'https://a.example/w/abc',
  })
  assert.equal(title, 'Low tide')
  assert.equal(
    content,
    '<figure><a href="https://a.example/w/abc" rel="noopener noreferrer"><img src="https://a.example/t.jpg" alt="Low tide" loading="lazy" referrerpolicy="no-referrer"></a>' +
      '<figcaption>Low tide · 4:13 · PeerTube</figcaption></figure><p>About the sea.<br>Two lines.</p><h2>Chapters</h2><ul>' +
      '<li><a href="https://a.example/w/abc?start=0s" rel="noopener noreferrer">0:00</a> Start</li>' +
      '<li><a href="https://a.example/w/abc?start=65s" rel="noopener noreferrer">1:05</a> The &lt;moon&gt;</li></ul>' +
      '<h2>Transcript</h2><p>Hello.</p><p>This is the sea.</p>',
  )
})

const transcriptSegment = (text: string) => ({
  transcriptSegmentRenderer: { startMs: '0', snippet: { runs: [{ text }] } },
})

test('the data of a YouTube video is read from its scripts', () => {
  const details = {
    videoId: 'abc',
    title: 'Low "tide" {1}',
    lengthSeconds: '253',
    shortDescription: 'About the sea.',
    thumbnail: { thumbnails: [{ url: 'https://i.ytimg.com/vi/abc/hq.jpg' }] },
  }
  const head = `${FILM_HEAD.replace('PeerTube', 'YouTube')}<script>var ytInitialPlayerResponse = ${JSON.stringify({ a: '};{', videoDetails: details })};var meta = 1;</script><script>var ytInitialData = ${JSON.stringify({ panels: [transcriptSegment('Hello'), transcriptSegment('and welcome.')] })};</script>`
  const { content } = articleOf({ body: '<div id="content"></div>', head, url: 'https://www.youtube.com/watch?v=abc' })
  assert.match(content, /<figcaption>Low "tide" \{1\} · 4:13 · YouTube<\/figcaption><\/figure><p>About the sea\.<\/p>/)
  assert.match(content, /<h2>Transcript<\/h2><p>Hello and welcome\.<\/p>/)
})

test('a video whose page names the file is played from it, and its chapters start there', () => {
  const data = {
    '@type': 'VideoObject',
    name: 'Low tide',
    duration: 'PT12M30S',
    contentUrl: 'https://files.example/tide.mp4?x=1',
    thumbnailUrl: '/t.jpg',
    description: '0:00 Start\n1:05 The moon',
  }
  const { content, readingTime } = articleOf({ body: '<div id="app"></div>', head: FILM_HEAD, data })
  assert.equal(
    content,
    '<figure><video src="https://files.example/tide.mp4?x=1" poster="https://a.example/t.jpg" controls="" preload="none"></video>' +
      '<figcaption>Low tide · 12:30 · PeerTube</figcaption></figure><h2>Chapters</h2><ul>' +
      '<li><a href="https://files.example/tide.mp4?x=1#t=0" rel="noopener noreferrer">0:00</a> Start</li>' +
      '<li><a href="https://files.example/tide.mp4?x=1#t=65" rel="noopener noreferrer">1:05</a> The moon</li></ul>',
  )
  assert.equal(readingTime, 12, 'a video takes as long as it is')
  const shared = `${FILM_HEAD}<meta property="og:title" content="Tide"><meta property="og:video" content="https://files.example/tide.mp4">`
  assert.match(
    articleOf({ body: '<div id="app"></div>', head: shared }).content,
    /^<figure><video src="https:\/\/files/,
  )
  const bare = articleOf({
    body: '<div id="app"></div>',
    head: FILM_HEAD,
    data: { '@type': 'VideoObject', name: 'Tide' },
  })
  assert.equal(
    bare.content,
    '<figure><figcaption><a href="https://a.example/x" rel="noopener noreferrer">Tide</a> · PeerTube</figcaption></figure>',
    'a video without file and picture is a link',
  )
  const contentUrl = 'javascript:alert(1)//x.mp4'
  assert.doesNotMatch(
    articleOf({ body: '<div></div>', head: FILM_HEAD, data: { ...data, contentUrl } }).content,
    /<video/,
  )
})

test('a video in the player of a known site leads to its page there', () => {
  const players = {
    'og:video': 'https://player.vimeo.com/video/76979871?h=1',
    'twitter:player': 'https://youtu.example/1',
  }
  const metas = Object.entries(players).map(([name, content]) => `<meta property="${name}" content="${content}">`)
  const head = `${FILM_HEAD}${metas.join('')}<meta property="og:title" content="Ice"><meta property="og:description" content="0:00 Start\n1:05 The moon">`
  const { content } = articleOf({ body: '<div id="app"></div>', head })
  assert.match(content, /^<figure><figcaption><a href="https:\/\/vimeo\.com\/76979871"/)
  assert.match(content, /<a href="https:\/\/vimeo\.com\/76979871#t=65s"[^>]*>1:05<\/a>/)
})

test('a page with the player of a known site is about its sound or video; a page with other text is not', () => {
  const player =
    '<meta name="twitter:player" content="https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F1">'
  const head = `<meta property="og:type" content="music.song"><meta property="og:title" content="Ice"><meta property="og:image" content="https://i.example/1.jpg"><meta property="og:description" content="Recorded at night.">`
  const url = 'https://soundcloud.com/artist/ice'
  const { content } = articleOf({ body: '<div id="app"></div>', head: head + player, url })
  assert.match(
    content,
    /^<figure><a href="https:\/\/soundcloud\.com\/artist\/ice"[^>]*><img src="https:\/\/i\.example\/1\.jpg"/,
  )
  assert.match(content, /<p>Recorded at night\.<\/p>/)
  const lyrics = `<main><div>${WORDS.repeat(3)}</div></main>`
  for (const other of ['', player.replace('w.soundcloud.com', 'player.example')])
    assert.match(articleOf({ body: lyrics, head: head + other, url }).content, /The soup needs/)
})

test('an article with a video stays an article', () => {
  const data = { '@type': 'VideoObject', name: 'Low tide', description: 'x' }
  for (const head of ['<meta property="og:type" content="article">', FILM_HEAD])
    assert.match(articleOf({ body: TEXT, head, data }).content, /The soup needs/)
})

test('times at the start of lines are chapters if the first is 0:00', () => {
  assert.deepEqual(chaptersIn('00:00 - One\n(1:02:03) Two'), [
    { seconds: 0, title: 'One' },
    { seconds: 3723, title: 'Two' },
  ])
  for (const text of ['10:30 Doors open\n11:00 Talk', '0:00 Only one', 'no times'])
    assert.deepEqual(chaptersIn(text), [])
})

test('durations of ISO 8601 and in seconds are written as times', () => {
  assert.deepEqual(['PT4M13S', 'PT1H4M9.5S', 'P1DT1S', '253', '253.7', 'PT0S', 'x', '', undefined].map(readDuration), [
    '4:13',
    '1:04:09',
    '24:00:01',
    '4:13',
    '4:13',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
