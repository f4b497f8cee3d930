import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { headingParts, headingText } from './heading-text.ts'

function textOfHeading(content: string): string | undefined {
  return headingText(findElement(parsePage(`<h1>${content}</h1>`), ({ tagName }) => tagName === 'h1')!)
}

test('controls and the permalink symbol are not part of a heading', () => {
  assert.equal(textOfHeading('Tides <button>Copy</button>'), 'Tides')
  assert.equal(textOfHeading('Tides <a href="#tides">¶</a>'), 'Tides')
  assert.equal(textOfHeading('Tides<a href="#tides">#</a>'), 'Tides')
  assert.equal(textOfHeading('C#'), 'C#')
})

test('a copy for an animation and the title of a drawing are not part of a heading', () => {
  const copy = '<span aria-hidden="true"><span>The</span><span>tides</span></span>'
  assert.equal(textOfHeading(`${copy}<span>The tides</span>`), 'The tides')
  assert.equal(textOfHeading('<svg><title>News</title></svg><span>News</span>'), 'News')
  assert.equal(textOfHeading('Tides <i aria-hidden="true">chevron_right</i>'), 'Tides')
})

test('only the symbol itself is left out, even if its text also occurs in the heading', () => {
  assert.equal(textOfHeading('Ladder <i aria-hidden="true">add</i>'), 'Ladder')
  assert.equal(textOfHeading('C# guide <a aria-hidden="true" href="#c">#</a>'), 'C# guide')
  assert.equal(textOfHeading('<i aria-hidden="true"><svg><title>tide</title></svg></i> Low tide'), 'Low tide')
  assert.equal(textOfHeading('Copyright <button>Copy</button>'), 'Copyright')
})

test('hidden text is the heading if there is no other', () => {
  assert.equal(textOfHeading('<span aria-hidden="true">Tides</span>'), 'Tides')
  assert.equal(textOfHeading('<svg><title>Tidepost</title></svg>'), 'Tidepost')
})

test('an empty heading has no text', () => {
  assert.equal(textOfHeading(' <b></b> '), undefined)
})

test('the words of inline elements beside each other do not run together', () => {
  assert.equal(textOfHeading('<span class="kicker">Bread</span><span>The oven</span>'), 'Bread The oven')
  assert.equal(textOfHeading('<a><small>NEWS</small><strong>The oven</strong></a>'), 'NEWS The oven')
  assert.equal(textOfHeading('<span>Opinion:</span><span>we bake</span>'), 'Opinion: we bake')
  assert.equal(textOfHeading('<span>T</span><span>he</span> <span>Mac</span>Book'), 'The MacBook')
  assert.equal(textOfHeading('<b>Java</b>Script and <i>re</i><i>reading</i>'), 'JavaScript and rereading')
})

function partsOf(content: string): string[] {
  return headingParts(findElement(parsePage(`<h1>${content}</h1>`), ({ tagName }) => tagName === 'h1')!)
}

test('the parts of a heading are the elements and texts beside each other', () => {
  assert.deepEqual(partsOf('<a> <span>Bread</span><span>The <b>oven</b></span></a>'), ['Bread', 'The oven'])
  assert.deepEqual(partsOf('<div>Bread</div>The oven'), ['Bread', 'The oven'])
  assert.deepEqual(partsOf('The oven'), [])
  assert.deepEqual(partsOf('<b>a</b>'.repeat(7)), [])
})
