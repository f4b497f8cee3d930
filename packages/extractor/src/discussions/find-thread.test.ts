import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '../dom/parse-page.ts'
import { extractSync } from '../extract.ts'
import { findThread } from './find-thread.ts'

/** @returns the article of a page, without white space between elements */
function contentOf(body: string, head = '', url = 'https://a.example/item'): string {
  const html = `<!doctype html><html lang="en"><head><title>Tides</title>${head}</head><body>${body}</body></html>`
  const capture = { url, body: Buffer.from(html), contentType: 'text/html' }
  const extraction = extractSync(capture)
  const cheap = extractSync(capture, 'cheap')
  assert.equal(cheap.kind, extraction.kind, 'a cheap extraction composes the thread, too')
  assert.equal(extraction.kind, 'article')
  return extraction.kind === 'article' ? extraction.article.content.replaceAll(/>\s+</g, '><') : ''
}

const head = (author: string, time: string, label = ''): string => {
  return `<p>${label}<strong>${author}</strong> · <time datetime="${time}">${time.slice(0, 10)}</time></p>`
}

const comment = (id: number, indent: number, user: string, text: string): string =>
  `<tr class="athing comtr" id="${id}"><td><table border="0"><tbody><tr><td class="ind" indent="${indent}"><img src="s.gif" height="1" width="${indent * 40}"></td>
  <td valign="top" class="votelinks"><center><a id="up_${id}" href="vote?id=${id}"><div class="votearrow" title="upvote"></div></a></center></td>
  <td class="default"><div style="margin-top:2px; margin-bottom:-10px;"><span class="comhead"><a href="user?id=${user}" class="hnuser">${user}</a>
  <span class="age" title="2026-01-02T10:0${id}:00 1767348000"><a href="item?id=${id}">2 hours ago</a></span><span class="navs"> | <a href="#1" class="clicky">next</a></span></span></div><br>
  <div class="comment"><div class="commtext c00">${text}</div><div class="reply"><p><font size="1"><u><a href="reply?id=${id}">reply</a></u></font></div></div></td></tr></tbody></table></td></tr>`

test('Hacker News: every comment has its author, its time and its replies', () => {
  const page = `<center><table id="hnmain"><tr><td><table class="fatitem"><tr class="athing submission" id="1"><td class="title"><span class="titleline"><a href="https://b.example/tides">Tides</a><span class="sitebit comhead"> (<a href="from?site=b.example">b.example</a>)</span></span></td></tr>
  <tr><td class="subtext"><span class="subline"><span class="score">12 points</span> by <a href="user?id=ada" class="hnuser">ada</a> <span class="age" title="2026-01-02T09:00:00 1767344400"><a href="item?id=1">3 hours ago</a></span></span></td></tr></table>
  <table class="comment-tree"><tbody>${comment(1, 0, 'bo', 'First.<p>Second paragraph.')}${comment(2, 1, 'cy', 'A reply to bo.')}${comment(3, 0, 'di', 'Another one.')}</tbody></table></td></tr></table></center>`
  assert.equal(
    contentOf(page),
    '<p><a href="https://b.example/tides" rel="noopener noreferrer">Tides</a></p><h2>Replies</h2>' +
      `<section>${head('bo', '2026-01-02T10:01:00.000Z')}First.<p>Second paragraph.</p>` +
      `<blockquote><section>${head('cy', '2026-01-02T10:02:00.000Z')}A reply to bo.</section></blockquote></section>` +
      `<section>${head('di', '2026-01-02T10:03:00.000Z')}Another one.</section>`,
  )
})

const lobstersComment = (id: string, user: string, text: string, inner = ''): string =>
  `<li class="comments_subtree"><input id="comment_folder_${id}" class="comment_folder_button" type="checkbox"><div class="comment" id="c_${id}" data-shortid="${id}">
  <div class="voters"><a class="upvoter">1</a></div><div class="details"><div class="byline"><a href="/~${user}"><img class="avatar" src="/avatars/${user}.png" alt=""></a> <a href="/~${user}">${user}</a>
  <a href="/c/${id}"><time title="2026-01-02 04:00:00" datetime="2026-01-02T10:00:00Z">2 hours ago</time></a> | <a>link</a></div><div class="comment_text"><p>${text}</p></div></div></div><ol class="comments">${inner}</ol></li>`

