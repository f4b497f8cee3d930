import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { dropRepeatedPictures } from './repeated-pictures.ts'

const left = (html: string): string => htmlAfter(html, (tree) => dropRepeatedPictures(tree, new ElementList(tree)))

test('a picture that a page repeats to enlarge it is shown once', () => {
  assert.equal(
    left('<p><label><input><img src="a.png"><span><img src="a.png"></span></label></p>'),
    '<p><label><input><img src="a.png"><span></span></label></p>',
  )
})

test('other pictures, and the same one beside text or outside of a label, stay', () => {
  for (const html of [
    '<label><img src="a.png"><img src="b.png"></label>',
    '<label><img src="a.png"> and again <img src="a.png"></label>',
    '<p><img src="star.png"><img src="star.png"></p>',
    '<label><img><img></label>',
  ])
    assert.equal(left(html), html)
})

const figure = (one: string, two: string): string => left(`<figure><img src="${one}"><img src="${two}"></figure>`)

test('the small copy of a picture in a figure is removed, and other pictures stay', () => {
  assert.equal(figure('/max/60/a.png?q=20', '/max/1374/a.png'), '<figure><img src="/max/1374/a.png"></figure>')
  for (const [one, two] of [
    ['/max/60/a.png', '/max/1374/b.png'],
    ['/2024/60.png', '/2024/1374.png'],
    ['/max/600/a.png', '/max/1374/a.png'],
  ])
    assert.equal(figure(one!, two!), `<figure><img src="${one}"><img src="${two}"></figure>`)
})
