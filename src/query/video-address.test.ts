import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isVideoAddress } from './video-address.ts'

test('pages of single videos are distinguished from other pages of their sites', () => {
  for (const url of [
    'https://www.youtube.com/watch?v=abcdefghijk',
    'https://m.youtube.com/watch?list=1&v=ABCDEFGHIJK&t=3s',
    'https://youtu.be/abcdefghijk?t=3',
    'https://www.youtube.com/shorts/abcdefghijk',
    'https://vimeo.com/123456',
    'https://www.dailymotion.com/video/x8abc',
    'https://www.ted.com/talks/someone_something',
  ]) {
    assert.ok(isVideoAddress(url), url)
  }
  for (const url of [
    'https://www.youtube.com/@channel',
    'https://youtu.be/',
    'https://vimeo.com/about',
    'https://www.ted.com/talks/',
    'https://example.org/?u=https://youtu.be/abcdefghijk',
    'https://wwwxyoutube.com/watch?v=abcdefghijk',
  ]) {
    assert.ok(!isVideoAddress(url), url)
  }
})
