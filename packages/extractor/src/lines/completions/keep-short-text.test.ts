import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSync } from '../../extract.ts'
import { textOf } from '../../dom/page-tree.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { completedLines } from './completed-lines.fixture.ts'
import { keepShortText } from './keep-short-text.ts'

/** @returns the texts of the lines that are kept if at first only those that start with "Kept" are */
function kept(html: string, mayKeep = (_text: string): boolean => true): readonly string[] {
  return completedLines(
    html,
    (text) => text.startsWith('Kept'),
    (page, keep) =>
      keepShortText(page, keep, {
        isSelected: () => true,
        url: 'https://h.example/x',
        mayKeep: (index) => mayKeep(page.lines[index]!.text),
      }),
  ).filter((text) => !text.startsWith('Kept'))
}

const CHANGES = '<div>May 2024</div><div>Night mode</div><p>Kept here, and there</p><div>Clock drift</div>'

test('all lines of a short text are kept', () => {
  assert.deepEqual(kept(CHANGES), ['May 2024', 'Night mode', 'Clock drift'])
  assert.deepEqual(kept('<p>Kept</p><p>[Exit INES]</p><p>§ 4</p>'), ['[Exit INES]', '§ 4'])
})

test('lines about the page, tools, links, labels and improbable lines are left to the model', () => {
  const around = (html: string): string => `${CHANGES}${html}<p>Kept</p>`
  for (const html of [
    '<div><a href="/x">Lamps</a></div>',
    '<div>Share this</div>',
    '<form><div>Your name</div></form>',
    '<div class="newsletter-signup"><p>Hear from us</p></div>',
    '<div>***</div>',
  ])
    assert.deepEqual(kept(around(html)), ['May 2024', 'Night mode', 'Clock drift'], html)
  assert.deepEqual(kept(`<p>By Ada Hobbs</p>${CHANGES}<div>Tags:</div>`), ['May 2024', 'Night mode', 'Clock drift'])
  assert.deepEqual(kept(`${CHANGES}<h2>Related articles</h2><p>Lamps</p>`), ['May 2024', 'Night mode', 'Clock drift'])
  const time = '<p>May 2, 2024 10:43</p>'
  assert.deepEqual(kept(`${CHANGES}${time}`).at(-1), 'Clock drift')
  assert.deepEqual(kept(`${CHANGES}${time}${time.replace('May', 'June')}`).length, 5)
  assert.deepEqual(kept(`<p>By ferry</p>${CHANGES}<p>Post views: 40</p>`)[0], 'By ferry')
  assert.deepEqual(
    kept(CHANGES, (text) => text !== 'Night mode'),
    ['May 2024', 'Clock drift'],
  )
})

const link = (address: string, text: string): string => `<p><a href="${address}">${text}</a></p><p>Kept, a take</p>`

test('links to other sites stay, and those to the own site and to accounts on networks do not', () => {
  const links = link('https://lamps.example/', 'On lamps') + link('https://tides.example/', 'On tides')
  assert.deepEqual(kept(links + CHANGES), ['On lamps', 'On tides', 'May 2024', 'Night mode', 'Clock drift'])
  assert.deepEqual(kept(`${CHANGES}${link('https://facebook.com/wall', 'The wall')}`).at(-1), 'Clock drift')
  assert.deepEqual(kept(`${CHANGES}${link('/wall', 'The wall')}`).at(-1), 'Clock drift')
})

test('a longer text, a menu and a notice of a line are left to the model', () => {
  assert.deepEqual(kept(`${CHANGES}<p>Kept ${'and so on '.repeat(100)}</p>`), [])
  assert.deepEqual(kept(`${CHANGES}<p><a href="/x">Kept by the harbour office</a></p>`), [])
  assert.deepEqual(kept('<p>Kept</p><p>Please wait</p>'), [])
})

test('short pages without sentences are whole', () => {
  const pages = {
    timeline: ['1820 Built', '1911 Raised', '1953 Broken'].map((entry) => `<section>${entry}</section>`),
    play: [
      '<p>(Night. A wall.)</p>',
      '<p>HOBBS</p>',
      '<p>Who goes?</p>',
      '<p>INES</p>',
      '<p>I.</p>',
      '<p>[Exit INES]</p>',
    ],
    log: ['<div>2.1</div>', '<div>修复崩溃</div>', '<div>新增夜间模式</div>', '<div>2.0</div>', '<div>首次发布</div>'],
    vacancy: [
      '<p>Full time</p>',
      '<h2>Tasks</h2>',
      '<p>Open gates</p>',
      '<h2>Contact</h2>',
      '<p>Jo Hart, +44 20 7946 0001</p>',
    ],
    verse: ['<div>[Verse 1]<br>O wall</div>', '<div>stand tall</div>', '<div>la la la</div>'],
  }
  for (const [name, lines] of Object.entries(pages)) {
    const links = '<a href="/">Home</a> <a href="/news">News</a>'.repeat(3)
    const html = `<title>The wall</title><nav>${links}</nav><div><h1>The wall</h1>${lines.join('')}</div><footer>${links}</footer>`
    const extraction = extractSync({
      url: 'https://h.example/x',
      contentType: 'text/html; charset=utf-8',
      body: Buffer.from(html),
    })
    const text = extraction.kind === 'article' ? textOf(parseHtmlFragment(extraction.article.content), Infinity) : ''
    for (const line of lines) {
      const expected = textOf(parseHtmlFragment(line), Infinity)
      assert.ok(text.replaceAll(/\s/g, '').includes(expected.replaceAll(/\s/g, '')), `${name}: ${expected}`)
    }
  }
})
