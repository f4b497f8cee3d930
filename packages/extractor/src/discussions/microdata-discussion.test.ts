import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSync } from '../extract.ts'
import { createElement, textOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { microdataDiscussion } from './microdata-discussion.ts'
import { assertLinearTime } from '../linear-time.fixture.ts'

/** @returns each post of a page as `depth | author | time | text`; undefined if the page is no discussion */
function postsOf(body: string): string[] | undefined {
  const thread = microdataDiscussion(parsePage(`<!doctype html><body>${body}</body>`))
  if (thread === undefined) return undefined
  return [{ ...thread.start, depth: 0 }, ...thread.posts].map(({ depth, author, publishedAt, body }) => {
    const text = textOf(createElement('div', {}, body))
      .replaceAll(/\s+/g, ' ')
      .trim()
    return [depth, author, publishedAt, text].join(' | ')
  })
}

const item = (type: string, content: string, role = ''): string =>
  `<div itemscope itemtype="https://schema.org/${type}"${role}>${content}</div>`
const author = (name: string): string =>
  `<span itemprop="author" itemscope itemtype="https://schema.org/Person"><img src="/a.png" alt=""><a href="/u"><b itemprop="name">${name}</b></a> Member since 2009</span>`
const date = '<meta itemprop="datePublished" content="2026-01-02T10:00:00+00:00">'
const AT = '2026-01-02T10:00:00.000Z'
const comment = (name: string, text: string, inner = ''): string =>
  item(
    'Comment',
    `${author(name)}${date}<div itemprop="text"><p>${text}</p><div class="bbCodeBlock-expandLink">Click to expand</div></div><b>4 likes</b>${inner}`,
    ' itemprop="comment"',
  )

test('posts in microdata have their authors, times and nested replies, whatever the software', () => {
  const replies = comment('Bo', 'Behind the wall.', comment('Cy', 'Not today.')) + comment('Di', 'By the pier.')
  const first = `${author('Ada')}${date}<div itemprop="text">Where is low water?</div>`
  assert.deepEqual(
    postsOf(item('DiscussionForumPosting', `<h1>Tides</h1>${first}<aside>Advertisement</aside>${replies}`)),
    [
      `0 | Ada | ${AT} | Where is low water?`,
      `0 | Bo | ${AT} | Behind the wall.`,
      `1 | Cy | ${AT} | Not today.`,
      `0 | Di | ${AT} | By the pier.`,
    ],
  )
})

test('posts beside the first one, and those of the former type UserComments, are read too', () => {
  const first = item(
    'DiscussionForumPosting',
    `<meta itemprop="text" content="Where"><div itemprop="articleBody">Where?</div>`,
  )
  const old = item(
    'UserComments',
    `<meta itemprop="commentTime" content="2026-01-02T10:00:00Z"><i itemprop="author">Bo</i><p itemprop="commentText">Here.</p>`,
  )
  assert.deepEqual(postsOf(first + old), ['0 |  |  | Where?', `0 | Bo | ${AT} | Here.`])
  assert.deepEqual(
    postsOf(first + old.replace('itemprop="author"', 'itemprop="name"'))?.at(-1),
    `0 | Bo | ${AT} | Here.`,
  )
})

test('the times of posts in meta elements are in the article', () => {
  const first = `${author('Ada')}${date}<div itemprop="text">Where is low water?</div>`
  const html = `<!doctype html><title>Tides</title><body>${item('DiscussionForumPosting', first + comment('Bo', 'Behind the wall.'))}`
  const extraction = extractSync({ url: 'https://a.example/1', body: Buffer.from(html), contentType: 'text/html' })
  assert.ok(extraction.kind === 'article')
  assert.equal(
    extraction.article.content,
    `Where is low water?<h2>Replies</h2><section><p><strong>Bo</strong> · <time datetime="${AT}">2026-01-02</time></p><p>Behind the wall.</p></section>`,
  )
})

test('comments below an article, and lists of discussions, are not a discussion', () => {
  assert.equal(postsOf(item('Article', '<div itemprop="text">A story.</div>') + comment('Bo', 'Nice.')), undefined)
  const discussion = item('DiscussionForumPosting', '<p itemprop="text">Where is low water?</p>')
  assert.equal(postsOf(discussion + discussion), undefined)
})

test('a teaser of a discussion on another page is not the text of that page', () => {
  const teaser = item('DiscussionForumPosting', '<p itemprop="text">Has anybody seen the seal?</p>')
  assert.equal(postsOf(`<p>${'The harbour has a new wall. '.repeat(20)}</p><aside>${teaser}</aside>`), undefined)
})

test('a reply inside the text of another post is not repeated, and several texts of a post are joined', () => {
  const inner = item('Comment', '<p itemprop="text">Inner.</p>', ' itemprop="comment"')
  const first = `<div itemprop="text">Where?${inner}</div><div itemprop="text">And when?</div>`
  assert.deepEqual(postsOf(item('DiscussionForumPosting', first)), ['0 |  |  | Where?Inner.And when?'])
})

test('deeply nested posts with very many elements take linear time', async () => {
  const text = `<div itemprop="text"><div itemscope itemtype="https://schema.org/Comment"><i itemprop="author">`
  await assertLinearTime(18, (depth) => {
    const html = `<p itemprop="text">x</p>${text.repeat(depth)}${'<i>x</i>'.repeat(500 * depth)}`
    return () => postsOf(item('DiscussionForumPosting', html))
  })
})

test('very many properties of nested comments take linear time', async () => {
  const deep = '<div itemprop="comment" itemscope itemtype="https://schema.org/Comment">'.repeat(20)
  const property = '<i itemprop="author text comment">x</i>'
  await assertLinearTime(3000, (count) => {
    const html = `<p itemprop="text">x</p>${deep}${property.repeat(count)}`
    return () => postsOf(item('DiscussionForumPosting', html))
  })
})
