import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../kernel/errors.ts'
import { credentialHostsOf, parseCredentialHost } from './credential-host.ts'

test('a host is stored in the form that addresses use', () => {
  const hosts = {
    'Example.COM': 'example.com',
    ' .example.com ': '.example.com',
    'example.com.': 'example.com',
    'bücher.example': 'xn--bcher-kva.example',
    '127.1': '127.0.0.1',
    '[::1]': '::1',
    localhost: 'localhost',
    'a_b.example': 'a_b.example',
  }
  for (const [text, host] of Object.entries(hosts)) assert.equal(parseCredentialHost(text), host, text)
})

test('an address, a port, a wildcard for all hosts and invalid hosts are refused', () => {
  const refused =
    'https://example.com example.com/x example.com:443 a@example.com .com .localhost ..example.com .1.2.3.4 .[::1] [::1]:443 [x a%62.c * *.example.com'
  for (const text of [...refused.split(' '), '', '.', 'a b', 'x'.repeat(400), `${'x.'.repeat(140)}com`])
    assert.throws(
      () => parseCredentialHost(text),
      (error) => error instanceof AppError && error.code === 'invalid_input',
      text,
    )
})

test('the hosts that apply to a page are ordered from the most specific', () => {
  assert.deepEqual(credentialHostsOf('https://A.b.Example.com:8443/x'), [
    'a.b.example.com',
    '.a.b.example.com',
    '.b.example.com',
    '.example.com',
  ])
  assert.deepEqual(credentialHostsOf('http://127.0.0.1:80/'), ['127.0.0.1'])
  assert.deepEqual(credentialHostsOf('http://[::1]/'), ['::1'])
  assert.deepEqual(credentialHostsOf('http://localhost/'), ['localhost'])
  assert.deepEqual(credentialHostsOf('mailto:a@b.example'), [])
  assert.ok(credentialHostsOf(`https://${'a.'.repeat(100)}example.com/`).length <= 11)
})
