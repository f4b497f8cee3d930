import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSync } from '../../extract.ts'
import { createElement, textOf } from '../../dom/page-tree.ts'
import { parsePage } from '../../dom/parse-page.ts'
import { repeatedPosts } from './repeated-posts.ts'
import { assertLinearTime } from '../../linear-time.fixture.ts'

/** @returns each post of a page as `author | time | text`; undefined if no posts are found */
function postsOf(body: string, description = '', title = 'Low water', mayBeArticle = false): string[] | undefined {
  const thread = repeatedPosts(parsePage(`<!doctype html><body>${body}</body>`), {
    language: 'en',
    mayBeArticle,
    stated: { title, description },
  })
  return thread && [thread.start, ...thread.posts].map(lineOf)
}

type Read = NonNullable<ReturnType<typeof repeatedPosts>>['start']

const lineOf = ({ author, publishedAt, body }: Read): string =>
  [
    author,
    publishedAt?.slice(0, 10),
    textOf(createElement('div', {}, body))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ].join(' | ')

const QUESTION =
  'Where is low water tonight? I want to walk to the island and back before it gets dark, with two children.'
const header = '<header><a href="/">Boats and tides</a><h1>Low water</h1></header>'
const footer =
  '<footer>All rights reserved, and please read the rules of this board before you write anything.</footer>'

const post = (id: number, author: string, text: string, kind = 'reply'): string =>
  `<li class="entry entry-${id} ${kind} ${id % 2 ? 'odd' : 'even'}"><aside><a class="avatar" href="/member.php?u=${id}">${author[0]}</a><a href="/member.php?u=${id}">${author}</a> <a href="/member.php?u=${id}">View profile</a> Joined 4 May 2011</aside>
  <div class="top"><time datetime="2026-01-0${id}T10:00:00Z">today</time></div><div class="wrap"><div class="entry-text"><p>${text}</p></div><a href="/reply?p=${id}">Reply</a></div></li>`

test('posts of unknown software are found by their repetition, each with its author and time', () => {
  const posts = post(1, 'Ada', QUESTION, 'starter') + post(2, 'Bo', 'At nine.') + post(3, 'Cy', 'Behind the wall.')
  assert.deepEqual(postsOf(`${header}<ol>${posts}</ol>${footer}`), [
    `Ada | 2026-01-01 | ${QUESTION}`,
    'Bo | 2026-01-02 | At nine.',
    'Cy | 2026-01-03 | Behind the wall.',
  ])
})

test('all posts by one author keep the name', () => {
  const posts = [1, 2, 3].map((id) =>
    post(id, 'Ada', `Part ${id}. ${QUESTION}`).replace(/ <a [^>]*>View profile<\/a>/, ''),
  )
  assert.deepEqual(
    postsOf(`${header}<ol>${posts.join('')}</ol>`)?.map((line) => line.slice(0, 3)),
    ['Ada', 'Ada', 'Ada'],
  )
})

const styled = (author: string, text: string): string =>
  `<div class="sc-kD"><div class="sc-eT"><div class="sc-jQ">${author}</div><div class="sc-fc">28/11/2025 at 7:16 pm</div></div><div class="sc-tY">${text}</div></div>`

test('class names of the author may be written with capitals', () => {
  const posts = [styled('Ada', QUESTION), styled('Bo', 'At nine.')]
    .join('')
    .replaceAll('sc-jQ', 'PostAccountName')
    .replaceAll(/28.*?pm/g, 'Friday')
  assert.deepEqual(
    postsOf(header + posts)?.map((line) => line.slice(0, 3)),
    ['Ada', 'Bo '],
  )
})

test('without links and class names, the author is the text before the time', () => {
  const posts = styled('Ada', QUESTION) + styled('Bo', 'At nine.') + styled('Cy', 'Behind the wall.')
  assert.deepEqual(postsOf(`${header}${posts}`), [
    `Ada | 2025-11-28 | ${QUESTION}`,
    'Bo | 2025-11-28 | At nine.',
    'Cy | 2025-11-28 | Behind the wall.',
  ])
})

