import assert from 'node:assert/strict'
import { test } from 'node:test'
import { baseAddress, makeAddressesAbsolute } from './absolute-addresses.ts'
import { htmlAfter } from './html-after.fixture.ts'
import { parsePage } from './parse-page.ts'
import { elementsOf } from './page-tree.ts'

const base = 'https://a.example/dir/page'

test('addresses become absolute, and addresses other than http and https are removed', () => {
  const html =
    '<a href="x?y=1#z">a</a><a href="//b.example">b</a><a href="javascript:1">c</a><a href="#d">d</a>' +
    '<img src="../i.png" srcset="/s.png 1x, data:x 2x"><blockquote cite="ftp://x/">e</blockquote>'
  assert.equal(
    htmlAfter(html, (tree) => makeAddressesAbsolute(elementsOf(tree), base)),
    '<a href="https://a.example/dir/x?y=1#z">a</a><a href="https://b.example/">b</a><a>c</a>' +
      '<a href="https://a.example/dir/page#d">d</a>' +
      '<img src="https://a.example/i.png" srcset="https://a.example/s.png 1x"><blockquote>e</blockquote>',
  )
})

test('the first base element with an address is used if the address is http or https', () => {
  assert.equal(baseAddress(parsePage('<base href="/b/"><base href="/c/">'), base), 'https://a.example/b/')
  assert.equal(baseAddress(parsePage('<base target=_top><base href="//c.example/">'), base), 'https://c.example/')
  assert.equal(baseAddress(parsePage('<base href="javascript:1">'), base), base)
  assert.equal(baseAddress(parsePage('<p>'), base), base)
})

const target = (href: string): string =>
  htmlAfter(`<a href="${href}">a</a>`, (tree) => makeAddressesAbsolute(elementsOf(tree), base))

test("links through Google's redirect, as in published documents, lead to their target", () => {
  const redirect = 'https://www.google.com/url?q=https%3A%2F%2Ftides.example%2Fa%3Fb%3D1&amp;sa=D&amp;source=editors'
  assert.equal(target(redirect), '<a href="https://tides.example/a?b=1">a</a>')
  for (const other of ['https://www.google.com/url?q=tides', 'https://google.example/url?q=https://tides.example/'])
    assert.equal(target(other), `<a href="${other}">a</a>`)
})
