import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'

const PATH = '/.well-known/security.txt'

test('security.txt contains the contact that the operator has set', async (t) => {
  const contact = 'mailto:security@read.example.org'
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_SECURITY_CONTACT: contact } })
  const answer = await app.app.inject({ url: PATH })
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'text/plain; charset=utf-8'])
  const fields = new Map(
    answer.body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/s, 2) as [string, string]),
  )
  assert.deepEqual([...fields.keys()], ['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  assert.equal(fields.get('Contact'), contact)
  const days = (Date.parse(fields.get('Expires')!) - app.clock.now().getTime()) / 86_400_000
  assert.ok(days > 30 && days < 365, String(days))
  assert.ok(fields.get('Canonical')!.endsWith(PATH))
})

test('without a contact there is no such file', async (t) => {
  const app = await testApp(t, 'sqlite')
  assert.equal((await app.app.inject({ url: PATH })).statusCode, 404)
})
