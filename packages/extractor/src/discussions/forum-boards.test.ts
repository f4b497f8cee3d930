import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSync } from '../extract.ts'
import { createElement, textOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { findThread } from './find-thread.ts'
import { boardThread } from './forum-boards.ts'

/** @returns each post of a page as `author | time | text`; undefined if the page is no forum */
function postsOf(body: string): string[] | undefined {
  const thread = boardThread(parsePage(`<!doctype html><body>${body}</body>`))
  return thread && [thread.start, ...thread.posts].map(lineOf)
}

type Read = NonNullable<ReturnType<typeof boardThread>>['start']

const lineOf = ({ author, publishedAt, body }: Read): string =>
  [
    author,
    publishedAt,
    textOf(createElement('div', {}, body))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ].join(' | ')

/** @returns a function that writes the posts of Ada and Bo in the markup of a forum */
const twice = (post: (id: number, author: string, text: string) => string): string =>
  post(11, 'Ada', '<p>Where is low water?</p>') + post(12, 'Bo', 'Behind the wall.')
const time = '<time datetime="2026-01-02T10:00:00+00:00">2 January</time>'
const AT = '2026-01-02T10:00:00.000Z'
const timed = [`Ada | ${AT} | Where is low water?`, `Bo | ${AT} | Behind the wall.`]
const untimed = ['Ada |  | Where is low water?', 'Bo |  | Behind the wall.']

const PAGES: Readonly<Record<string, readonly [page: string, posts: readonly string[]]>> = {
  'XenForo 2': [
    twice(
      (id, author, text) =>
        `<article class="message message--post js-post" data-author="${author}" id="js-post-${id}"><div class="message-cell--user"><h4 class="message-name"><a class="username">${author}</a></h4><h5>Member</h5></div>
        <header class="message-attribution"><ul><li>${time}</li><li>#${id}</li></ul></header><article class="message-body js-selectToQuote"><div class="bbWrapper">${text}</div><div class="js-selectToQuoteEnd">&nbsp;</div></article>
        <aside class="message-signature"><div class="bbWrapper">Sent from my boat</div></aside></article>`,
    ),
    timed,
  ],
  'XenForo 2, with a changed template': [
    twice(
      (id, author, text) =>
        `<article class="message message--post js-post" id="js-post-${id}"><h4 class="message-name"><a class="username">${author}</a></h4>${time}<div class="message-body"><div class="bbWrapper">${text}</div></div></article>`,
    ),
    timed,
  ],
  'XenForo 1': [
    twice(
      (id, author, text) =>
        `<li id="post-${id}" class="message" data-author="${author}"><div class="messageUserInfo">${author}, Member</div><div class="messageContent"><article><blockquote class="messageText ugc">${text}</blockquote></article></div><abbr class="DateTime" data-time="1767348000">Friday</abbr></li>`,
    ),
    timed,
  ],
  'phpBB 3': [
    twice(
      (id, author, text) =>
        `<div id="p${id}" class="post bg1"><dl class="postprofile"><dt><a>${author}</a></dt><dd>Posts: 7</dd></dl><div class="postbody"><h3>Re: Tides</h3><p class="author">by <strong><a>${author}</a></strong> ${time}</p><div class="content">${text}</div><div class="signature">Yours</div></div></div>`,
    ),
    timed,
  ],
  FluxBB: [
    twice(
      (id, author, text) =>
        `<div id="p${id}" class="blockpost"><h2>#1</h2><div class="postbody"><div class="postleft"><dl><dt><strong>${author}</strong></dt><dd>Posts: 7</dd></dl></div><div class="postright"><h3>Re: Tides</h3><div class="postmsg">${text}</div></div></div></div>`,
    ),
    untimed,
  ],
  'Invision Community 4': [
    twice(
      (id, author, text) =>
        `<article id="elComment_${id}" class="cPost ipsBox ipsComment"><aside><h3 class="cAuthorPane_author"><a>${author}</a> <span title="Posts">4,522</span></h3><ul><li>Members</li></ul></aside><div class="ipsComment_meta">Posted ${time}</div><div data-role="commentContent" class="ipsType_richText">${text}</div></article>`,
    ),
    timed,
  ],
  'Invision Community 5': [
    twice(
      (id, author, text) =>
        `<article id="elComment_${id}" class="\n ipsEntry js-ipsEntry"><h3 class="ipsEntry__username"><a>${author}</a></h3><p>${time}</p><div class="ipsRichText" data-role="commentContent">${text}</div></article>`,
    ),
    timed,
  ],
  'vBulletin 3': [
    twice(
      (id, author, text) =>
        `<div id="edit${id}"><table id="post${id}"><tr><td>2 January</td></tr><tr><td><a class="bigusername">${author}</a></td><td><div id="post_message_${id}">${text}</div></td></tr></table></div>`,
    ),
    untimed,
  ],
  'vBulletin 4': [
    twice(
      (id, author, text) =>
        `<li class="postbit postcontainer" id="post_${id}"><div class="userinfo"><a class="username offline"><strong>${author}</strong></a></div><div class="postbody"><div class="content"><div id="post_message_${id}"><blockquote class="postcontent">${text}</blockquote></div></div></div></li>`,
    ),
    untimed,
  ],
  'vBulletin 5': [
    twice(
      (id, author, text) =>
        `<li class="b-post js-post" data-node-id="${id}"><div class="b-userinfo"><div class="author"><strong><a>${author}</a></strong></div><div class="usertitle">Member</div></div><time datetime="2026-01-02T10:00:00Z">2 January</time><div class="js-post__content-text">${text}</div></li>`,
    ),
    timed,
  ],
  'Simple Machines Forum': [
    twice(
      (id, author, text) =>
        `<div class="post_wrapper"><div class="poster"><h4><a>${author}</a></h4><ul><li>Posts: 7</li></ul></div><div class="postarea"><div class="keyinfo"><a class="smalltext">2 January</a></div><div class="post"><div class="inner" id="msg_${id}">${text}</div></div></div><div class="signature">Yours</div></div>`,
    ),
    untimed,
  ],
  MyBB: [
    twice(
      (id, author, text) =>
        `<div class="post " id="post_${id}"><div class="post_author"><div class="author_information"><strong><a>${author}</a></strong> <span>Board owner</span></div></div><div class="post_content"><span class="post_date">2 January</span><div class="post_body scaleimages" id="pid_${id}">${text}</div></div></div>`,
    ),
    untimed,
  ],
  NodeBB: [
    twice(
      (id, author, text) =>
        `<li component="post" data-pid="${id}" data-username="${author}" data-timestamp="1767348000000"><div component="post/parent/content">Quoted</div><a>${author}</a><div component="post/content">${text}</div></li>`,
    ),
    timed,
  ],
  Flarum: [
    twice(
      (_id, author, text) =>
        `<article><div class="PostUser"><h3 class="PostUser-name">${author}</h3></div><div class="Post-body">${text}</div></article><hr>`,
    ),
    untimed,
  ],
  'Flarum, with scripts': [
    twice(
      (_id, author, text) =>
        `<article class="CommentPost Post"><div><header class="Post-header"><h3 class="PostUser-name"><a href="/u/a"><span class="Avatar">A</span><span class="username">${author}</span></a></h3>${time}</header><div class="Post-body">${text}</div><footer>Liked</footer></div></article>`,
    ),
    timed,
  ],
  'Discourse, with scripts': [
    twice(
      (id, author, text) =>
        `<article id="post_${id}" data-post-id="${id}"><div class="topic-body"><div class="names"><span class="first username"><a href="/u/a">${author}</a></span><span class="user-title">Pilot</span></div><span class="relative-date" data-time="1767348000000">Friday</span><div class="contents"><div class="cooked">${text}</div></div></div></article>`,
    ),
    timed,
  ],
  bbPress: [
    `<div class="forums bbp-replies">${twice(
      (id, author, text) =>
        `<div class="bbp-reply-header" id="post-${id}"><span class="bbp-reply-post-date">2 January</span></div><div class="post-${id} ${id === 11 ? 'topic type-topic' : 'reply type-reply'} status-publish"><div class="bbp-reply-author"><a class="bbp-author-link"><span class="bbp-author-name">${author}</span></a><div class="bbp-author-role">Participant</div></div><div class="bbp-reply-content">${text}</div></div>`,
    )}</div>`,
    untimed,
  ],
  Vanilla: [
    twice(
      (id, author, text) =>
        `<div class="Item ItemComment" id="Comment_${id}"><a class="Username">${author}</a> ${time}<div class="Message userContent">${text}</div></div>`,
    ),
    timed,
  ],
}

for (const [software, [page, posts]] of Object.entries(PAGES)) {
  test(`${software}: every post is read with its author and, if the page states it, its time`, () => {
    assert.deepEqual(postsOf(`<nav>Forum</nav>${page}<form>Reply</form>`), posts)
  })
}

test('a post without an author stays, and a page without any author is no forum', () => {
  const [first = '', second = ''] = PAGES['phpBB 3']![0].split(/(?=<div id="p12")/)
  const nameless = second.replace(/<p class="author">.*?<\/p>/, '')
  assert.deepEqual(postsOf(first + nameless), [timed[0], ' |  | Behind the wall.'])
  assert.equal(postsOf(nameless), undefined)
})

test('the mark of each forum is recognised on a whole page', () => {
  for (const [software, [page]] of Object.entries(PAGES)) {
    const { thread } = findThread(parsePage(`<!doctype html><body>${page}</body>`), {
      language: 'en',
      isDiscussion: false,
      mayBeArticle: false,
      stated: { title: '', description: '' },
    })
    assert.equal(thread?.posts, 2, software)
  }
})

test('the article contains the posts, and its author is that of the first one', () => {
  const html = `<!doctype html><html lang="en"><head><title>Tides</title></head><body>${PAGES['XenForo 2']![0]}</body></html>`
  const extraction = extractSync({ url: 'https://a.example/t/1', body: Buffer.from(html), contentType: 'text/html' })
  assert.ok(extraction.kind === 'article')
  const { content, authors } = extraction.article
  assert.deepEqual(authors, ['Ada'])
  assert.equal(
    content,
    '<p>Where is low water?</p><h2>Replies</h2>' +
      `<section><p><strong>Bo</strong> · <time datetime="${AT}">2026-01-02</time></p>Behind the wall.</section>`,
  )
})

const hostilePost = (name: string) =>
  `<article class="message--post" data-author="${name}"><div class="message-body"><div class="bbWrapper">Text<script>alert(1)</script><img src=x onerror=alert(1)></div></div></article>`

test('hostile names and texts of posts are sanitised', () => {
  const html = `<body>${hostilePost('&lt;img src=x onerror=alert(1)&gt;')}${hostilePost('Bo')}</body>`
  const extraction = extractSync({ url: 'https://a.example/', body: Buffer.from(html), contentType: 'text/html' })
  assert.ok(extraction.kind === 'article')
  assert.doesNotMatch(extraction.article.content, /<script|onerror=a|<img src="x" o/)
})
