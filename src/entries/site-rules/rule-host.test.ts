import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRuleHost, ruleHostsOf } from './site-rule.repository.ts'

test('hosts are compared in one spelling', () => {
  assert.deepEqual(['Example.COM', 'www.example.com', '.Example.com', 'bücher.example'].map(parseRuleHost), [
    'example.com',
    'example.com',
    '.example.com',
    'xn--bcher-kva.example',
  ])
})

for (const host of ['', '.', '..', 'a b', 'a/../b', 'http://a.example', 'a.example:80', 'a..b', 'x'.repeat(300)]) {
  test(`"${host.slice(0, 20)}" is no host`, () => {
    assert.throws(() => parseRuleHost(host), { code: 'invalid_input' })
  })
}

test('the rules of a host come before wildcard rules', () => {
  assert.deepEqual(ruleHostsOf('https://www.blog.example.com/x'), [
    'blog.example.com',
    '.blog.example.com',
    '.example.com',
    '.com',
  ])
  assert.deepEqual(ruleHostsOf('https://[::1]/'), [])
})
