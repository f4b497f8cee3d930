import { test } from 'node:test'
import assert from 'node:assert/strict'
import { STORED_FILE_POLICY, articlePolicy, playerPolicy, uiPolicy } from './content-security-policy.ts'

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

test('the page of a player may frame one site or load one file, and runs no scripts', () => {
  const site = playerPolicy({ kind: 'site', address: 'https://player.example/embed/1?autoplay=1' })
  assert.match(site, /^default-src 'none'; style-src 'self'; frame-src https:\/\/player\.example; /)
  assert.match(site, /frame-ancestors 'self'$/)
  const file = playerPolicy({ kind: 'audio', address: 'https://files.example/1.mp3' })
  assert.match(file, /; media-src https:; /)
  assert.doesNotMatch(site + file, /script-src|unsafe|\*/)
  assert.doesNotMatch(file, /frame-src/)
  for (const address of ['http://player.example/', 'javascript:1', "x; script-src 'unsafe-inline'"]) {
    assert.throws(() => playerPolicy({ kind: 'site', address }), { code: 'invalid_input' }, address)
  }
})

test('articles and stored files are sandboxed and never run scripts', () => {
  for (const policy of [articlePolicy(), STORED_FILE_POLICY]) {
    assert.match(policy, /^default-src 'none'; .*sandbox/)
    assert.doesNotMatch(policy, /allow-scripts|script-src/)
  }
})
