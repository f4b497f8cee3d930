import { test } from 'node:test'
import assert from 'node:assert/strict'
import { parseFragment } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { html, trusted } from './html.ts'
import type { Child, Html } from './html.ts'

const shown = (markup: Html) => markup.toString()

test('text is escaped, in content and in attributes', () => {
  assert.equal(shown(html`<p>${'<b>'}</p>`), '<p>&lt;b&gt;</p>')
  assert.equal(shown(html`<p title="${`"'<&>`}"></p>`), '<p title="&quot;&#39;&lt;&amp;&gt;"></p>')
  assert.equal(shown(html`<p title='${`'x`}'></p>`), "<p title='&#39;x'></p>")
})

test('nested markup and lists are not escaped again', () => {
  const list = ['a', '<'].map((x) => html`<li>${x}</li>`)
  assert.equal(shown(html`<ul>${list}</ul>`), '<ul><li>a</li><li>&lt;</li></ul>')
})

test('false, null and undefined render nothing, and zero renders', () => {
  assert.equal(shown(html`${false}${null}${undefined}${0}${''}`), '0')
})

test('trusted markup goes in as it is', () => {
  assert.equal(shown(html`<div>${trusted('<em>x</em>')}</div>`), '<div><em>x</em></div>')
})

test('a boolean attribute is written for true, and left out for false and nothing', () => {
  const box = (isOn: boolean | null | undefined) => shown(html`<input name="a" ?checked="${isOn}" ?required='${isOn}'>`)
  assert.equal(box(true), '<input name="a" checked required>')
  for (const off of [false, null, undefined]) assert.equal(box(off), '<input name="a">')
  assert.equal(
    shown(html`<option value="${1}" ?selected="${true}">${'<'}</option>`),
    '<option value="1" selected>&lt;</option>',
  )
})

test('a boolean attribute takes no text, and text takes no true', () => {
  assert.throws(() => html`<input ?checked="${'yes'}">`, TypeError)
  assert.throws(() => html`<p>${true}</p>`, TypeError)
  assert.throws(() => html`<p title="${true}"></p>`, TypeError)
})

test('control characters cannot reach the page', () => {
  assert.equal(shown(html`<p>${'a\0b\x1bc\x85d\ne'}</p>`), '<p>a\ufffdb\ufffdc\ufffdd\ne</p>')
})

test('line breaks and indentation next to tags, children and the ends of a template are left out', () => {
  const list = ['a', 'b'].map(
    (x) => html`
    <li>
      ${x}
    </li>
  `,
  )
  const laidOut = html`
    <ul
      class="rows"
      title="${'two'}"
    >
      ${list}
      ${'<'}
    </ul>
    <br
    >
  `
  assert.equal(shown(laidOut), '<ul class="rows" title="two"><li>a</li><li>b</li>&lt;</ul><br>')
})

test('line breaks between words and attributes are one space, and other white space is kept', () => {
  assert.equal(
    shown(html`
      <p>
        one  two
        three
        <b>four</b> ${'five'}
      </p>
    `),
    '<p>one  two three<b>four</b> five</p>',
  )
  assert.equal(
    shown(html`<b>1</b>${' '}
    <b>2</b>`),
    '<b>1</b> <b>2</b>',
  )
  assert.equal(
    shown(html`
      <p
        class="${'a'}
          b"
        data-action="x->y#z
          ${'c'}"
        ?hidden="${true}"
        ?inert="${false}"
      ></p>
    `),
    '<p class="a b" data-action="x->y#z c" hidden></p>',
  )
  assert.equal(
    shown(html`
    <textarea>
      ${'\n'}${'\n  kept\n'}
    </textarea>
  `),
    '<textarea>\n\n  kept\n</textarea>',
  )
})

const BAD_ADDRESSES = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' \x01javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript\r:alert(1)',
  'vbscript:x',
  'data:text/html,<script>1</script>',
  'blob:https://a/b',
]

