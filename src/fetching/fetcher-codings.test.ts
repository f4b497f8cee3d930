import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test, { type TestContext } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { FetchOutcome } from './fetch-outcome.ts'
import { answerBytes, sending, startOrigin } from './raw-origin.fixture.ts'
import { failureOf, pageOf, testFetcher, textOf } from './test-fetcher.fixture.ts'

const TEXT = 'A page about dogs. '.repeat(20_000)

async function fetchCoded(t: TestContext, coding: string, body: Uint8Array): Promise<FetchOutcome> {
  const origin = await startOrigin(t, sending(answerBytes(`200 OK\r\nContent-Encoding: ${coding}`, body)))
  return await testFetcher(t, { allow: '127.0.0.1' }).fetch(origin.url)
}

test('F1: every coding we ask for is undone', async (t) => {
  const noise = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7919 + (i >> 3)) & 0x7f))
  for (const text of ['', 'x', TEXT, noise.toString('latin1')]) {
    assert.equal(textOf(await fetchCoded(t, 'gzip', gzipSync(text))), text)
    assert.equal(textOf(await fetchCoded(t, 'X-GZIP', gzipSync(text))), text)
    assert.equal(textOf(await fetchCoded(t, 'deflate', deflateSync(text))), text)
    assert.equal(textOf(await fetchCoded(t, 'deflate', deflateRawSync(text))), text)
    assert.equal(textOf(await fetchCoded(t, 'br', brotliCompressSync(text))), text)
    assert.equal(textOf(await fetchCoded(t, 'zstd', zstdCompressSync(text))), text)
    assert.equal(textOf(await fetchCoded(t, 'identity', Buffer.from(text))), text)
    assert.equal(textOf(await fetchCoded(t, ' , identity', Buffer.from(text))), text)
  }
})

test('F1: a charset in place of a coding counts as none, and does not hide a coding beside it', async (t) => {
  for (const charset of ['utf-8', 'UTF8', 'iso-8859-1', 'windows-1252', 'utf-8, utf-8']) {
    assert.equal(textOf(await fetchCoded(t, charset, Buffer.from(TEXT))), TEXT, charset)
  }
  assert.equal(textOf(await fetchCoded(t, 'utf-8, gzip', gzipSync(TEXT))), TEXT)
  for (const coding of ['utf-7', 'utf-8, gzip, gzip', 'utf-99']) {
    assert.equal(failureOf(await fetchCoded(t, coding, gzipSync(TEXT))).code, 'bad_answer', coding)
  }
})

test('F1: raw deflate is distinguished from zlib even if its first byte looks the same', async (t) => {
  // The body is deflate without a zlib header: a stored block and an empty last block. The padding bits of its first
  // byte look like the start of a zlib header.
  const body = Buffer.from([0x08, 5, 0, 0xfa, 0xff, ...Buffer.from('hello'), 1, 0, 0, 0xff, 0xff])
  assert.equal(textOf(await fetchCoded(t, 'deflate', body)), 'hello')
})

test('F1: bombs end at the limit of decoded bytes', async (t) => {
  const zeros = Buffer.alloc(40 * 1024 * 1024)
  const before = process.memoryUsage().rss
  for (const [coding, bomb] of [
    ['gzip', gzipSync(zeros)],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros)],
    ['zstd', zstdCompressSync(zeros)],
  ] as const) {
    assert.equal(failureOf(await fetchCoded(t, coding, bomb)).code, 'too_large')
  }
  assert.ok(process.memoryUsage().rss - before < 150 * 1024 * 1024)
})

test('F1: a body of exactly the limit is decoded', async (t) => {
  const origin = await startOrigin(t, sending(answerBytes('200 OK\r\nContent-Encoding: br', brotliCompressSync(TEXT))))
  const fetchWith = (decodedBytes: number) =>
    testFetcher(t, { allow: '127.0.0.1', limits: { decodedBytes } }).fetch(origin.url)
  assert.equal(textOf(await fetchWith(TEXT.length)), TEXT)
  assert.equal(failureOf(await fetchWith(TEXT.length - 1)).code, 'too_large')
})

test('F1: nested, repeated and unknown codings fail', async (t) => {
  const twice = gzipSync(gzipSync(TEXT))
  const codings = [
    'gzip, gzip',
    'gzip\r\nContent-Encoding: gzip',
    'br, gzip',
    'compress',
    'aws-chunked',
    'x',
    'gzip;q=1',
  ]
  for (const coding of [...codings, 'gzip, '.repeat(100)]) {
    assert.equal(failureOf(await fetchCoded(t, coding, twice)).code, 'bad_answer', coding)
  }
})

test('F1, F17: a coded body that is cut short, broken or not coded at all fails', async (t) => {
  const whole = gzipSync(TEXT)
  const broken = Buffer.from(whole)
  broken.fill(0x55, 200, 300)
  for (const body of [
    whole.subarray(0, -1),
    whole.subarray(0, -9),
    whole.subarray(0, 5),
    broken,
    Buffer.from('<html>'),
  ]) {
    assert.equal(failureOf(await fetchCoded(t, 'gzip', body)).code, 'bad_answer')
  }
  assert.equal(failureOf(await fetchCoded(t, 'br', brotliCompressSync(TEXT).subarray(0, -2))).code, 'bad_answer')
  assert.equal(failureOf(await fetchCoded(t, 'zstd', zstdCompressSync(TEXT).subarray(0, -2))).code, 'bad_answer')
  assert.equal(failureOf(await fetchCoded(t, 'deflate', deflateSync(TEXT).subarray(0, -5))).code, 'bad_answer')
})

test('F1: a coded body in chunks of one byte is decoded', async (t) => {
  const body = gzipSync('tiny pieces')
  const chunks = Array.from(body, (byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')]))
  const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n'
  const origin = await startOrigin(t, sending(head, ...chunks, '0\r\n\r\n'))
  assert.equal(textOf(await testFetcher(t, { allow: '127.0.0.1' }).fetch(origin.url)), 'tiny pieces')
})

test('F1: a compressed body that arrives faster than it is decoded is complete', async (t) => {
  const body = randomBytes(3_000_000)
  const coded = gzipSync(body)
  for (const head of ['\r\nConnection: close', '\r\nConnection: keep-alive']) {
    const answer = answerBytes(`200 OK\r\nContent-Encoding: gzip${head}`, coded)
    for (const send of [sending(answer), sending(answer.subarray(0, -1), answer.subarray(-1))]) {
      const origin = await startOrigin(t, send)
      const { body: read } = pageOf(await testFetcher(t, { allow: '127.0.0.1' }).fetch(origin.url))
      assert.ok(body.equals(read))
    }
  }
})
