import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import type { FetchLimits } from './fetch-limits.ts'
import type { FetchOutcome } from './fetch-outcome.ts'
import { answerBytes, sending, startOrigin, type Answering } from './raw-origin.fixture.ts'
import { failureOf, pageOf, testFetcher, textOf } from './test-fetcher.fixture.ts'

async function outcomeOf(t: TestContext, answer: Answering, limits: Partial<FetchLimits> = {}): Promise<FetchOutcome> {
  const origin = await startOrigin(t, answer)
  const outcome = await testFetcher(t, { allow: '127.0.0.1', limits }).fetch(origin.url)
  await closed(origin.open)
  return outcome
}

/** Waits until the fetcher has closed its connections. */
async function closed(open: () => number): Promise<void> {
  for (let i = 0; i < 50 && open() > 0; i += 1) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.equal(open(), 0)
}

test('headers are joined, lower-case, valid Unicode, without control characters and cookies', async (t) => {
  const head =
    '200 OK\r\nX-A: 1\r\nx-a: 2\r\nSet-Cookie: secret\r\nContent-Type: text/html\r\nX-Raw: \xe9\t\x80z\r\n__proto__: p'
  const { headers, contentType, status } = pageOf(await outcomeOf(t, sending(answerBytes(head, 'x'))))
  assert.deepEqual([headers['x-a'], headers['x-raw'], contentType, status], ['1, 2', 'éz', 'text/html', 200])
  assert.equal(JSON.stringify(headers).includes('secret'), false)
  assert.deepEqual([Object.hasOwn(headers, '__proto__'), Object.getPrototypeOf(headers)], [true, Object.prototype])
})

test('F15: error pages are returned with their status, headers and body', async (t) => {
  for (const status of [401, 403, 404, 410, 429, 500, 503]) {
    const head = `${status} No\r\nRetry-After: 86400\r\nWWW-Authenticate: Basic realm="x"`
    const page = pageOf(await outcomeOf(t, sending(answerBytes(head, 'sorry'))))
    assert.equal(page.status, status)
    assert.equal(page.headers['retry-after'], '86400')
    assert.equal(Buffer.from(page.body).toString(), 'sorry')
  }
})

test('answers without a body are whole', async (t) => {
  for (const head of ['204 No Content', '304 Not Modified', '200 OK\r\nContent-Encoding: gzip']) {
    assert.equal(textOf(await outcomeOf(t, sending(answerBytes(head)))), '')
  }
})

test('a body without length ends with the connection, and chunks are joined', async (t) => {
  assert.equal(textOf(await outcomeOf(t, sending('HTTP/1.0 200 OK\r\n\r\nold'))), 'old')
  assert.equal(textOf(await outcomeOf(t, sending('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nold'))), 'old')
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\nT: 1\r\n\r\n'
  assert.equal(textOf(await outcomeOf(t, sending(chunked))), 'abc')
})

const endless: Answering = (socket) => {
  const piece = Buffer.alloc(65536, 'x')
  const push = (): void => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.write('HTTP/1.1 200 OK\r\n\r\n')
  socket.on('drain', push)
  push()
}

test('F2: an endless body ends at the limit', async (t) => {
  assert.equal(failureOf(await outcomeOf(t, endless)).code, 'too_large')
})

