import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredVersion } from './preferred-version.ts'

test('a client gets OPDS 2.0 only if it names its type before all others', () => {
  const headers: readonly [string | undefined, string][] = [
    // KOReader since July 2026
    ['application/opds+json, application/atom+xml;profile=opds-catalog, */*', 'v2'],
    ['application/opds+json', 'v2'],
    ['application/atom+xml, application/opds+json', 'v1.2'],
    ['*/*, application/opds+json', 'v1.2'],
    ['application/atom+xml;q=0.5, Application/OPDS+JSON ; Q=0.9', 'v2'],
    ['application/opds+json;q=0.5, text/xml;q=0.9', 'v1.2'],
    ['application/opds+json;q=0.5, */*;q=0.1', 'v2'],
    ['application/opds+json;q=0', 'v1.2'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'v1.2'],
    ['*/*', 'v1.2'],
    [';,q=', 'v1.2'],
    ['', 'v1.2'],
    [undefined, 'v1.2'],
  ]
  for (const [accept, version] of headers) assert.equal(preferredVersion(accept), version, accept ?? 'no header')
})
