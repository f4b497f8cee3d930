import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRedirectUri, isRegistered } from './redirect-uri.ts'

test('an app may register https addresses, schemes of its own, and addresses of the same device', () => {
  for (const uri of [
    'https://example.org/back?x=1',
    'http://127.0.0.1/',
    'http://127.0.0.1:8080/back',
    'http://[::1]:1/back',
    'http://localhost/back',
    'org.example.app:/back',
    'readeck://oauth',
  ]) {
    assert.ok(isRedirectUri(uri), uri)
  }
})

test('an app may register no address that runs code, is not encrypted, or has parts that a browser reads differently', () => {
  for (const uri of [
    'http://example.org/',
    'http://127.0.0.1.example.org/',
    'http://127.0.0.1:80@example.org/',
    'http://localhost@example.org/',
    'http://127.0.0.2/',
    'https://user@example.org/',
    'https://example.org/#part',
    'https:example.org',
    'https://example.org\\@other.example/',
    'https://exämple.org/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'intent://x#Intent;end',
    'file:///etc/passwd',
    'view-source:https://example.org/',
    '/back',
    '',
    `https://example.org/${'x'.repeat(2000)}`,
  ]) {
    assert.equal(isRedirectUri(uri), false, uri)
  }
})

test('a redirect address is the registered one, except for the port of the same device', () => {
  const registered = [
    'http://127.0.0.1/back',
    'http://[::1]:80/back',
    'https://example.org/back',
    'org.example.app:/back',
  ]
  for (const uri of [...registered, 'http://127.0.0.1:53124/back', 'http://[::1]/back', 'http://[::1]:53124/back']) {
    assert.ok(isRegistered(uri, registered), uri)
  }
  for (const uri of [
    'http://localhost/back',
    'http://127.0.0.1/back/',
    'http://127.0.0.1/back?x=1',
    'http://127.0.0.1:1/../back',
    'http://127.0.0.1:99999/back',
    'https://example.org:8443/back',
    'https://example.org/back#x',
    'HTTPS://example.org/back',
    'org.example.app:/other',
  ]) {
    assert.equal(isRegistered(uri, registered), false, uri)
  }
})
