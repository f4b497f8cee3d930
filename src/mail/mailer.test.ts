import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSmtpUrl } from '../config/parse-smtp-url.ts'
import { transportOptions } from './mailer.ts'

const optionsOf = (url: string) => transportOptions(parseSmtpUrl(url)!)

test('a password is sent only over an encrypted connection, or to this machine', () => {
  const remote = optionsOf('smtp://ann:p%40ss@mail.example.org')
  assert.deepEqual([remote.port, remote.secure, remote.requireTLS], [587, false, true])
  assert.deepEqual(remote.auth, { user: 'ann', pass: 'p@ss' })
  const secure = optionsOf('smtps://ann:p@mail.example.org')
  assert.deepEqual([secure.port, secure.secure, secure.requireTLS], [465, true, undefined])
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    const local = optionsOf(`smtp://ann:p@${host}:25`)
    assert.deepEqual([local.port, local.ignoreTLS, local.requireTLS], [25, true, undefined], host)
  }
  const relay = optionsOf('smtp://relay.example.org:25')
  assert.deepEqual([relay.auth, relay.requireTLS, relay.ignoreTLS], [undefined, undefined, undefined])
})

test('an address of a mail server that is wrong is refused, and its password is not repeated', () => {
  assert.equal(parseSmtpUrl(''), undefined)
  for (const url of [
    'mail.example.org',
    'https://ann:secret@x.org',
    'smtp://',
    'smtp://a:secret@x.org/path',
    'smtp://a:secret@x.org?tls=1',
    'smtp://a:secret%@x.org',
  ]) {
    assert.throws(
      () => parseSmtpUrl(url),
      (error: Error) => /must be an address such as/.test(error.message) && !error.message.includes('secret'),
      url,
    )
  }
})