test('an address with a scheme that can run is replaced', () => {
  for (const address of BAD_ADDRESSES) {
    assert.equal(shown(html`<a href="${address}">x</a>`), '<a href="about:blank#blocked">x</a>', address)
    assert.equal(shown(html`<img src="${address}" alt="">`), '<img src="about:blank#blocked" alt="">', address)
    assert.match(shown(html`<form action="${address}"></form>`), /blocked/, address)
    assert.match(shown(html`<button formaction="${address}"></button>`), /blocked/, address)
  }
})

test('ordinary and relative addresses are kept', () => {
  for (const address of ['https://a.example/?x=1:2', '/a:b', 'view/1', '?q=a:b', '#a:b', 'mailto:a@b', 'tel:+1', '']) {
    assert.equal(shown(html`<a href="${address}">x</a>`), `<a href="${address}">x</a>`)
  }
  assert.equal(shown(html`<a href="/view/${7}/${'a"b'}">x</a>`), '<a href="/view/7/a&quot;b">x</a>')
  assert.equal(shown(html`<a href="${'/base'}/x?y=${'a:b'}">x</a>`), '<a href="/base/x?y=a:b">x</a>')
})

const REFUSED: Readonly<Record<string, (x: string) => Html>> = {
  'an unquoted value': (x) => html`<a title=${x}>y</a>`,
  'an unquoted value after text': (x) => html`<a title=a${x}>y</a>`,
  'a place inside a tag': (x) => html`<a ${x}>y</a>`,
  'an attribute name': (x) => html`<a data-${x}="1">y</a>`,
  'a place after a value': (x) => html`<a title="a"${x}>y</a>`,
  'text before the hole of a boolean attribute': (x) => html`<input ?checked="a${x}">`,
  'text after the hole of a boolean attribute': (x) => html`<input ?checked="${x}a">`,
  'two holes in a boolean attribute': (x) => html`<input ?checked="${x}${x}">`,
  'a tag name': (x) => html`<${x}>y`,
  'part of a tag name': (x) => html`<h${x}>y`,
  'an end tag': (x) => html`<b></${x}>`,
  'a script': (x) => html`<script>${x}</script>`,
  'a script after a lookalike of its end': (x) => html`<script></scripty>${x}</script>`,
  'a style': (x) => html`<style>${x}</style>`,
  'a noscript': (x) => html`<noscript>${x}</noscript>`,
  'a comment': (x) => html`<!-- ${x} -->`,
  'a declaration': (x) => html`<!doctype ${x}>`,
  'a processing instruction': (x) => html`<?a ${x}>`,
  'an event handler': (x) => html`<a onclick="${x}">y</a>`,
  'a style attribute': (x) => html`<a style="${x}">y</a>`,
  'a srcdoc': (x) => html`<iframe srcdoc="${x}"></iframe>`,
  'a srcset': (x) => html`<img alt="" srcset="${x}">`,
  'a base': (x) => html`<base href="${x}">`,
  'a refresh': (x) => html`<meta http-equiv="refresh" content="0;url=${x}">`,
  'a refresh in the other order': (x) => html`<meta content="0;url=${x}" http-equiv="refresh">`,
  'the end of a bad scheme': (x) => html`<a href="java${x}">y</a>`,
  'the body of a bad scheme': (x) => html`<a href="javascript:${x}">y</a>`,
  'a scheme spelled with a reference': (x) => html`<a href="&#106;avascript:/${x}">y</a>`,
  'the start of a scheme that the template ends': (x) => html`<a href="${x}script:1">y</a>`,
  'two halves of a scheme': (x) => html`<a href="${x}${x}">y</a>`,
  'an open tag': (x) => html`<p>${x}</p><a`,
  'an open value': (x) => html`<p>${x}</p><a title="`,
  'an open title': (x) => html`<title>${x}`,
}

for (const [place, render] of Object.entries(REFUSED)) {
  test(`a template with ${place} as a hole is refused, whatever is put in`, () => {
    assert.throws(() => render('x'), TypeError)
    assert.throws(() => render('x'), TypeError)
  })
}