test('Lobsters: nested lists of comments become nested replies', () => {
  const page = `<ol class="stories"><li class="story" data-shortid="s1"><div class="story_liner h-entry"><div class="details"><span role="heading" class="link h-cite u-repost-of"><a class="u-url" href="https://b.example/tides">Tides</a></span>
  <div class="byline"><a href="/~ada">ada</a> <time datetime="2026-01-02T09:00:00Z">3 hours ago</time></div></div></div></li></ol>
  <div class="story_content"><div class="story_text"><p>Why I posted this.</p></div></div><ol class="comments comments1">${lobstersComment('x1', 'bo', 'First.', lobstersComment('x2', 'cy', 'A reply.'))}${lobstersComment('x3', 'di', 'Other.')}</ol>`
  const time = '2026-01-02T10:00:00.000Z'
  assert.equal(
    contentOf(page),
    '<p><a href="https://b.example/tides" rel="noopener noreferrer">Tides</a></p><p>Why I posted this.</p><h2>Replies</h2>' +
      `<section>${head('bo', time)}<p>First.</p><blockquote><section>${head('cy', time)}<p>A reply.</p></section></blockquote></section>` +
      `<section>${head('di', time)}<p>Other.</p></section>`,
  )
})

const time = '2026-01-02T10:00:00.000Z'
const REDDIT =
  `<p>The question in full.</p><h2>Replies</h2><section>${head('bo', time)}<p>First.</p>` +
  `<blockquote><section>${head('cy', time)}<p>A reply.</p></section></blockquote></section>` +
  `<section>${head('di', time)}<p>Other.</p></section>`

const newRedditComment = (user: string, depth: number, text: string, inner = ''): string =>
  `<shreddit-comment author="${user}" thingid="t1_${user}" depth="${depth}" permalink="/r/x/"><div slot="commentAvatar"><img src="/a.png" alt=""></div>
  <div slot="commentMeta"><a href="/user/${user}/">${user}</a><faceplate-timeago ts="2026-01-02T10:00:00.000000+0000"><time datetime="2026-01-02T10:00:00.000Z">2h ago</time></faceplate-timeago></div>
  <div id="t1_${user}-comment-rtjson-content" class="md" slot="comment"><div id="-post-rtjson-content"><p>${text}</p></div></div>${inner}</shreddit-comment>`

test('Reddit: comments of the new layout become nested replies', () => {
  const page = `<shreddit-post author="ada" post-title="Tides" created-timestamp="2026-01-02T09:00:00.000000+0000"><h1 slot="title">Tides</h1>
  <div slot="text-body"><p>The question in full.</p></div></shreddit-post><shreddit-comment-tree>${newRedditComment('bo', 0, 'First.', newRedditComment('cy', 1, 'A reply.'))}${newRedditComment('di', 0, 'Other.')}</shreddit-comment-tree>`
  assert.equal(contentOf(page).replaceAll(/<div>(<p>(?:First|A reply|Other)\.<\/p>)<\/div>/g, '$1'), REDDIT)
})

const oldRedditComment = (user: string, text: string, inner = ''): string =>
  `<div class="thing id-t1_${user} noncollapsed comment" data-author="${user}"><div class="midcol"><div class="arrow up"></div></div><div class="entry unvoted"><p class="tagline"><a href="/user/${user}" class="author">${user}</a> <time title="x" datetime="2026-01-02T10:00:00+00:00" class="live-timestamp">2 hours ago</time></p>
  <form class="usertext"><div class="usertext-body"><div class="md"><p>${text}</p></div></div></form><ul class="flat-list buttons"><li><a>permalink</a></li></ul></div><div class="child"><div class="sitetable listing">${inner}</div></div></div>`

test('Reddit: comments of the old layout become nested replies', () => {
  const page = `<div class="content"><div class="sitetable linklisting"><div class="thing id-t3_1 link self" data-author="ada"><div class="entry"><p class="title"><a class="title">Tides</a></p><p class="tagline">submitted <time datetime="2026-01-02T09:00:00+00:00">3 hours ago</time></p>
  <div class="expando"><form class="usertext"><div class="usertext-body"><div class="md"><p>The question in full.</p></div></div></form></div></div></div></div>
  <div class="commentarea"><div class="sitetable nestedlisting">${oldRedditComment('bo', 'First.', oldRedditComment('cy', 'A reply.'))}${oldRedditComment('di', 'Other.')}</div></div></div>`
  assert.equal(contentOf(page), REDDIT)
})