const replies = `<ol>${post(2, 'Bo', 'At nine.')}${post(3, 'Cy', 'Behind the wall.')}</ol>`
const asked = (author: string): string =>
  `<section>${author}<div class="question"><p>${QUESTION}</p><p>Thanks!</p></div></section>`
const long = (text: string): string => replies.replaceAll(/(At nine|Behind the wall)\./g, `$1. ${text}`)

test('a first post of other markup is found by its author or by the description of the page', () => {
  const first = [`Ada |  | ${QUESTION}Thanks!`, `Bo | 2026-01-02 | At nine. ${QUESTION}`]
  const signed = asked('<b class="author">Ada</b>')
  assert.deepEqual(postsOf(header + signed + long(QUESTION))?.slice(0, 2), first)
  const unsigned = [first[0]!.slice(3), first[1]]
  assert.deepEqual(postsOf(header + asked('') + long(QUESTION), QUESTION)?.slice(0, 2), unsigned)
})

test('the user who wrote the last reply is not the author of the first post', () => {
  const last = '<p>last post by&nbsp; <a href="/member.php?u=2">Bo</a></p>'
  const signed = asked(`${last}<p><a href="/member.php?u=1">Ada</a></p>`)
  assert.match(postsOf(header + signed + long(QUESTION), QUESTION)?.[0] ?? '', /^Ada /)
})

test('nothing is composed if the text above the posts may be the first post, and notices do not matter', () => {
  assert.equal(postsOf(header + asked('') + long(QUESTION)), undefined)
  const shown = `<p>Please read the rules of this board before you write anything here, thank you very much.</p>`
  assert.equal(postsOf(header + shown + long(QUESTION), `At nine. ${QUESTION}`)?.length, 2)
})

test('text above a heading with the title does not matter, whatever the level of the heading', () => {
  const posts = `<ol>${post(1, 'Ada', QUESTION)}${post(2, 'Bo', 'At nine.')}${post(3, 'Cy', 'Behind the wall.')}</ol>`
  const news = '<p>New on this board: the tables of next year, and pictures of the ships that visited us in summer.</p>'
  assert.equal(postsOf(`${news}<h2>Low water</h2>${posts}`)?.length, 3)
  assert.equal(postsOf(`${news}<h2>Answers</h2>${posts}`), undefined)
})

test('a short question is not lost, and a first post is kept whole', () => {
  const short = `<section><b class="author">Ada</b><div class="question"><p>Where is low water tonight?</p></div></section>`
  assert.equal(postsOf(header + short + long(QUESTION))?.[0], 'Ada |  | Where is low water tonight?')
  const whole = `<section><b class="author">Ada</b><div class="question"><p>I have two problems:</p><ul><li>${QUESTION}</li><li>No boat.</li></ul><p>Thanks</p></div></section>`
  assert.equal(postsOf(header + whole + long(QUESTION))?.[0], `Ada |  | I have two problems:${QUESTION}No boat.Thanks`)
})

test('the text of a first post may be directly in its element, beside the author', () => {
  const plain = `<section><b class="author">Ada</b><div class="question">${QUESTION}</div></section>`
  assert.equal(postsOf(header + plain + long(QUESTION))?.[0], `Ada |  | ${QUESTION}`)
})

test('comments below the text of a declared article are not part of it', () => {
  const page = header + asked('<b class="author">Ada</b>') + long(QUESTION)
  assert.equal(postsOf(page, '', 'Low water', true), undefined)
  assert.equal(postsOf(header + long(QUESTION), '', 'Low water', true)?.length, 2)
})

test('a post whose text has a further class stays in its place', () => {
  const posts = [1, 2, 3, 4].map((id) => post(id, `User ${id}`, `${id}. ${QUESTION}`))
  posts[2] = posts[2]!.replace('class="entry-text"', 'class="entry-text accepted"')
  assert.equal(postsOf(`${header}<ol>${posts.join('')}</ol>`)?.length, 4)
})

