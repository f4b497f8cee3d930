import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSync } from '../extract.ts'
import type { Extraction } from '../extraction.ts'

function extractJson(data: unknown, url: string): Extraction {
  return extractSync({ url, body: Buffer.from(JSON.stringify(data)), contentType: 'application/json' })
}

function contentOf(extraction: Extraction): string {
  assert.equal(extraction.kind, 'article')
  return extraction.kind === 'article' ? extraction.article.content : ''
}

const status = (id: string, parent: string | null, user: string, content: string) => ({
  id,
  in_reply_to_id: parent,
  account: { acct: user, display_name: user.toUpperCase() },
  content: `<p>${content}</p>`,
  created_at: '2026-01-02T10:00:00.000Z',
  media_attachments: [],
})

test('Mastodon: a post keeps its pictures, and replies are sorted and nested', () => {
  const media = [{ type: 'image', url: 'https://b.example/a.png', description: 'A wave' }]
  const post = { ...status('100000', null, 'ada', 'Low tide.'), media_attachments: media }
  const first = extractJson(post, 'https://b.example/api/v1/statuses/100000')
  assert.equal(
    contentOf(first),
    '<p>Low tide.</p><figure><img src="https://b.example/a.png" alt="A wave" loading="lazy" referrerpolicy="no-referrer"></figure>',
  )
  assert.equal(first.kind === 'article' && first.nextPage, 'https://b.example/api/v1/statuses/100000/context')
  assert.deepEqual(first.kind === 'article' && first.article.authors, ['ADA'])
  const descendants = [
    status('3', '2', 'cy', 'To bo.'),
    status('4', '100000', 'di', 'Other.'),
    status('2', '100000', 'bo', 'First.'),
  ]
  const replies = contentOf(
    extractJson({ ancestors: [], descendants }, 'https://b.example/api/v1/statuses/100000/context'),
  )
  assert.deepEqual(
    [...replies.matchAll(/<strong>(\w+)<\/strong>/g)].map(([, name]) => name),
    ['DI', 'BO', 'CY'],
  )
  assert.match(replies, /<blockquote><section><p><strong>CY/)
})

const blueskyPost = (text: string, facets: readonly unknown[] = []) => ({
  author: { handle: 'ada.example', displayName: 'Ada' },
  record: { text, createdAt: '2026-01-02T10:00:00.000Z', facets },
  embed: { images: [{ fullsize: 'https://cdn.example/a.jpg', alt: 'A wave' }] },
})

test('Bluesky: links are placed by the byte offsets of the record', () => {
  const facet = { index: { byteStart: 4, byteEnd: 8 }, features: [{ uri: 'https://b.example/' }] }
  const thread = {
    post: blueskyPost('één link\nhere', []),
    replies: [{ post: blueskyPost('ééx link', [facet]), replies: [] }],
  }
  const content = contentOf(extractJson({ thread }, 'https://public.api.bsky.app/xrpc/x'))
  assert.match(content, /<p>één link<br>here<\/p><figure><img src="https:\/\/cdn.example\/a.jpg" alt="A wave"/)
  assert.match(content, /<p>éé<a href="https:\/\/b.example\/" rel="noopener noreferrer">x li<\/a>nk<\/p>/)
})

const redditComment = (author: string, html: string, replies: readonly unknown[] = []) => ({
  kind: 't1',
  data: {
    author,
    body_html: `&lt;div class="md"&gt;&lt;p&gt;${html}&lt;/p&gt;&lt;/div&gt;`,
    created_utc: 1767348000,
    replies: { data: { children: replies } },
  },
})

test('Reddit: escaped HTML is decoded, replies are nested, and the article has the title of the post', () => {
  const post = { title: 'Tides', author: 'ada', selftext: 'Why?\n\nReally.', created_utc: 1767348000 }
  const data = [
    { kind: 'Listing', data: { children: [{ kind: 't3', data: post }] } },
    {
      kind: 'Listing',
      data: {
        children: [
          redditComment('bo', 'First.', [redditComment('cy', 'A &amp;lt;b&amp;gt; reply.')]),
          { kind: 'more', data: {} },
        ],
      },
    },
  ]
  const extraction = extractJson(data, 'https://www.reddit.com/r/x/comments/1.json')
  const content = contentOf(extraction)
  assert.match(content, /^<p>Why\?<\/p><p>Really\.<\/p><h2>Replies<\/h2><section><p><strong>bo<\/strong>/)
  assert.match(content, /<blockquote><section><p><strong>cy<\/strong>[^]*A &lt;b&gt; reply\./)
  assert.equal(extraction.kind === 'article' && extraction.article.title, 'Tides')
})

test('other data is refused, and hostile data loses dangerous markup', () => {
  for (const data of [{}, [], null, 1, { thread: {} }, { post_stream: { posts: 'x' } }, [{ kind: 'Listing' }]])
    assert.equal(extractJson(data, 'https://a.example/x.json').kind, 'unreadable')
  const broken = extractSync({
    url: 'https://a.example/x',
    body: Buffer.from('{"a":'),
    contentType: 'application/json',
  })
  assert.equal(broken.kind === 'unreadable' && broken.reason, 'unsupported_type')
  const hostile = status('1', null, 'ada', 'x<script>alert(1)</script><img src=x onerror=alert(1)>')
  assert.doesNotMatch(contentOf(extractJson(hostile, 'https://b.example/api/v1/statuses/100000')), /script|onerror/)
  let nested: unknown = { post: { record: { text: 'end' } }, replies: [] }
  for (let depth = 0; depth < 3000; depth++) nested = { post: { record: { text: `t${depth}` } }, replies: [nested] }
  assert.match(contentOf(extractJson({ thread: nested }, 'https://public.api.bsky.app/x')), /t2999/)
})