test('Reddit: a post that shares a page links to it, in both layouts', () => {
  const url = 'https://b.example/tides'
  const link = `<p><a href="${url}" rel="noopener noreferrer">${url}</a></p><h2>Replies</h2>`
  const newer = `<shreddit-post author="ada" post-type="link" content-href="${url}"><a href="/login">Create your account and connect with a world of communities.</a></shreddit-post>${newRedditComment('bo', 0, 'First.')}`
  assert.match(contentOf(newer), new RegExp(`^${link}<section>.*First`))
  const older = `<div class="content"><div class="thing id-t3_1 link" data-author="ada" data-url="${url}"><div class="entry"><p class="title"><a>Tides</a></p></div></div><div class="commentarea">${oldRedditComment('bo', 'First.')}</div></div>`
  assert.match(contentOf(older), new RegExp(`^${link}<section>.*First`))
})

const crawlerPost = (number: number, user: string, text: string): string =>
  `<div id="post_${number}" itemprop="comment" itemscope itemtype="http://schema.org/Comment" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" rel="nofollow" href="https://a.example/u/${user}"><span itemprop="name">${user}</span></a></span>
  <span class="crawler-post-infos"><time datetime="2026-01-02T10:00:00Z" class="post-time">January 2, 2026</time><span itemprop="position">${number}</span></span></div><div class="post" itemprop="text"><p>${text}</p></div></div>`

const preloadedPost = (username: string, text: string) => ({
  username,
  cooked: `<p>${text}</p>`,
  created_at: '2026-01-02T10:00:00Z',
})

test('Discourse: posts are read from the markup for browsers without scripts and from the data for scripts', () => {
  const written =
    crawlerPost(1, 'ada', 'The question in full.') + crawlerPost(2, 'bo', 'First.') + crawlerPost(3, 'cy', 'A reply.')
  const expected =
    `<p>The question in full.</p><h2>Replies</h2><section>${head('bo', time)}<p>First.</p></section>` +
    `<section>${head('cy', time)}<p>A reply.</p></section>`
  assert.equal(contentOf(`<div id="main-outlet">${written}</div>`), expected)
  const posts = [
    preloadedPost('ada', 'The question in full.'),
    preloadedPost('bo', 'First.'),
    preloadedPost('cy', 'A reply.'),
  ]
  const topic = JSON.stringify({ title: 'Tides', post_stream: { posts } })
  const preloaded = JSON.stringify({ topic_7: topic }).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  assert.equal(contentOf(`<div class="hidden" id="data-preloaded" data-preloaded="${preloaded}"></div>`), expected)
})

test('Discourse: the preview of another page becomes a link with its title', () => {
  const preview =
    '<aside class="onebox allowlistedgeneric" data-onebox-src="https://b.example/tides"><header class="source"><a href="https://b.example/tides">b.example</a></header>' +
    '<article class="onebox-body"><h3><a href="https://b.example/tides">All about tides</a></h3><p>The start of that page, repeated here.</p></article></aside>'
  const written = crawlerPost(1, 'ada', `See this:${preview}`) + crawlerPost(2, 'bo', 'First.')
  assert.match(
    contentOf(`<div id="main-outlet">${written}</div>`),
    /See this:<\/p><p><a href="https:\/\/b\.example\/tides"[^>]*>All about tides<\/a><\/p><h2>/,
  )
})

const lemmyComment = (user: string, text: string, inner = ''): string =>
  `<li class="comment list-unstyled"><article class="details comment-node" id="comment-1"><a class="person-listing" title="${user}" href="/u/${user}"><span>${user}</span><small>@b.example</small></a><span class="moment-time" data-tippy-content="Friday, January 2nd, 2026 at 1:00:00 PM GMT+03:00">1 year ago</span>
  <div class="comment-content"><div class="md-div"><p>${text}</p></div></div></article>${inner === '' ? '' : `<ul class="comments">${inner}</ul>`}</li>`

const lemmyPost = (text: string): string =>
  `<div class="post-listing"><a class="person-listing" title="ada" href="/u/ada"><span>ada</span></a><div class="post-title"><h1><a href="https://b.example/tides">Tides</a></h1></div><button>95</button>${text}</div>`