const body = (id: number, ...texts: readonly string[]): string =>
  `<div class="msg"><a href="/user/u${id}">User ${id}</a><div class="text">${texts.map((text) => `<div class="para">${text}</div>`).join('')}</div></div>`

test('a paragraph of a post is not taken for a post', () => {
  const posts = Array.from({ length: 9 }, (_all, index) => body(index, QUESTION)).join('')
  assert.equal(postsOf(header + posts + body(10, QUESTION, 'And the second half of this post.'))?.length, 10)
})

test('hidden templates are not posts, and a date without a time is not the time of a post', () => {
  const hidden = post(9, 'Me', 'Template of a reply.').replace('class="entry-text"', 'class="entry-text" hidden')
  const joined = [1, 2].map((id) => styled('Ada', `${id}. ${QUESTION}`).replace(/28.*?pm/, 'Registriert: 04.05.2011'))
  assert.equal(postsOf(`${header}${replies.replace('</ol>', `${hidden}</ol>`)}`)?.length ?? 2, 2)
  assert.deepEqual(
    postsOf(header + joined.join('').replaceAll('sc-jQ', 'author'))?.map((line) => line.slice(0, 9)),
    ['Ada |  | ', 'Ada |  | '],
  )
})

test('teasers with linked headings, and posts that are a small part of the page, are not a discussion', () => {
  const teaser = (id: number): string =>
    post(id, 'Ada', QUESTION).replace(
      '<div class="wrap">',
      `<div class="wrap"><h2><a href="/${id}">Story ${id}</a></h2>`,
    )
  assert.equal(postsOf(`${header}<ol>${[1, 2, 3].map(teaser).join('')}</ol>`), undefined)
  assert.equal(postsOf(`${header}${replies}<p>${QUESTION.repeat(5)}</p>`), undefined)
})

test('only pages that are discussions by their data or address are read this way', () => {
  const posts = post(1, 'Ada', QUESTION) + post(2, 'Bo', 'At nine.') + post(3, 'Cy', 'Behind the wall.')
  const html = `<!doctype html><html lang="en"><head><title>Low water</title></head><body>${header}<ol>${posts}</ol></body></html>`
  const stepsAt = (url: string): string => {
    const extraction = extractSync({ url, body: Buffer.from(html), contentType: 'text/html' })
    return extraction.steps.find(({ name }) => name === 'parts')!.note
  }
  assert.equal(stepsAt('https://a.example/forum/low-water'), '3 posts of repeated elements')
  assert.match(stepsAt('https://a.example/low-water'), /^not a discussion/)
  assert.match(stepsAt('https://a.example/best-board-games'), /^not a discussion/)
})

const nested = (count: number, tag: string, inner: string): string =>
  `${`<${tag}>`.repeat(count)}${inner}${`</${tag.split(' ')[0]}>`.repeat(count)}`

const HOSTILE: Readonly<Record<string, (depth: number) => string>> = {
  'nested authors': (depth) =>
    `${nested(depth, 'div class="author"', '<b></b>'.repeat(100 * depth))}<div class="text">${QUESTION}</div>`,
  'many classes': (depth) =>
    nested(depth, 'div class="a"', `<i class="author">x</i>${'<b class="user">y</b> z '.repeat(25 * depth)}`),
  'nested classes': (depth) =>
    Array.from({ length: depth }, (_all, index) => `<div class="${'ab'.repeat(index % 90)}c">`).join('') + QUESTION,
}

for (const [name, htmlOf] of Object.entries(HOSTILE))
  test(`hostile page with ${name}: the search for posts takes linear time`, async () => {
    await assertLinearTime(50, (depth) => {
      const html = htmlOf(depth)
      return () => postsOf(`${header}<div class="one">${html}</div><div class="one">${html}</div>`)
    })
  })

test('very many posts are cut', () => {
  const deep = nested(300, 'div', styled('Ada', QUESTION).repeat(5000).replaceAll('sc-jQ', 'author'))
  assert.equal(postsOf(header + deep)?.length, 2000)
})
