import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserName } from './browser-name.ts'

const CASES: Readonly<Record<string, readonly [string, string, boolean]>> = {
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': ['Firefox', 'Linux', false],
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36 Edg/147.0':
    ['Edge', 'Windows', false],
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36': [
    'Chrome',
    'Android',
    true,
  ],
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1':
    ['Safari', 'iPhone', true],
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15':
    ['Safari', 'macOS', false],
  'curl/8.5.0': ['curl', '', false],
  '': ['', '', false],
  '<script>alert(1)</script>': ['', '', false],
}

test('a browser is identified by name and system, whatever else it claims', () => {
  for (const [userAgent, [browser, system, isPhone]] of Object.entries(CASES)) {
    assert.deepEqual(browserName(userAgent), { browser, system, isPhone }, userAgent)
  }
})