test('Lemmy: nested lists of comments become nested replies', () => {
  const page = `${lemmyPost('<article id="postContent"><div class="md-div"><p>Why I posted this.</p></div></article>')}
  <ul class="comments">${lemmyComment('bo', 'First.', lemmyComment('cy', 'A reply.'))}${lemmyComment('di', 'Other.')}</ul>`
  assert.equal(
    contentOf(page),
    '<p><a href="https://b.example/tides" rel="noopener noreferrer">https://b.example/tides</a></p><p>Why I posted this.</p><h2>Replies</h2>' +
      `<section>${head('bo', time)}<p>First.</p><blockquote><section>${head('cy', time)}<p>A reply.</p></section></blockquote></section>` +
      `<section>${head('di', time)}<p>Other.</p></section>`,
  )
})

const slashdotComment = (subject: string, user: string, text: string, inner = ''): string =>
  `<li id="tree_1" class="comment full contain"><div class="cw"><div class="commentTop"><div class="title"><h4><a href="//a.example/c">${subject}</a> <span class="score">(<a href="#">Score:5</a>)</span></h4></div>
  <div class="details"><span class="by">by <a href="//a.example/~${user}">${user}</a> <span class="uid"><a>( 7 )</a></span></span> <span class="otherdetails">on Friday January 2, 2026 @10:00AM (#1)</span></div></div>
  <div class="commentBody"><div><p>${text}</p></div></div><div class="commentSub"><a>Share</a></div></div><ul>${inner}</ul></li>`

const slashdotStory =
  '<article class="fhitem fhitem-story"><header><h1><a href="/story">Tides</a></h1><span class="story-byline">Posted by ada <time>on Friday</time> from the moon dept.</span></header><div class="body"><div class="p">The story in full.</div></div></article>'

test('Slashdot: a story has its comments below it, and a list of stories is not a discussion', () => {
  const page = `${slashdotStory}<ul id="commentlisting">${slashdotComment('Moonlight', 'bo', 'First.', slashdotComment('Re:Moonlight', 'cy', 'A reply.'))}</ul>`
  assert.equal(
    contentOf(page).replaceAll(/<\/?div>/g, ''),
    `The story in full.<h2>Replies</h2><section>${head('bo', time)}<p><strong>Moonlight</strong></p><p>First.</p>` +
      `<blockquote><section>${head('cy', time)}<p>A reply.</p></section></blockquote></section>`,
  )
  const collapsed = `<li class="comment"><div class="title"></div><ul>${slashdotComment('Re:', 'cy', 'A reply.')}</ul></li>`
  assert.equal(contentOf(`${slashdotStory}<ul>${collapsed}</ul>`).split('A reply.').length, 2)
  assert.equal(
    findThread(parsePage(`<body>${slashdotStory}${slashdotStory}</body>`), {
      language: 'en',
      isDiscussion: false,
      mayBeArticle: false,
      stated: { title: '', description: '' },
    }).thread,
    undefined,
  )
})

test('Lemmy: a list of posts is not a discussion', () => {
  const facts = { language: 'en', isDiscussion: false, mayBeArticle: false, stated: { title: '', description: '' } }
  assert.equal(findThread(parsePage(`<body>${lemmyPost('').repeat(3)}</body>`), facts).thread, undefined)
})

test('a page with the mark of a forum but without text in its posts is not a discussion', () => {
  assert.equal(
    findThread(parsePage(`<body>${lemmyPost('').replace(/<h1>.*<\/h1>/, '')}<p>Text</p></body>`), {
      language: 'en',
      isDiscussion: false,
      mayBeArticle: false,
      stated: { title: '', description: '' },
    }).thread,
    undefined,
  )
})

const answerMarkup = (user: string, text: string, accepted: boolean): string =>
  `<div class="answer js-answer${accepted ? ' accepted-answer' : ''}" itemprop="${accepted ? 'acceptedAnswer' : 'suggestedAnswer'}" itemscope itemtype="https://schema.org/Answer"><div class="votecell"><div itemprop="upvoteCount">4</div></div>
  <div class="answercell"><div class="s-prose js-post-body" itemprop="text"><p>${text}</p></div><div class="user-info"><div class="user-action-time">answered <time itemprop="dateCreated" datetime="2026-01-02T10:00:00">Jan 2</time></div><div class="user-details" itemprop="author" itemscope itemtype="http://schema.org/Person"><a href="/users/1">${user}</a><span class="d-none" itemprop="name">${user}</span></div></div></div>
  <div class="comments"><div class="comment"><span class="comment-copy">A side remark</span></div></div></div>`

