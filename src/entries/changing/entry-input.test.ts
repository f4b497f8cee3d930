import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOrigin } from './entry-input.ts'

test('an origin that could run a script is discarded, however it is written', () => {
  for (const text of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\tscr\nipt:alert(1)',
    'javascript://example.org/%0aalert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'view-source:javascript:1',
  ]) {
    assert.equal(parseOrigin(text), undefined, text)
  }
})

test('any other origin is stored unchanged', () => {
  for (const text of [
    'https://example.org/a b?c#d',
    'android-app://org.example/x',
    'a newsletter',
    'tip: javascript',
    '<b>“bold”</b>',
    '0',
  ]) {
    assert.equal(parseOrigin(text), text)
  }
  assert.equal(parseOrigin(undefined), undefined)
})