test('markup is refused in text-only positions, and other types everywhere', () => {
  const inner = html`<b></b>`
  assert.throws(() => html`<title>${inner}</title>`, TypeError)
  assert.throws(() => html`<p title="${inner}"></p>`, TypeError)
  for (const wrong of [true, {}, Promise.resolve(), Symbol.iterator, 1n, { toString: () => '<b>' }]) {
    assert.throws(() => html`<p>${wrong as unknown as Child}</p>`, TypeError)
  }
})

const TEMPLATES: readonly ((x: string) => Html)[] = [
  (x) => html`<p>${x}</p>`,
  (x) => html`<p title="${x}" class='a ${x}'>${x}<b>${x}</b></p>`,
  (x) => html`<title>${x}</title><textarea name="a">${x}</textarea>`,
  (x) => html`<a href="${x}">a</a><img src="${x}" alt="${x}"><form action="/x/${x}"></form>`,
  (x) => html`<table><tr><td>${x}</td></tr></table><select><option value="${x}">${x}</option></select>`,
  (x) => html`<!-- a > b --><svg viewBox="0 0 1 1"><title>${x}</title><text>${x}</text></svg>`,
  (x) => html`<script src="/a.js"></script><style>a < b</style><p>1 < 2 ${[x, x]}</p>&${x}`,
  (x) => html`<input value="${x}" disabled /><pre>${x}</pre><math><mi>${x}</mi></math>`,
]
const SCRAPS = ['<', '>', '"', "'", '&', '/', '=', '`', '<!--', '-->', ']]>', '</title>', '</textarea>', '<script>']
  .concat([
    '</script>',
    '<svg onload=1>',
    'javascript:',
    '&lt;',
    '&#60;',
    '\0',
    '\n',
    ' ',
    'a',
    '\u202e',
    '\ud800',
    '%3C',
  ])
  .concat(['<table>', '</select>', '<plaintext>', '</p>', '<p>', '<b', 'onclick="x"', '<![CDATA[', '<?php', '\x0c'])

test('whatever is put in a hole, the tree has the same elements and attributes', () => {
  const random = seededRandom(20260101)
  for (const template of TEMPLATES) {
    const expected = skeleton(template('x'))
    for (let round = 0; round < 400; round++) {
      const text = Array.from({ length: 1 + random(8) }, () => SCRAPS[random(SCRAPS.length)]).join('')
      assert.deepEqual(skeleton(template(text)), expected, JSON.stringify(text))
    }
  }
})

test('no address that a hole makes can run', () => {
  const random = seededRandom(7)
  const scraps = ['java', 'script', ':', '\t', '\n', ' ', '\x01', 'JAVA', 'vb', 'data', '&colon;', '/', '//', '#', 'a']
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: 1 + random(7) }, () => scraps[random(scraps.length)]).join('')
    for (const markup of [html`<a href="${text}">x</a>`, html`<a href="${text}/${text}">x</a>`]) {
      const [link] = parseFragment(shown(markup)).childNodes as DefaultTreeAdapterTypes.Element[]
      const url = URL.parse(link!.attrs[0]!.value.replaceAll('\ufffd', ''), 'https://base.example/')
      assert.ok(!url || ['https:', 'about:'].includes(url.protocol), JSON.stringify(text))
    }
  }
})

/** @returns the elements of the markup with the names of their attributes. Text and attribute values are left out. */
function skeleton(markup: Html): unknown {
  const visit = (node: DefaultTreeAdapterTypes.Node): unknown =>
    'tagName' in node
      ? [node.tagName, node.attrs.map(({ name }) => name), node.childNodes.flatMap(visitElements)]
      : 'childNodes' in node
        ? node.childNodes.flatMap(visitElements)
        : node.nodeName
  const visitElements = (node: DefaultTreeAdapterTypes.Node) => (node.nodeName === '#text' ? [] : [visit(node)])
  return visit(parseFragment(shown(markup)))
}

/** @returns a linear congruential generator of random numbers. The same seed repeats a failure. */
function seededRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