test('F2: a body of exactly the limit is read, one byte more is not', async (t) => {
  const limits = { wireBytes: 100_000, decodedBytes: 100_000 }
  const exact = sending('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(100_000))
  assert.equal(pageOf(await outcomeOf(t, exact, limits)).body.length, 100_000)
  const over = sending('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(100_001))
  assert.equal(failureOf(await outcomeOf(t, over, limits)).code, 'too_large')
  assert.equal(failureOf(await outcomeOf(t, over, { ...limits, wireBytes: 200_000 })).code, 'too_large')
  assert.equal(failureOf(await outcomeOf(t, over, { ...limits, decodedBytes: 200_000 })).code, 'too_large')
})

test('F2: a length above the limit ends the fetch before the body', async (t) => {
  for (const length of ['8388609', '10000000000', '9'.repeat(18)]) {
    const announcing: Answering = (socket) => void socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`)
    const start = performance.now()
    assert.equal(failureOf(await outcomeOf(t, announcing)).code, 'too_large')
    assert.ok(performance.now() - start < 25_000)
  }
})

test('F3: lengths and framing that contradict themselves fail', async (t) => {
  const heads = [
    'Content-Length: 10\r\n\r\nshort',
    'Content-Length: -1\r\n\r\nx',
    'Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy',
    'Content-Length: 1, 2\r\n\r\nxy',
    'Content-Length: 0x1\r\n\r\nx',
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'Content-Length: 99999999999999999999999\r\n\r\nx',
    'Transfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nx',
    'Transfer-Encoding: chunked\r\n\r\n5\r\nab\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n',
    'Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n',
  ]
  for (const head of heads)
    assert.equal((await outcomeOf(t, sending(`HTTP/1.1 200 OK\r\n${head}`))).kind, 'failed', head)
})

test('F3: more bytes than the length says are not part of the page', async (t) => {
  const outcome = await outcomeOf(t, sending('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab<script>'))
  if (outcome.kind === 'page') assert.equal(textOf(outcome), 'ab')
})

function flooding(head: string, piece: string): Answering {
  return (socket) => {
    const block = Buffer.from(piece.repeat(Math.ceil(65536 / piece.length)))
    const push = (): void => {
      while (!socket.destroyed && socket.write(block));
    }
    socket.write(head)
    socket.on('drain', push)
    push()
  }
}

test('F3: floods of chunk extensions and trailers end', async (t) => {
  const limits = { wireBytes: 300_000 }
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
  for (const answer of [
    flooding(`${head}1;a=`, 'x'),
    flooding(head, `1;${'x'.repeat(5000)}\r\ny\r\n`),
    flooding(`${head}0\r\n`, 'X-Trailer: 1\r\n'),
  ]) {
    const start = performance.now()
    assert.equal((await outcomeOf(t, answer, limits)).kind, 'failed')
    assert.ok(performance.now() - start < 25_000)
  }
})

test('F5: floods before the end of the head end, whatever part of it they fill', async (t) => {
  for (const answer of [
    flooding('HTTP/1.1 200 ', 'x'),
    flooding('HTTP/1.1 200 OK\r\nX: ', 'x'),
    flooding('HTTP/1.1 200 OK\r\n', 'X-Header: y\r\n'),
    flooding('HTTP/1.1 200 OK\r\n', 'a:\r\n'),
    flooding('', '\r\n'),
    flooding('', 'HTTP/1.1 103 Early\r\n\r\n'),
  ]) {
    const start = performance.now()
    assert.equal(failureOf(await outcomeOf(t, answer)).code, 'bad_answer')
    assert.ok(performance.now() - start < 25_000)
  }
})

const lines = (count: number): string => Array.from({ length: count }, (_, i) => `X-${i}: y`).join('\r\n')

test('F5: a head within 64 kB is read, more bytes or more than 200 lines are not', async (t) => {
  const withHead = (head: string) => outcomeOf(t, sending(answerBytes(`200 OK\r\n${head}`, 'ok')))
  assert.equal(textOf(await withHead(`X: ${'x'.repeat(60_000)}`)), 'ok')
  assert.equal(failureOf(await withHead(`X: ${'x'.repeat(66_000)}`)).code, 'bad_answer')
  assert.equal(textOf(await withHead(lines(199))), 'ok')
  assert.equal(failureOf(await withHead(lines(200))).code, 'bad_answer')
})

test('F5: invalid HTTP responses fail', async (t) => {
  const rubbish = [
    'SSH-2.0-OpenSSH_9.6\r\n',
    '<html>HTTP/0.9</html>',
    '\0\x01\x02\xff\xfe',
    'HTTP/1.1 000 Zero\r\n\r\n',
    'HTTP/1.1 099 Low\r\n\r\n',
    'HTTP/1.1 999 Denied\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 20 Short\r\n\r\n',
    'HTTP/1.1 2000 Long\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n',
    'HTTP/1.1 200 OK\r\nNo colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\nBad Name: x\r\n\r\n',
    'HTTP/1.1 200 OK\r\n: x\r\n\r\n',
    '',
  ]
  for (const answer of rubbish) {
    const outcome = await outcomeOf(t, sending(Buffer.from(answer, 'latin1')))
    assert.ok(outcome.kind === 'failed' && outcome.code === 'bad_answer', JSON.stringify(answer))
  }
})

test('F5: a folded header line fails or is unfolded, and adds no header', async (t) => {
  const outcome = await outcomeOf(t, sending('HTTP/1.1 200 OK\r\nX: a\r\n Y: b\r\nContent-Length: 0\r\n\r\n'))
  if (outcome.kind === 'page') assert.equal(outcome.page.headers['y'], undefined)
})

test('F4: up to ten interim responses are skipped, more fail', async (t) => {
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'
  assert.equal(textOf(await outcomeOf(t, sending(early.repeat(10), answerBytes('200 OK', 'ok')))), 'ok')
  assert.equal(failureOf(await outcomeOf(t, sending(early.repeat(11), answerBytes('200 OK', 'ok')))).code, 'bad_answer')
})

function dripping(head: string, piece: string, everyMs: number): Answering {
  return (socket) => {
    socket.write(head)
    const timer = setInterval(() => socket.write(piece), everyMs)
    socket.on('close', () => clearInterval(timer))
  }
}

test('F4: silence and drips end, before, within and after the head', async (t) => {
  const limits = { headMs: 500, slowWindowMs: 500, totalMs: 20_000 }
  const answers = [
    dripping('', '', 60_000),
    dripping('HTTP/1.1 200 OK\r\n', 'X', 50),
    dripping('', 'HTTP/1.1 102 Processing\r\n\r\n', 100),
    dripping('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n', '', 60_000),
    dripping('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n', 'x', 50),
    dripping('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n', 100),
  ]
  const start = performance.now()
  const outcomes = await Promise.all(answers.map((answer) => outcomeOf(t, answer, limits)))
  assert.deepEqual(
    outcomes.map((outcome) => failureOf(outcome).code),
    answers.map(() => 'timed_out'),
  )
  assert.ok(performance.now() - start < 15_000)
})

const steady: Answering = (socket, request) => {
  dripping('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(20), 50)(socket, request)
  setTimeout(() => socket.end(), 1200)
}

test('F4: a slow but steady body is read, and only the whole time limits it', async (t) => {
  assert.ok(pageOf(await outcomeOf(t, steady, { slowWindowMs: 500 })).body.length > 200)
  assert.equal(failureOf(await outcomeOf(t, steady, { slowWindowMs: 500, totalMs: 600 })).code, 'timed_out')
})

test('F17: a reset or close at any byte fails', async (t) => {
  const bodies = [
    answerBytes('200 OK\r\nContent-Type: text/html', 'hello world'),
    Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'),
  ]
  for (const bytes of bodies) {
    for (let length = 0; length < bytes.length; length += 7) {
      const part = bytes.subarray(0, length)
      assert.equal((await outcomeOf(t, sending(part))).kind, 'failed', `close at ${length}`)
      const resetting: Answering = (socket) =>
        void socket.write(part, () => setTimeout(() => socket.resetAndDestroy(), 5))
      assert.equal((await outcomeOf(t, resetting)).kind, 'failed', `reset at ${length}`)
    }
  }
})

const resettingHalfway: Answering = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf a page', () =>
    setTimeout(() => socket.resetAndDestroy(), 50),
  )
}

test('F17: a reset is no regular end of a body without a length', async (t) => {
  assert.equal(failureOf(await outcomeOf(t, resettingHalfway)).code, 'bad_answer')
})

test('a signal aborts a fetch, and a closed fetcher ends all fetches and starts none', async (t) => {
  const origin = await startOrigin(t, () => {})
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  const caller = new AbortController()
  setTimeout(() => caller.abort(), 100)
  const start = performance.now()
  assert.equal(failureOf(await fetcher.fetch(origin.url, { signal: caller.signal })).code, 'timed_out')
  assert.equal(failureOf(await fetcher.fetch(origin.url, { signal: AbortSignal.abort() })).code, 'timed_out')
  const last = fetcher.fetch(origin.url)
  setTimeout(() => void fetcher.close(), 100)
  assert.equal(failureOf(await last).code, 'timed_out')
  await fetcher.close()
  assert.equal(failureOf(await fetcher.fetch(origin.url)).code, 'timed_out')
  assert.ok(performance.now() - start < 25_000)
  await closed(origin.open)
})
