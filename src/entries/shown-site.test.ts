import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownSite } from './shown-site.ts'

test('the name of a site is its host without www', () => {
  const hosts = ['www.npr.org', 'WWW.Example.com', 'npr.org', 'www2.example.com', 'www.com', 'blog.www.example', null]
  assert.deepEqual(hosts.map(shownSite), [
    'npr.org',
    'Example.com',
    'npr.org',
    'www2.example.com',
    'www.com',
    'blog.www.example',
    '',
  ])
})
