import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshTarget } from './follow-refresh.ts'

const PAGE = 'https://a.example/old/page?x=1'

const CASES: readonly (readonly [content: string, target: string | undefined, base?: string])[] = [
  ['0; url=https://b.example/new', 'https://b.example/new'],
  ['0;URL="/new"', 'https://a.example/new'],
  ["5 ; url = 'new' ; more", 'https://a.example/old/new'],
  ['0 /new', 'https://a.example/new'],
  ['0, /new', 'https://a.example/new'],
  ['1.5;url=new', 'https://a.example/new', '/'],
  ['6;url=/new', undefined],
  ['300', undefined],
  ['0', undefined],
  ['0;url=', undefined],
  ['soon;url=/new', undefined],
  ['0;url=javascript:alert(1)', undefined],
  ['0;url=file:///etc/passwd', undefined],
  ['0;url=https://a.example/old/page?x=1#top', undefined],
]

test('a refresh within five seconds leads to another web page, any other leads nowhere', () => {
  for (const [content, target, base = ''] of CASES) assert.equal(refreshTarget(content, PAGE, base), target, content)
})
