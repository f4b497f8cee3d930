import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'

/** `inject` sends requests with this method, although its type does not list it. */
type Method = 'TRACE'

test('an unknown method', async (t) => {
  const app = await testApp(t, 'sqlite')
  const ask = (method: string, url: string) => app.app.inject({ method: method as Method, url })
  const known = {
    '/api/entries': 'GET, POST',
    '/api/entries.json?perPage=1': 'GET, POST',
    '/api/entries/7': 'GET, PATCH, DELETE',
    '/api/entries/exists': 'GET',
    '/api/tags': 'GET',
    '/api/user': 'GET, PUT',
  }
  await t.test('is 405 on a known path of the API, with the methods that it has', async () => {
    for (const [url, allow] of Object.entries(known)) {
      for (const method of ['TRACE', 'PROPFIND', 'MKCOL', 'QUERY']) {
        const answer = await ask(method, url)
        assert.deepEqual([answer.statusCode, answer.headers['allow']], [405, allow], `${method} ${url}`)
        assert.equal(answer.body, '{"code":405,"message":"Method Not Allowed"}')
        assert.equal(answer.headers['content-type'], 'application/json')
      }
    }
    const markup = await ask('PROPFIND', '/api/tags.xml')
    assert.deepEqual([markup.statusCode, markup.headers['content-type']], [405, 'application/xml'])
  })
  await t.test('is 404 on an unknown one', async () => {
    for (const url of ['/api/nothing', '/api/entries/7/nothing', '/api']) {
      for (const method of ['TRACE', 'PROPFIND']) {
        const answer = await ask(method, url)
        assert.deepEqual([answer.statusCode, answer.headers['allow']], [404, undefined], `${method} ${url}`)
        assert.equal(answer.body, '{"code":404,"message":"Not Found"}')
      }
    }
  })
  await t.test('is 405 at the token endpoint, in the shape of its interface', async () => {
    for (const [url, allow] of [
      ['/oauth/v2/token', 'GET, POST'],
      ['/oauth/v2/revoke', 'POST'],
    ] as const) {
      const answer = await ask('TRACE', url)
      assert.deepEqual([answer.statusCode, answer.headers['allow']], [405, allow])
      assert.equal(answer.body, '{"code":405,"message":"Method Not Allowed"}')
    }
    assert.equal((await ask('TRACE', '/oauth/v2/auth')).statusCode, 404)
  })
  await t.test('is 405 on a known page, which says so', async () => {
    const pages = { '/login': 'GET', '/login_check': 'POST', '/view/7': 'GET', '/healthz': 'GET', '/robots.txt': 'GET' }
    for (const [url, allow] of Object.entries(pages)) {
      for (const method of ['TRACE', 'PROPFIND', 'DELETE', allow === 'GET' ? 'POST' : 'GET']) {
        const answer = await ask(method, url)
        assert.deepEqual([answer.statusCode, answer.headers['allow']], [405, allow], `${method} ${url}`)
        assert.match(answer.body, /<h1>Action not supported<\/h1>/)
      }
    }
    for (const url of ['/no/such/page', '/view/7/nothing', '/assets/x/none.css']) {
      assert.equal((await ask('GET', url)).statusCode, 404, url)
    }
    assert.equal((await ask('TRACE', '/no/such/page')).statusCode, 404)
    const feed = await ask('DELETE', '/feed/alice/x/unread')
    assert.deepEqual([feed.statusCode, feed.headers['allow']], [405, 'GET'])
  })
  await t.test('such as CONNECT is no tunnel to anywhere', async () => {
    const { port } = new URL(await app.app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.write('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n')
    const answer = await text(socket)
    assert.match(answer, /^HTTP\/1\.1 405 Method Not Allowed\r\n/)
    assert.match(answer, /\r\nAllow: GET, POST, PUT, PATCH, DELETE\r\n/)
    assert.match(answer, /\r\n\r\n\{"code":405,"message":"Method Not Allowed"\}$/)
  })
})
