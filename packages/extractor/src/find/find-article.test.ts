import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findArticle } from './find-article.ts'
import { attributeOf, elementsOf, findElement, textOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { assertLinearTime } from '../linear-time.fixture.ts'

const prose = (word: string): string =>
  `<p>${`The ${word} goes out twice a day, slowly, and comes back, as everyone on the shore knows. `.repeat(4)}</p>`
const found = (body: string, isArticle = true): string => {
  const article = findArticle(parsePage(`<body>${body}</body>`), isArticle)
  return article ? textOf(article.root) : ''
}

/** @returns the paragraph, in the boxes that a page builder puts around it */
const inWidget = (text: string): string =>
  `<div class="elementor-element elementor-widget"><div><p>${text}</p></div></div>`

const inBand = (word: string, times: number): string =>
  `<section class="band"><div></div><div class="in"><div class="in"><div class="in">${prose(word).repeat(times)}</div></div></div></section>`

test('a short section with many links stays beside longer ones of its kind, although it has no class', () => {
  const [before, after] = ['tide', 'moon'].map((word) => `<section><h3>The ${word}</h3>${prose(word)}</section>`)
  const short =
    '<section id="session"><h3>Session</h3><dl><dt>class Session<a href="#s">[source]</a></dt></dl>' +
    '<p>Enables sessions. See the <a href="/sessions">session documentation</a>.</p></section>'
  const text = found(`<main>${before}${short}${after}</main>`)
  assert.match(text, /The tide[^]*class Session[^]*Enables sessions[^]*The moon/)
})

test('the introduction stays in a box below the title that is named as a header', () => {
  const header = `<div class="layout__header"><h1>The table</h1><section><p>${'The table shows the tides of a year. '.repeat(4)}</p></section></div>`
  const text = found(`<main>${header}<div class="layout__body">${prose('tide').repeat(6)}</div></main>`)
  assert.match(text, /The table shows[^]*The tide/)
})

test('the question of a folded text stays, although it is named a header', () => {
  const fold =
    '<details open><summary class="card-header"><span>Why twice?</span></summary><p>The moon pulls.</p></details>'
  assert.match(found(`<main>${prose('tide').repeat(4)}${fold}${prose('moon').repeat(4)}</main>`), /Why twice\?/)
})

test('a section whose id is its heading stays, whatever the heading is about', () => {
  const section = (id: string, title: string) => `<section id="${id}"><h2>${title}</h2>${prose('patch')}</section>`
  const comments = section('respond-to-review-comments', 'Respond to review comments')
  const text = found(`<main>${prose('tide').repeat(4)}${comments}${section('comments', 'What readers say')}</main>`)
  assert.match(text, /Respond to review comments/)
  assert.doesNotMatch(text, /What readers say/)
})

test('a box named after a tool of the site is left out, even if it contains prose', () => {
  const text = found(`<div>${prose('tide').repeat(4)}<div class="newsletter-signup">${prose('letter')}</div></div>`)
  assert.match(text, /The tide/)
  assert.doesNotMatch(text, /The letter/)
})

test('a name that suggests clutter is ignored if the element contains much of the text', () => {
  const text = found(`<div>${prose('tide').repeat(3)}<div class="tags">${prose('moon').repeat(3)}</div></div>`)
  assert.match(text, /The tide[\s\S]*The moon/)
})

test('an element with most of the text stays, even if it is named as the footer of the page', () => {
  const text = found(
    `<div><div class="page-head">${prose('tide')}</div><div class="page-footer">${prose('moon').repeat(4)}</div></div>`,
  )
  assert.match(text, /The moon/)
})

test('a first paragraph above the box with the article stays, and labels above it and lines below it do not', () => {
  const lead = `The introduction of a story about the tide stands above the box with the rest of its paragraphs.`
  const text = found(
    `<div><p>A label</p><p>${lead}</p><div>${prose('tide').repeat(6)}</div><p>${lead.replace('introduction', 'teaser')}</p></div>`,
  )
  assert.match(text, /The introduction[^]*The tide/)
  assert.doesNotMatch(text, /A label|The teaser/)
})

test('short paragraphs in the boxes of page builders stay, whatever the names of the boxes', () => {
  const text = found(
    `<div>${inWidget('Con: the tide waits for nobody.')}${prose('tide').repeat(4)}${inWidget('Pro: it comes back.')}</div>`,
  )
  assert.match(text, /Con: the tide[\s\S]*Pro: it comes back/)
})

/** @returns the text of a page with prose in a box of this name before the text */
const belowBox = (name: string): string =>
  found(
    `<main><div><div class="${name}"><div class="${name}">${prose('ebb')}</div></div>${prose('tide').repeat(4)}</div></main>`,
  )

test('prose in a widget before the text stays, unless another name says that it is something else', () => {
  assert.match(belowBox('so-panel widget widget_editor'), /The ebb[^]*The tide/)
  assert.doesNotMatch(belowBox('widget contact'), /The ebb/)
})

test('a quotation in a box named social stays', () => {
  const box = `<div class="social-embed"><blockquote>${prose('quotation')}</blockquote></div>`
  assert.match(found(`<div>${prose('tide').repeat(3)}${box}</div>`), /The quotation/)
})

test('sections in separate wrappers are joined, even with empty boxes between them', () => {
  const text = found(
    `<div class="column">${inBand('tide', 1)}<div></div>${inBand('moon', 4)}<div></div>${inBand('wind', 1)}</div>`,
  )
  assert.match(text, /The tide[\s\S]*The moon[\s\S]*The wind/)
})

test('an embedded post of a social network stays, whatever the name of its box', () => {
  const post =
    '<blockquote class="twitter-tweet"><p>Low tide <a href="https://t.co/abcdefghij">https://t.co/abcdefghij</a></p></blockquote>'
  assert.match(
    found(`<div>${prose('tide').repeat(4)}<div class="social-media-embed">${post}</div>${prose('moon')}</div>`),
    /Low tide/,
  )
})

test('sections beside each other are joined', () => {
  const text = found(`<div><div>${prose('tide').repeat(4)}</div><div>${prose('moon').repeat(3)}</div></div>`)
  assert.match(text, /The tide[\s\S]*The moon/)
})

const deep = (html: string): string => `${'<div><span></span>'.repeat(7)}${html}${'</div>'.repeat(7)}`

test('a wider container is chosen if the first choice contains little of the text', () => {
  const answers = ['first', 'second', 'third'].map((word) => deep(prose(word).repeat(2))).join('')
  const text = found(`<main>${answers}</main>`, false)
  for (const word of ['first', 'second', 'third']) assert.match(text, new RegExp(`The ${word} goes`))
})

test('a table whose first row is its title stays a table', () => {
  const rows = Array.from(
    { length: 30 },
    (_, at) => `<tr><td><p>${at + 1}</p></td><td><p>Harbour town</p></td><td><p>$ 43.${at}</p></td></tr>`,
  )
  const table = `<table><tbody><tr><td colspan="3"><p>Average hourly rates of moorings in the towns of the coast</p></td></tr>${rows.join('')}</tbody></table>`
  const page = parsePage(`<body><div>${prose('tide').repeat(4)}${table}${prose('ebb').repeat(4)}</div></body>`)
  assert.equal(elementsOf(findArticle(page, true)!.root).filter(({ tagName }) => tagName === 'tr').length, 31)
})

test('lists of links and forms are left out, and data tables and code stay', () => {
  const links = '<div class="box"><a href="/a">One more story</a> <a href="/b">Another story</a></div>'
  const table = '<table><thead><tr><th>Day</th></tr></thead><tbody><tr><td>Monday low</td></tr></tbody></table>'
  const text = found(`<div>${prose('tide').repeat(4)}${links}<form><input>Name</form>${table}<pre>x = 1</pre></div>`)
  assert.doesNotMatch(text, /story|Name/)
  assert.match(text, /Monday low[\s\S]*x = 1/)
})

test('the search for the article does not change the page', () => {
  const page = parsePage(`<body><div>${prose('tide')}<div class="share">Share</div></div></body>`)
  const before = textOf(page)
  findArticle(page, true)
  assert.equal(textOf(page), before)
})

test('a page of very many boxes side by side takes linear time', async () => {
  await assertLinearTime(2500, (count) => {
    const page = parsePage(`<body><div>${'<div class="share"><a>x</a></div>'.repeat(count)}</div></body>`)
    return () => findArticle(page, false)
  })
})

test('what stands between two parts of the article belongs to it, except for teasers', () => {
  const between =
    '<div class="grid"><figure><img src="/a.jpg"><figcaption>Dawn at the pier</figcaption></figure><figure><img src="/b.jpg"></figure></div>'
  const teasers = '<div><a href="/x">Another story of the harbour</a> <a href="/y">One more story</a></div>'
  const text = found(
    `<main><div>${prose('tide').repeat(3)}</div>${between}${teasers}<div>${prose('moon').repeat(3)}</div></main>`,
  )
  assert.match(text, /The tide[^]*Dawn at the pier[^]*The moon/)
  assert.doesNotMatch(text, /Another story/)
})

const head = '<h1>The tide</h1>'
const box = (text: string, name = 'block'): string => `<div class="${name}">${text}</div>`
const steps = '<h3>Steps</h3><ol><li><div>Rake the ash.</div></li><li><div>Wait.</div></li></ol>'
const links = (count: number): string =>
  `<ul>${Array.from({ length: count }, (_, i) => `<li><a href="/${i}">A bridge made of stone ${i}</a></li>`).join('')}</ul>`
const item = (name: string, linked: string): string =>
  `<div class="item"><h2>${name}</h2><p>${name} is a school by the sea.</p>${linked}</div>`
const asked = (subject: string): string => `<h3>${subject}?</h3>${prose(subject)}`

test('boxes with text of their own before and after the article stay, if they are in the main part of the page', () => {
  const boxes =
    box(`<p>Opening hours: at seven.</p>`) +
    box(prose('tide').repeat(4)) +
    box(steps) +
    box('<blockquote>Time.</blockquote>')
  for (const page of [`<main>${head}${boxes}</main>`, `<div>${head}${boxes}</div>`])
    assert.match(found(page, false), /at seven[^]*The tide[^]*StepsRake the ash\.Wait\.[^]*Time\./)
  assert.doesNotMatch(found(`<div>${boxes}</div>`, false), /Rake/)
})

test('boxes about the site beside the article are left out, and headings that nothing follows', () => {
  const others = [
    box('<h3>About the author</h3><p>Ada lives by the sea.</p>'),
    box('<p>© 2024 The Fen Courier. All rights reserved.</p>'),
    box('<strong>Subscribe to our letter</strong><p>One story a week.</p>'),
    '<h2>Elsewhere</h2>',
    box('<ul><li><a href="/a">A bridge</a></li><li><a href="/b">A weir</a></li></ul>'),
  ]
  const text = found(`<main>${head}${box(prose('tide').repeat(4))}${others.join('')}</main>`, false)
  assert.doesNotMatch(text, /Ada|Courier|letter|Elsewhere|bridge/)
})

test('questions in a section after the boxes around the article stay', () => {
  const columns = box(box(prose('tide').repeat(6), 'text') + box('<a href="/a">A bridge</a>', 'side'), 'columns')
  const page = `<main><div>${head}${columns}${box(`<h2>Questions</h2>${asked('moon')}${asked('shore')}`, 'faq')}</div></main>`
  assert.match(found(page), /The tide[^]*Questions[^]*The moon[^]*The shore/)
})

test('a paragraph with a list of links below it stays, and a column with long lists of links does not', () => {
  const lead =
    '<p>These bridges stood before the flood, and each of them has been measured by the office of the county.</p>'
  assert.match(found(box(prose('tide').repeat(4) + box(lead + links(6)))), /stone 5/)
  assert.doesNotMatch(found(box(prose('tide').repeat(4) + box(lead + links(20)))), /stone 5/)
})

test('boxes of one kind beside each other stay together if most of them are text', () => {
  const linked = '<a href="/a">Visit the school</a> <a href="/b">Read the review of the school</a>'
  const text = found(box(prose('tide').repeat(2) + item('Alder', '') + item('Birch', linked) + item('Cedar', '')))
  assert.match(text, /Alder[^]*Birch is a school[^]*Cedar/)
})

test('paragraphs in a box that is named after a header stay, and the heading of a part does', () => {
  const folded = box(prose('moon').repeat(2), 'accordion-header-none')
  const part = box(`${box('<h2>At a glance</h2>', 'part__header')}${prose('shore')}`)
  assert.match(found(box(prose('tide').repeat(6) + folded + part)), /The moon[^]*At a glance/)
  const prices = box('<h3>Prices</h3><ul><li>Plus: 115</li><li>Simple: 38</li></ul>', 'accordion-panes header-arrow')
  assert.match(found(box(prose('tide').repeat(6) + prices + prose('shore'))), /Simple: 38/)
})

test('related products are left out of a short page too', () => {
  const related = box('<h2>Related</h2><ul><li><a href="/a">Lighthouse in a bottle</a></li></ul>', 'related products')
  assert.equal(
    found(`<main>${box('<p>A ship in a bottle, set by hand.</p>')}${related}</main>`, false),
    'A ship in a bottle, set by hand.',
  )
})

const section = (text: string): string => `<div class="section"><div class="box">${text}</div></div>`

const frame = (address: string): string => `<div><iframe src="${address}"></iframe></div>`

test('sections of the same name around the title stay on a page without a main element, and other boxes do not', () => {
  const sections =
    section(prose('tide').repeat(3)) + section('<p>Three of us rowed.</p>') + section('<h2>Oars</h2><p>Ash.</p>')
  const text = found(`<div class="hero"><h1>Tides</h1></div>${sections}<div class="last"><p>An imprint.</p></div>`)
  assert.match(text, /The tide[\s\S]*Three of us rowed[\s\S]*Oars[\s\S]*Ash/)
  assert.doesNotMatch(text, /imprint/)
})

test('a video of a known site in a box of its own stays, and the frame of an advertisement does not', () => {
  const html = `<main><h1>Tides</h1><div>${prose('tide').repeat(3)}</div>${frame('https://www.youtube.com/embed/abcdefghijk')}${frame('https://ads.example/1')}<div><audio src="/a.mp3"></audio></div></main>`
  const { root } = findArticle(parsePage(`<body>${html}</body>`), true)!
  const frames = elementsOf(root).filter(({ tagName }) => tagName === 'iframe' || tagName === 'audio')
  assert.deepEqual(
    frames.map((player) => attributeOf(player, 'src')),
    ['https://www.youtube.com/embed/abcdefghijk', '/a.mp3'],
  )
})

const letterWith = (field: string): string =>
  `<div>${prose('tide').repeat(3)}<div><h3>Our letter</h3><p>One story a week.</p><form>${field}<button>Join</button></form></div>${prose('moon')}</div>`

test('a box with a field for a mail address beside prose is left out with its title and text', () => {
  for (const field of [
    '<input type="email">',
    '<input placeholder="you@example.com">',
    '<input type="text" name="EMAIL">',
  ])
    assert.doesNotMatch(found(letterWith(field)), /Our letter|One story/, field)
  assert.match(found(letterWith('<input type="text" name="boats">')), /One story/)
})

test('a link in a sentence stays, also if its class is the name of a tool', () => {
  const filled =
    '<p>Ask for more time with <a class="external-popup" href="/f">form 4868</a> before the fifteenth of April.</p>'
  const share = '<p><a class="share" href="/s">Share</a></p>'
  const text = found(`<article>${prose('tide').repeat(2)}${filled}${share}${prose('moon').repeat(2)}</article>`)
  assert.match(text, /more time with form 4868 before/)
  assert.doesNotMatch(text, /Share/)
})

const named = (inside: string): string => `<div class="related-articles">${inside}</div>`

test('prose in a box named after related pages stays, and links to them do not', () => {
  const links = '<p><a href="/a">The tide gauge of the harbour</a></p><p><a href="/b">The moon and the sea</a></p>'
  const text = found(`<article>${prose('tide').repeat(4)}${named(prose('moon').repeat(2))}${named(links)}</article>`)
  assert.match(text, /The tide[^]*The moon goes/)
  assert.doesNotMatch(text, /tide gauge/)
})

const link = (text: string): string => `<a href="/x">${text}</a>`

test('a list of links stays, whatever its name and the boxes in its items', () => {
  const names = ['Allied Van Lines', 'Atlas Van Lines', 'Bekins Van Lines', 'First National Van Lines']
  const listOf = (name: string, item: (text: string) => string): string =>
    `<ul class="${name}">${names.map((text) => `<li>${item(text)}</li>`).join('')}</ul>`
  for (const inside of [
    listOf('text-base', link),
    `<div class="text-content"><p>${'These are the largest companies that move a household. '.repeat(3)}</p>${listOf('', link)}</div>`,
    listOf('', (text) => `<div class="stack"><div class="text">${link(text)}</div></div>`),
  ])
    assert.match(
      found(`<article>${prose('tide').repeat(3)}${inside}${prose('moon').repeat(3)}</article>`),
      /Bekins/,
      inside,
    )
})

const titled = (title: string, inside: string): string => `<div><h4>${title}</h4>${inside}</div>`

test('the sections beside a long table stay on a page without a main heading and a main element', () => {
  const rows = Array.from(
    { length: 40 },
    (_, i) => `<tr><td>Day ${i}</td><td>Low water at ${i} past the hour</td></tr>`,
  )
  const list = '<ul><li>Ada Byron, harbour</li><li>Bo Shore, office: <a href="/t.pdf">Tables</a></li></ul>'
  const text = found(
    `<div class="pane">${titled('Course', prose('tide'))}<hr>${titled('Projects', list)}<hr>${titled('Table', `<table>${rows.join('')}</table>`)}<hr>${titled('Books', list)}</div>`,
    false,
  )
  assert.match(text, /Course[^]*The tide[^]*Projects[^]*Ada Byron[^]*Day 39[^]*Books/)
})

const listOf = (word: string, count: number): string =>
  `<ul>${Array.from({ length: count }, (_, i) => `<li><a href="/${word}/${i}">${word} number ${i}</a></li>`).join('')}</ul>`

test('all lists of an overview stay, although only the first one passes the rules', () => {
  const intro = `<p>${'The harbours of the northern shore, and groups of them, are listed here by their names. '.repeat(3)}</p>`
  const groups = Array.from(
    { length: 8 },
    (_, i) => `<b>Harbours of the part of the shore with number ${i}</b>${listOf('Harbour', 20)}`,
  )
  const text = found(
    `<main>${intro}<div class="menu">${listOf('Group', 40)}</div><div>${groups.join('')}</div></main>`,
    false,
  )
  assert.match(text, /Group number 39[^]*number 7[^]*Harbour number 19/)
})

const numberedStep = (at: number): string =>
  `<div class="step"><div class="step-header"><span>Step ${at}</span><h3>Turn</h3></div><div>${prose('tide')}</div></div>`

test('a short line beside the heading of a section stays, such as the number of a step', () => {
  assert.match(
    found(`<main>${prose('moon').repeat(3)}${[1, 2, 3].map(numberedStep).join('')}${prose('wind').repeat(3)}</main>`),
    /Step 1[^]*Step 2[^]*Step 3/,
  )
})

const withBoxBetween = (text: string): string =>
  `<main>${prose('tide').repeat(2)}<div class="social-history"><p>${text}</p></div>${prose('moon').repeat(2)}</main>`

test('sentences in a box between two paragraphs stay, whatever its name, unless they are about the site', () => {
  assert.match(found(withBoxBetween('Eleven letters tell the social history of the harbour.')), /Eleven letters/)
  assert.doesNotMatch(found(withBoxBetween('Sign up for our newsletter about the harbour today.')), /newsletter/)
  assert.doesNotMatch(
    found(withBoxBetween('<a href="/x">Eleven letters tell the history of the harbour.</a>')),
    /Eleven letters/,
  )
})

const pictureAbove = (name: string): string =>
  `<div class="pic"><div><img src="/a.jpg" width="800"></div><div class="${name}">A keeper greases the gear.</div></div>`

test('a caption in a box below the picture stays, whatever its name', () => {
  assert.match(
    found(`<main>${prose('tide').repeat(3)}${pictureAbove('pic__meta')}${prose('moon').repeat(3)}</main>`),
    /greases/,
  )
})

const recipeWith = (facts: string): string =>
  `<main>${prose('tide').repeat(3)}<div><h2>Soup</h2><div class="meta">${facts}</div>${prose('moon').repeat(3)}</div></main>`

test('a row of facts below a heading stays, but not the date and the author of the page', () => {
  assert.match(found(recipeWith('<span>Prep 10 min</span><span>Serves 4</span>')), /Prep 10 min/)
  for (const facts of [
    '<span>By Ada Marsh</span><span>3 views</span>',
    '<span>5 min read</span><span>2 May 2024</span>',
  ])
    assert.doesNotMatch(found(recipeWith(facts)), /Ada Marsh|min read/, facts)
})

const foundBeside = (link: string): string =>
  found(
    `<main>${prose('tide').repeat(2)}<section><p><a href="/x">${link}</a></p></section>${prose('moon').repeat(2)}</main>`,
  )

test('a sentence that is a link stays between two texts, and a pointer to another page does not', () => {
  assert.match(foundBeside('A survey of forty crews found the same in winter.'), /A survey/)
  assert.doesNotMatch(foundBeside('Read more about the survey of forty crews in winter.'), /survey/)
  assert.doesNotMatch(foundBeside('A survey of forty crews in winter'), /survey/)
})

const entry = (link: string, title = 'Fern'): string =>
  `<div class="slide"><h2>${title}</h2><img src="/${title}.jpg" width="640"><p>Needs shade.</p>${link}</div>`

const foundWith = (inner: string): string =>
  found(`<main>${prose('tide').repeat(3)}<div>${inner}</div>${prose('moon').repeat(3)}</main>`)

test('an entry of a list post stays with a short link below it, and a teaser does not', () => {
  assert.match(foundWith(entry('<a href="/buy">Shop now</a>').repeat(3)), /Needs shade/)
  assert.doesNotMatch(foundWith(entry('<a href="/x">Read more</a>').repeat(3)), /Needs shade/)
})

test('a box with a field for a mail address is left out of a short text, too', () => {
  const box = '<div><h3>The Courier in your inbox</h3><p>Our weekly letter.</p><input type="email"></div>'
  assert.doesNotMatch(found(`<main>${prose('tide')}${box}${prose('moon')}</main>`), /weekly letter/)
})

const editable = (title: string): string =>
  `<h2>${title}</h2><span class="mw-editsection">[<a href="/e">edit</a>]</span><p>It was not well received.</p>`

test('tools that consist of links are left out of a page whose text is found without its names', () => {
  const text = found(`<div class="related">${editable('Release')}${editable('Legacy')}</div>`, false)
  assert.match(text, /Release[^]*It was not well received/)
  assert.doesNotMatch(text, /edit/)
})

test('a section of plain text before the article stays if its heading has the level of those in the article', () => {
  const purpose = '<h2>tide</h2><p>tide — print the next high water</p>'
  const sections = `<div class="sect1"><h2>Description</h2>${prose('tide').repeat(4)}</div><div class="sect1"><h2>Notes</h2>${prose('moon')}</div>`
  const around = (before: string): string => found(`<div><div class="names">${before}</div>${sections}</div>`, false)
  assert.match(around(purpose), /next high water[^]*The tide[^]*The moon/)
  for (const other of [purpose.replaceAll('h2', 'h4'), purpose.replace('the next', '<a href="/next">the next</a>')])
    assert.doesNotMatch(around(other), /print/, other)
})

test('the search for more of a short text does not leave the part of the page that contains it', () => {
  const short = '<p>The reading room opens at ten from the first of June on, and it stays closed on Saturdays.</p>'
  const others = ['Roof', 'Pier'].map(
    (name) => `<div><h3>${name}</h3><p>What is in the story about the ${name}.</p></div>`,
  )
  for (const part of ['main', 'article']) {
    const text = found(
      `<div><${part}><h1>Hours</h1>${short}</${part}><div class="more-stories">${others.join('')}</div></div>`,
      false,
    )
    assert.match(text, /The reading room/)
    assert.doesNotMatch(text, /Roof/)
  }
  assert.match(
    found(`<div><div><h1>Hours</h1>${short}</div><div class="more-stories">${others.join('')}</div></div>`, false),
    /Roof/,
  )
})

const layout = (inside: string): string => `<table role="presentation"><tr><td>${inside}</td><td> </td></tr></table>`

test('a table that states to be layout becomes boxes, also around a table of data, which stays', () => {
  const data = '<table><tr><th>Gate</th><th>Width</th></tr><tr><td>Upper</td><td>12 feet</td></tr></table>'
  const article = findArticle(
    parsePage(`<body>${layout(prose('tide').repeat(3))}${layout(data)}${layout(prose('moon'))}`),
    true,
  )!
  const tables = elementsOf(article.root).filter(({ tagName }) => tagName === 'table')
  assert.equal(tables.length, 1)
  assert.match(textOf(tables[0]!), /^GateWidthUpper12 feet$/)
})

test('the card of another page in a figure with a caption stays in a box of its own', () => {
  const card = '<a href="/tides"><div>Tides of the north</div><div>A table for each bay</div><img src="/a.jpg"></a>'
  const figure = `<div><figure>${card}<figcaption>The best tables</figcaption></figure></div>`
  const article = findArticle(parsePage(`<body><div>${prose('tide').repeat(3)}${figure}${prose('moon')}</div>`), true)!
  assert.match(textOf(article.root), /Tides of the north.*The best tables/)
  assert.notEqual(
    findElement(article.root, ({ tagName }) => tagName === 'figure'),
    undefined,
  )
})

test('a section that is named after links, but contains none, stays', () => {
  const list = '<h2>Recommendations</h2><ul><li>Read every tape twice.</li><li>Keep a copy elsewhere.</li></ul>'
  assert.match(
    found(`<main>${prose('boat').repeat(4)}<div class="recommendations">${list}</div></main>`),
    /Keep a copy elsewhere/,
  )
  const links = list.replaceAll(/<li>(.*?)<\/li>/g, '<li><a href="/a">$1</a></li>')
  assert.doesNotMatch(
    found(`<main>${prose('boat').repeat(4)}<div class="recommendations">${links}</div></main>`),
    /Keep a copy/,
  )
  const label = '<div class="share">Share this story with your friends and with everybody you know</div>'
  assert.doesNotMatch(found(`<main>${prose('boat').repeat(4)}${label}</main>`), /everybody you know/)
})

test('the parts of an embedded post stay, although they are links in boxes', () => {
  const post =
    '<blockquote class="instagram-media"><div><a href="https://www.instagram.com/p/1/">View this post</a></div></blockquote>'
  assert.match(found(`<main>${prose('boat')}${post}${prose('gull')}</main>`), /View this post/)
})

test('comments are left out, also if they are longer than the text', () => {
  const comments = `<div id="comments">${`<div class="comment">${prose('gull').repeat(2)}</div>`.repeat(3)}</div>`
  const page = `<main><h1>Bank</h1><ul><li>Founded: 1908</li></ul>${prose('boat')}</main>${comments}`
  assert.match(found(page), /Founded: 1908.*The boat/)
  assert.doesNotMatch(found(page), /The gull/)
})

const headedList = (heading: string, list: string): string =>
  `<div class="h2"><h2>${heading}</h2></div><div class="ul"><ul>${list}</ul></div>`

test('a list of sentences with links stays in a row of boxes, with its heading', () => {
  const style = headedList('Style', '<li>Follow the <a href="/s">style guide</a>.</li><li>Use short names.</li>')
  const safety = headedList('Safety', '<li>Do not store passwords.</li><li>Do not load code.</li>')
  const speed = headedList('Speed', '<li>Optimise <a href="/l">load time</a>.</li>')
  const text = found(
    `<main><div class="view"><div class="p"><p>Check these points first.</p></div>${style}${safety}${speed}</div></main>`,
  )
  assert.match(text, /Style.*style guide.*Safety.*Speed.*load time/)
})

const spoken = (name: string, text: string): string =>
  `<div class="row"><div class="meta">${name}</div><p>${text}</p></div>`

test('the heads of rows without links stay, such as the speakers of a transcript, and those of teasers do not', () => {
  const rows = [spoken('Ina', 'How is the lamp?'), spoken('Bo', 'It burns well.'), spoken('Ina', 'And the oil?')]
  assert.match(
    found(`<main>${prose('boat')}<div>${rows.join('')}</div>${prose('gull')}</main>`),
    /Ina.*lamp.*Bo.*burns/,
  )
  const teasers = rows.map((row) => row.replace('</p>', ' <a href="/x">Open</a></p>')).join('')
  assert.doesNotMatch(found(`<main>${prose('boat')}<div>${teasers}</div>${prose('gull')}</main>`), /Bo/)
})

const row = (amount: string, name: string): string => `<tr><td>${amount}</td><td>${name}</td></tr>`

const table = (rows: string): string =>
  found(`<main>${prose('boat')}<table><tbody>${rows}</tbody></table>${prose('gull')}</main>`)

test('a small table of amounts of which some ingredients are links stays, a table of links does not', () => {
  assert.match(table(row('300 g', 'Leek') + row('1 l', '<a href="/w">Water</a>')), /300 g.*Leek.*1 l.*Water/)
  const links = row('<a href="/a">Start</a>', '<a href="/b">Shop</a>')
  assert.doesNotMatch(table(links.repeat(2)), /Shop/)
})
