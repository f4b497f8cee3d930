import { test } from 'node:test'
import assert from 'node:assert/strict'
import { STORED_FILE_POLICY, articlePolicy, uiPolicy } from './content-security-policy.ts'

test('our pages run no inline code, send forms home only and cannot be framed', () => {
  const policy = uiPolicy().split('; ')
  assert.equal(policy[0], "default-src 'none'")
  for (const part of ["script-src 'self'", "style-src 'self'", "form-action 'self'", "frame-ancestors 'none'"]) {
    assert.ok(policy.includes(part), part)
  }
  assert.ok(policy.includes("img-src 'self' data:"))
  assert.doesNotMatch(uiPolicy(), /unsafe/)
})

test('foreign pictures are allowed only where the operator wants them loaded from where they lie', () => {
  assert.match(uiPolicy({ remoteImages: true }), /img-src 'self' data: https:;/)
})

test('an embed host can add only itself', () => {
  assert.match(uiPolicy({ embedHosts: ['https://a.example'] }), /frame-src 'self' https:\/\/a\.example;/)
  for (const host of [
    "https://a.example; script-src 'unsafe-inline'",
    'http://a.example',
    '*',
    'https://a.example/x',
  ]) {
    assert.throws(() => uiPolicy({ embedHosts: [host] }), { code: 'invalid_input' }, host)
    assert.throws(() => articlePolicy([host]), { code: 'invalid_input' }, host)
  }
})

test('articles and stored files are sandboxed and never run scripts', () => {
  for (const policy of [articlePolicy(), STORED_FILE_POLICY]) {
    assert.match(policy, /^default-src 'none'; .*sandbox/)
    assert.doesNotMatch(policy, /allow-scripts|script-src/)
  }
})
