import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { parseSmtpUrl } from '../config/parse-smtp-url.ts'
import { openMailer, transportOptions } from './mailer.ts'

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

test('a server that goes on answering without an end does not keep the mail', async (t) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const lines = setInterval(() => socket.write('220-one moment\r\n'), 5)
    socket.on('error', () => undefined).on('close', () => clearInterval(lines))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const settings = {
    DOGEAR_SMTP_URL: parseSmtpUrl(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`),
    DOGEAR_MAIL_FROM: 'dogear@example.org',
    DOGEAR_MAIL_MAX_MB: 25,
  }
  const mailer = openMailer(settings, { withAttachment: 60_000, withoutAttachment: 50 })!
  const sent = mailer.send({ to: 'ann@example.org', subject: 'Tides', text: 'Text', key: 'a' })
  await assert.rejects(sent, { name: 'MailFailure', reason: 'unreachable' })
})