test('questions and answers: the accepted answer is first and marked, and every answer keeps its author', () => {
  const page = `<div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><h1 itemprop="name">Tides</h1><div id="question"><div class="s-prose js-post-body" itemprop="text"><p>Why are there tides?</p><pre><code>f(x)</code></pre></div></div>
  <div id="answers">${answerMarkup('bo', 'Because of wind.', false)}${answerMarkup('cy', 'Because of the moon.', true)}</div></div>`
  const at = '2026-01-02T10:00:00'
  const shown = new Date(at).toISOString()
  assert.equal(
    contentOf(page),
    '<p>Why are there tides?</p><pre><code>f(x)</code></pre><h2>Answers</h2>' +
      `<section>${head('cy', shown, '<strong>Accepted answer</strong> · ')}<p>Because of the moon.</p></section>` +
      `<section>${head('bo', shown)}<p>Because of wind.</p></section>`,
  )
})

const questionItem = (name: string): string =>
  `<div itemscope itemtype="https://schema.org/Question"><h3 itemprop="name">${name}</h3><div itemprop="text">${name}</div>${answerMarkup('bo', 'Because.', true)}</div>`

test('several questions with answers are part of an article, not a discussion', () => {
  const page = `<p>All about tides.</p>${questionItem('Why?')}${questionItem('When?')}`
  assert.doesNotMatch(contentOf(page), /Accepted answer/)
})

test('hostile posts lose dangerous markup, and replies are nested at most eight levels deep', () => {
  const deep = Array.from({ length: 600 }, (_all, index) => comment(index % 9, index, 'x', `Text ${index}`)).join('')
  const page = `<table class="fatitem"><tr><td><div class="toptext">Start<script>alert(1)</script><img src=x onerror=alert(1)></div></td></tr></table><table class="comment-tree">${deep}</table>`
  const content = contentOf(page)
  assert.doesNotMatch(content, /script|onerror/)
  assert.match(content, /Text 599/)
  const depth = [...content.matchAll(/<(\/?)blockquote>/g)].reduce(
    ({ now, most }, [, end]) =>
      end === '/' ? { now: now - 1, most } : { now: now + 1, most: Math.max(most, now + 1) },
    { now: 0, most: 0 },
  )
  assert.equal(depth.most, 8)
})

const answer = (text: string, name: string) => ({
  '@type': 'Answer',
  text,
  author: { '@type': 'Person', name },
  dateCreated: '2026-01-03T10:00:00Z',
})

test('questions and answers in JSON-LD are used if the page does not show them, with the accepted answer first', () => {
  const question = {
    '@type': 'Question',
    name: 'Why are there two tides?',
    text: 'The moon is on one side only.\n\nWhy are there two tides a day?',
    acceptedAnswer: answer('<p>Because of <a href="/inertia">inertia</a>.</p><script>alert(1)</script>', 'Cy'),
    suggestedAnswer: [answer('I do not know.', 'Di'), answer('', 'Nil')],
  }
  const data = { '@context': 'https://schema.org', '@type': 'QAPage', mainEntity: question }
  const head = `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
  const time = '<time datetime="2026-01-03T10:00:00.000Z">2026-01-03</time>'
  assert.equal(
    contentOf('<div id="app"><p>Loading.</p></div>', head),
    '<p>The moon is on one side only.</p><p>Why are there two tides a day?</p><h2>Answers</h2>' +
      `<section><p><strong>Accepted answer</strong> · <strong>Cy</strong> · ${time}</p>` +
      '<p>Because of <a href="https://a.example/inertia" rel="noopener noreferrer">inertia</a>.</p></section>' +
      `<section><p><strong>Di</strong> · ${time}</p><p>I do not know.</p></section>`,
  )
  const shown = `<main><h1>Why are there two tides?</h1><p>${'The moon is on one side only, and the page shows this itself. '.repeat(12)}</p></main>`
  assert.doesNotMatch(contentOf(shown, head), /Accepted answer/)
})
