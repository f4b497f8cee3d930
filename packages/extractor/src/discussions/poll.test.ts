import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement, findElements, textOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { hasClass } from '../dom/select-elements.ts'
import { pollInPost, pollOf } from './poll.ts'

const POSTS = '<div class="post">Low water</div><div class="post">High water</div>'
const ANSWERS = '<fieldset class="polls"><dl><dt>Spring</dt></dl><dl><dt>Neap</dt></dl></fieldset>'

/** @returns the text of the poll of a thread */
function pollIn(body: string): string | undefined {
  const page = parsePage(`<!doctype html><body>${body}</body>`)
  const poll = pollOf(
    page,
    findElements(page, (element) => hasClass(element, 'post')),
  )
  return poll && textOf(poll)
}

test('the poll above the first post is found with its question', () => {
  const question = '<h2 class="poll-title">Which tide? </h2>'
  assert.equal(pollIn(`<div><p>Rules</p><div>${question}${ANSWERS}</div>${POSTS}</div>`), 'Which tide? SpringNeap')
  assert.equal(pollIn(`<section class="cPoll"><ul><li>A</li><li>B</li></ul></section>${POSTS}`), 'AB')
})

test('polls beside and below the posts, in a post, and without answers are not those of the thread', () => {
  for (const body of [
    `<aside>${ANSWERS}</aside>${POSTS}`,
    `<div class="sidebar">${ANSWERS}</div>${POSTS}`,
    `${POSTS}${ANSWERS}`,
    POSTS.replace('Low', ANSWERS),
    `<div class="has-poll">${POSTS}</div>`,
    `<p class="poll">This thread has a poll.</p>${POSTS}`,
  ])
    assert.equal(pollIn(body), undefined, body)
})

/** @returns the text of the poll in a post */
function pollInFirst(post: string): string | undefined {
  const page = parsePage(`<body><div class="post">${post}</div></body>`)
  const first = findElement(page, (element) => hasClass(element, 'post'))!
  const poll = pollInPost(first, (one) => findElement(one, (element) => hasClass(element, 'text')))
  return poll && textOf(poll)
}

test('a poll in the first post is found beside the text, but not in it', () => {
  assert.equal(pollInFirst(`<div>${ANSWERS}<div class="text">Low water</div></div>`), 'SpringNeap')
  assert.equal(pollInFirst(`<div class="text">Low water${ANSWERS}</div>`), undefined)
  assert.equal(pollInFirst(`<div class="poll"><p>A</p><div class="text">Low water</div></div>`), undefined)
  assert.equal(pollInFirst('<a class="poll-link">Polls</a><div class="text">Low water</div>'), undefined)
})
