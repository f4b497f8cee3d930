import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { attributeOf, elementsOf, textOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { removeHiddenText } from './remove-hidden-text.ts'
import { assertLinearTime } from '../linear-time.fixture.ts'

const prose = (word: string): string =>
  `<p>${`The ${word} goes out twice a day, slowly, and comes back, as everyone on the shore knows. `.repeat(4)}</p>`

/** @returns the text of the page after the step, with white space collapsed */
function shownOf(html: string): string {
  const page = parsePage(`<!doctype html><body><main>${prose('tide')}${html}${prose('moon')}</main></body>`)
  removeHiddenText(page)
  return textOf(page).replaceAll(/\s+/g, ' ')
}

const HIDING = {
  'the attribute hidden': '<p hidden>SECRET</p>',
  'the attribute hidden with a value': '<p hidden="hidden">SECRET</p>',
  'display: none': '<p style="color: red; display : none">SECRET</p>',
  'display: none, important': '<p style="display:none!important">SECRET</p>',
  'visibility: hidden': '<div style="visibility:hidden"><p>SECRET</p></div>',
  'visibility: collapse': '<p style="visibility: collapse">SECRET</p>',
  'aria-hidden': '<p aria-hidden="true">SECRET</p>',
  'opacity: 0': '<p style="opacity:0">SECRET</p>',
  'opacity: 0.0': '<p style="opacity: 0.0; color: red">SECRET</p>',
  'sr-only': '<span class="sr-only">SECRET</span>',
  'screen-reader-text': '<span class="label screen-reader-text">SECRET</span>',
  visuallyHidden: '<span class="visuallyHidden">SECRET</span>',
  'show-for-sr': '<span class="show-for-sr">SECRET</span>',
  'a place outside of the window': '<p style="position: absolute; left: -9999px">SECRET</p>',
  'an indent outside of the window': '<p style="text-indent:-9999px">SECRET</p>',
  'a clipped box': '<p style="position:absolute;clip:rect(0 0 0 0)">SECRET</p>',
  'no height': '<div style="height:0;overflow:hidden"><p>SECRET</p></div>',
  'a closed dialog': '<dialog><p>SECRET</p></dialog>',
  'the class hidden': '<div class="box hidden"><p>SECRET</p></div>',
  'the class d-none': '<div class="d-none">SECRET</div>',
  'a font size of 0': '<p style="font-size:0">SECRET</p>',
  'a scale of 0': '<p style="transform:scale(0)">SECRET</p>',
  'a font size of 0 around paragraphs': '<div style="font-size:0em"><p>SECRET</p></div>',
  'letters without colour': '<p style="color:transparent">SECRET</p>',
  'letters in the colour of their background': '<p style="color:#fff; background-color: white">SECRET</p>',
  'an opacity of next to nothing': '<p style="opacity:0.01">SECRET</p>',
  'content-visibility': '<p style="content-visibility:hidden">SECRET</p>',
  'a clip path without area': '<p style="clip-path: polygon(0 0, 0 0, 0px 0)">SECRET</p>',
  'a circle without radius': '<p style="clip-path:circle(0)">SECRET</p>',
  'a translation outside of the window': '<p style="transform:translateX(-9999px)">SECRET</p>',
  'a box of one pixel': '<p style="position:absolute;width:1px;height:1px;overflow:hidden">SECRET</p>',
  'a popover': '<div popover id="p1"><p>SECRET</p></div>',
  'the class uk-hidden': '<p class="uk-hidden">SECRET</p>',
  'a hidden box around it': '<div hidden><div><p>SECRET</p></div></div>',
  'a heading above it, without a control': '<h3>Why?</h3><p hidden>SECRET</p>',
}

test('a hidden dialog stays hidden, although it contains a copy of most of the page', () => {
  const shown = shownOf(
    `<div role="dialog" aria-modal="true" style="display:none">SECRET ${prose('copy').repeat(9)}</div>`,
  )
  assert.doesNotMatch(shown, /SECRET|The copy/)
  assert.match(shown, /The tide[^]*The moon/)
})

test('a form that a link opens is no folded text', () => {
  const options = Array.from({ length: 80 }, (_, index) => `<option>Country number ${index}</option>`).join('')
  const form = `<form><label>SECRET budget</label><input><select>${options}</select><button>Send</button></form>`
  const control = '<a href="#offer" role="button" aria-expanded="false">Get an offer</a>'
  assert.doesNotMatch(shownOf(`${control}<div id="offer" style="display:none"><div>${form}</div></div>`), /SECRET/)
})

for (const [way, html] of Object.entries(HIDING)) {
  test(`text that a page hides by ${way} is removed`, () => {
    const shown = shownOf(html)
    assert.doesNotMatch(shown, /SECRET/)
    assert.match(shown, /The tide[^]*The moon/)
  })
}

const FOLDING = {
  'a button that names it':
    '<button aria-expanded="false" aria-controls="a1">Why?</button><div id="a1" hidden>ANSWER</div>',
  'a button in a heading':
    '<h3><button aria-expanded="false" aria-controls="a1">Why?</button></h3><div id="a1" style="display:none"><p>ANSWER</p></div>',
  'a control before it': '<div role="button" aria-expanded="false">Why?</div><div style="display:none">ANSWER</div>',
  'a button that opens a popover': '<button popovertarget="a1">Why?</button><div popover id="a1"><p>ANSWER</p></div>',
  'a link of Bootstrap':
    '<a data-toggle="collapse" href="#a1">Why?</a><div id="a1" class="collapse" hidden>ANSWER</div>',
  'a button of Bootstrap 5':
    '<button data-bs-toggle="collapse" data-bs-target="#a1">Why?</button><div id="a1" hidden>ANSWER</div>',
  'a named question': '<div class="faq-question">Why?</div><div class="faq-answer" style="display: none;">ANSWER</div>',
  'an accordion without roles': '<div class="accordion"><h4>Why?</h4><div style="display:none">ANSWER</div></div>',
  'a labelled region': '<h3 id="q">Why?</h3><div role="region" aria-labelledby="q" hidden>ANSWER</div>',
  'the search of the browser': '<h3>Why?</h3><div hidden="until-found">ANSWER</div>',
  'a tab with code and a button':
    '<div role="tablist"><a role="tab" href="#a1">Why?</a></div><div role="tabpanel" id="a1" hidden><pre>ANSWER</pre><button>Copy</button></div>',
  'a tab':
    '<div role="tablist"><a role="tab" href="#a1">Why?</a></div><div role="tabpanel" id="a1" hidden>ANSWER</div>',
  'no height, below a control':
    '<button aria-expanded="false">Why?</button><div style="height:0px;overflow:hidden">ANSWER</div>',
}

for (const [way, html] of Object.entries(FOLDING)) {
  test(`text that readers can open stays: ${way}`, () => {
    assert.match(shownOf(html), /Why\?[^]*ANSWER/)
  })
}

/** @returns the page as HTML after the step */
function htmlOf(html: string): string {
  const page = parsePage(`<!doctype html><body><main>${html}${prose('moon')}</main></body>`)
  removeHiddenText(page)
  return serialize(page)
}

test('a control becomes a heading, also if its question is a paragraph in boxes', () => {
  const answer = '<div style="height:0;overflow:hidden" id="a1"><p>ANSWER</p></div>'
  const control = (inside: string): string =>
    `<button aria-expanded="false" aria-controls="a1">${inside}</button>${answer}`
  assert.match(
    htmlOf(control('<div><p>Why does the tide come twice?</p></div>')),
    /<h4><span><span>Why does the tide come twice\?<\/span><\/span><\/h4>/,
  )
  assert.match(htmlOf(control('<p>The tide</p><p>It comes twice.</p>')), /<button/)
})

test('a row of tabs does not become the heading of a panel', () => {
  const row = '<div role="tablist"><button role="tab">npm</button><button role="tab">yarn</button></div>'
  assert.match(
    htmlOf(`${row}<div><div role="tabpanel">npm i</div><div role="tabpanel" hidden>yarn add</div></div>`),
    /<div role="tablist"><button.*<div role="tabpanel">yarn add/,
  )
})

test('the sign of a control is not part of its question', () => {
  const item =
    '<h3><button aria-expanded="false" aria-controls="a1"><span>Why?</span><span aria-hidden="true">+</span></button></h3>'
  assert.match(shownOf(`${item}<div id="a1" hidden><p>ANSWER</p></div>`), /Why\?ANSWER/)
  const panel = `<div role="tabpanel" id="a1" aria-hidden="true">${' '.repeat(99)}<p>ANSWER</p></div>`
  assert.match(shownOf(`<div role="tablist"><a role="tab" href="#a1">Why?</a></div>${panel}`), /ANSWER/)
})

test('menus, dialogs and forms stay hidden, also if a control opens them', () => {
  const control = '<button aria-expanded="false" aria-controls="a1">More</button>'
  for (const html of [
    `${control}<div id="a1" role="dialog" hidden>SECRET</div>`,
    `${control}<div id="a1" class="cookie-modal" hidden>SECRET</div>`,
    `${control}<div id="a1" hidden><a href="/a">SECRET and more</a> <a href="/b">links</a></div>`,
    `${control}<div id="a1" hidden>SECRET <input> <input></div>`,
    `<nav>${control}<div id="a1" hidden>SECRET</div></nav>`,
  ])
    assert.doesNotMatch(shownOf(html), /SECRET/)
})

test('a hidden text below a long part of the page, or below another hidden one, is not folded', () => {
  const menu = `<div><button>Menu</button>${'<p>A page of the site, of which there are many</p>'.repeat(20)}</div>`
  assert.doesNotMatch(shownOf(`${menu}<div style="display:none"><p>SECRET</p></div>`), /SECRET/)
  const popup = '<div style="display:none"><button>Close</button></div>'
  assert.doesNotMatch(shownOf(`${popup}<div style="display:none"><p>SECRET</p></div>`), /SECRET/)
})

test('a page that a script shows as a whole stays', () => {
  const page = parsePage(
    `<body><div style="visibility:hidden">${prose('tide').repeat(3)}<p hidden>SECRET</p></div></body>`,
  )
  removeHiddenText(page)
  assert.match(textOf(page), /The tide/)
  assert.doesNotMatch(textOf(page), /SECRET/)
})

/** @returns the text of a page of which a part has a style */
const faded = (text: string, style: string): string => {
  const page = parsePage(`<body><h1>Tides</h1><div style="${style}"><p>${text}</p></div></body>`)
  removeHiddenText(page)
  return textOf(page).trim()
}

test('a short text that is invisible and transparent until a script shows it stays if it is nearly all of the page', () => {
  const text = 'The tide comes in, and it goes out again, and nobody has hurried it.'
  assert.equal(faded(text, 'visibility: hidden; opacity: 0;'), `Tides${text}`)
  assert.equal(faded(text, 'visibility: hidden'), 'Tides')
  assert.equal(faded('Buy a boat.', 'visibility: hidden; opacity: 0'), 'Tides')
})

test('a hidden copy of the visible text is removed, and a text whose start is visible stays', () => {
  const words = ['tide', 'moon', 'wind', 'rain', 'quay', 'lamp']
  const source = words.map((word) => `## ${word}\n${prose(word).replaceAll(/<[^>]*>/g, '')}`).join('\n')
  const copy = `<pre hidden># SOURCE\n${source}\n${source}</pre>`
  const visible = words.map(prose).join('')
  assert.doesNotMatch(htmlOf(visible.repeat(2) + copy), /SOURCE/)
  assert.match(htmlOf(prose('tide') + copy), /SOURCE/)
})

test('paragraphs that appear while the reader scrolls stay', () => {
  const moved = `<div style="opacity:0;transform:translateY(20px)">${prose('wind')}</div>`
  assert.match(shownOf(moved), /The wind/)
  const page = parsePage(`<body>${`<div style="opacity: 0">${prose('rain')}</div>`.repeat(4)}${prose('tide')}</body>`)
  removeHiddenText(page)
  assert.match(textOf(page), /The rain/)
})

test('a part that only a printed page shows is removed', () => {
  for (const name of ['onlyprint', 'print-only', 'visible-print'])
    assert.doesNotMatch(shownOf(`<div class="${name}">The wind</div>`), /The wind/, name)
})

test('text that is hidden only at some widths stays', () => {
  assert.match(shownOf('<div class="hidden md:block">The wind</div>'), /The wind/)
  assert.match(shownOf('<div class="d-none d-md-block">The wind</div>'), /The wind/)
})

test('text that is moved within the window, painted by other means or revealed by a script stays', () => {
  for (const style of [
    'margin-left:-100px',
    'float:left;margin-left:-100%',
    'position:relative;top:-100px',
    'text-indent:-2em',
    'color:transparent;background-clip:text',
    'color:#fff;background:#000',
    'background-color:inherit;color:inherit',
    'font-size:1em',
    'position:relative;height:0;padding-bottom:56.25%;overflow:hidden',
    'color:  !important',
    'visibility:hidden;animation-name:none',
  ])
    assert.match(shownOf(`<p style="${style}">SEEN</p>`), /SEEN/, style)
  assert.match(shownOf('<div style="font-size:0"><span style="font-size:16px">SEEN</span></div>'), /SEEN/)
})

test('what readers see stays, although screen readers skip it', () => {
  assert.match(shownOf('<ruby><span aria-hidden="true">竹取</span><rt>たけとり</rt></ruby>'), /竹取/)
  assert.equal(
    shownOf('<p><span aria-hidden="true">5 km</span><span class="sr-only">five kilometres</span></p>').match(
      /5 km|five kilometres/g,
    )?.length,
    1,
  )
})

test('a page with very many hidden elements takes linear time', async () => {
  await assertLinearTime(3000, (count) => {
    const page = parsePage(`<body>${'<p hidden aria-hidden="true">x</p>'.repeat(count)}<p>The end</p></body>`)
    return () => removeHiddenText(page)
  })
})

test('a link that folds a text loses its address, and one to a tab or to another place keeps it', () => {
  const page = parsePage(
    '<body><a data-toggle="collapse" href="#a">Why?</a><a class="accordion-title" href="#">When?</a><a role="tab" aria-expanded="false" href="#b">Tab</a><a href="#c">Place</a><a id="toc-questions" href="#d">Questions?</a></body>',
  )
  removeHiddenText(page)
  const links = elementsOf(page).filter(({ tagName }) => tagName === 'a')
  assert.deepEqual(
    links.map((link) => attributeOf(link, 'href')),
    [undefined, undefined, '#b', '#c', '#d'],
  )
})

const textShown = (html: string): string => {
  const page = parsePage(`<body>${html}</body>`)
  removeHiddenText(page)
  return textOf(page)
}

test('the main part of a page behind an open dialog is shown', () => {
  const dialog = '<div role="dialog" aria-modal="true"><p>We use cookies.</p></div>'
  const root = '<div aria-hidden="true"><main><h1>Gates</h1><p>A soft gate bends.</p></main></div>'
  assert.match(textShown(dialog + root), /A soft gate bends/)
  assert.doesNotMatch(textShown(root), /A soft gate bends/, 'without a dialog')
  assert.doesNotMatch(textShown(`${dialog}<div aria-hidden="true"><p>Spare</p></div><p>Text</p>`), /Spare/)
})

test('a text that a button below it opens is shown', () => {
  const rest = '<div style="display:none"><p>The rest of the tale.</p></div>'
  assert.match(shownOf(`<div>${rest}<button aria-expanded="false">Read more</button></div>`), /The rest of the tale/)
  for (const button of [
    '<button>Read more</button>',
    '<button>Weiterlesen …</button>',
    '<a href="#">Read more ›</a>',
    '<div class="row"><a role="button" href="javascript:void(0)">Read more</a></div>',
    '<div role="button">続きを読む</div>',
  ])
    assert.match(shownOf(`<div>${rest}${button}</div>`), /The rest of the tale/, button)
  const inline = '<p>The start <span>...</span><span style="display:none">and the rest of the tale.</span></p>'
  assert.match(shownOf(`${inline}<button>Read more</button>`), /and the rest of the tale/)
  for (const after of [
    '<button>Share</button>',
    '<a href="/story">Read more</a>',
    '<div><a href="/story">Read more</a></div>',
    '<button>Read moreover</button>',
  ])
    assert.doesNotMatch(shownOf(`<div>${rest}${after}</div>`), /The rest of the tale/, after)
})
