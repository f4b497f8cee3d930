import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFullVersion } from './amp-full-version.ts'
import { parsePage } from '../dom/parse-page.ts'

const find = (mark: string, canonical: string, url = 'https://amp.news.example/story') =>
  findFullVersion(parsePage(`<html ${mark}><head><link rel="canonical" href="${canonical}"></head>`), url)

test('the full version of an AMP page is its canonical address on the same site', () => {
  assert.equal(find('amp', 'https://www.news.example/story'), 'https://www.news.example/story')
  assert.equal(find('⚡ lang="en"', '/story.html'), 'https://amp.news.example/story.html')
})

test('a canonical address is no full version if it is invalid, on another site, the page itself, or of a page without AMP', () => {
  assert.equal(find('', 'https://www.news.example/story'), undefined)
  assert.equal(find('amp', 'https://elsewhere.example/story'), undefined)
  assert.equal(find('amp', 'javascript:alert(1)'), undefined)
  assert.equal(find('amp', 'https://amp.news.example/story'), undefined)
  assert.equal(find('amp', ''), undefined)
})
