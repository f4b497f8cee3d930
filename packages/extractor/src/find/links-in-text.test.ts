import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { measureTree } from '../dom/text-measures.ts'
import { isBetweenProse, isSectionOfSources, isTextWithLinkList } from './links-in-text.ts'

const prose = '<p>The tide goes out twice a day, slowly, and comes back, as everyone on the shore of the bay knows.</p>'
const links = (path: string): string =>
  `<ul>${['Charts', 'Pilots', 'Tables'].map((name) => `<li><a href="${path}${name}">${name} of the bay</a></li>`).join('')}</ul>`

/** @returns what a rule says about the element with the class `box` */
function judged(html: string): { isBetween: boolean; isText: boolean } {
  const page = parsePage(`<body>${html}</body>`)
  const measures = measureTree(page, new Set())
  const box = findElement(page, ({ attrs }) => attrs.some(({ value }) => value === 'box'))!
  return { isBetween: isBetweenProse(box, measures), isText: isTextWithLinkList(measures.get(box)!) }
}

test('a list in a box between two paragraphs belongs to the text, and at its end or with a picture not', () => {
  const box = `<div><h3>At a glance</h3><div class="box"><p>Read:</p>${links('/')}</div></div>`
  assert.equal(judged(prose + box + prose).isBetween, true)
  assert.equal(judged(prose + box).isBetween, false)
  assert.equal(judged(prose + box.replace('<p>', '<p><img src="/a.png">') + prose).isBetween, false)
})

test('a table of contents does not belong to the text', () => {
  assert.equal(judged(`${prose}<div class="box">${links('#')}</div>${prose}`).isBetween, false)
})

test('a box with a paragraph and lists of links with their labels is text, and one with a menu not', () => {
  const label = '<p><b>One month before the passage to the island</b></p>'
  assert.equal(judged(`<div class="box">${prose}${(label + links('/')).repeat(4)}</div>`).isText, true)
  assert.equal(judged(`<div class="box">${prose}${links('/').repeat(12)}</div>`).isText, false)
  assert.equal(judged(`<div class="box">${label.repeat(4)}${links('/')}</div>`).isText, false)
})

const section = (title: string, inside: string, name = ''): string =>
  `<div${name && ` class="${name}"`}><h2>${title}</h2>${inside}</div>`

const isSources = (html: string, name = 'box'): boolean => {
  const page = parsePage(`<body>${html}</body>`)
  const box = findElement(page, ({ attrs }) => attrs.some(({ value }) => value === name))!
  return isSectionOfSources(box, measureTree(page, new Set()).get(box)!)
}

test('a section of links below "See also" beside another section is part of a manual, and a box without one is not', () => {
  const link = '<div class="in"><p><code><a href="/moor">moor</a></code></p></div>'
  for (const name of ['box', 'in'])
    assert.equal(isSources(section('Use', prose) + section('See also', link, 'box'), name), true)
  assert.equal(isSources(`${prose}${section('See also', link, 'box')}`), false)
  assert.equal(isSources(section('Use', prose) + section('Related posts', link, 'box')), false)
  assert.equal(isSources(section('Use', prose) + section('See also', `<img src="/a.png">${link}`, 'box')), false)
})
