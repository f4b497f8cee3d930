import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { strikeOutSecrets } from './strike-out-secrets.ts'

test('fields with the names of secrets are struck out, three levels down, and others stay as they are', () => {
  const inner = { id: 1, name: 'fetch' }
  const fields = { token: 'abc', job: inner, given: { cookie: 'def', list: [{ password: 'ghi' }, 'tea'] } }
  const found = strikeOutSecrets(fields)
  assert.deepEqual(found, {
    token: '[struck out]',
    job: inner,
    given: { cookie: '[struck out]', list: [{ password: '[struck out]' }, 'tea'] },
  })
  assert.equal(found['job'], inner)
  assert.equal(fields.token, 'abc')
})

test('no line of the log contains a secret, neither in its fields nor in an error', async () => {
  const program = `
    const { openLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)})
    const log = openLog({ DOGEAR_LOG_LEVEL: 'info' })
    const err = Object.assign(new Error('refused', { cause: 'no' }), {
      refresh_token: 'CANARY', request: { headers: { authorization: 'CANARY' } },
    })
    log.error({ err, user: 3, client_secret: 'CANARY', sent: { body: { code_verifier: 'CANARY' } } }, 'request failed')`
  const run = promisify(execFile)
  const { stderr } = await run(process.execPath, ['--input-type=module', '--eval', program])
  const line = JSON.parse(stderr) as { readonly err: { readonly message: string; readonly stack: string } }
  assert.equal(stderr.match(/\[struck out\]/g)?.length, 4)
  assert.ok(!stderr.includes('CANARY'), stderr)
  assert.equal(line.err.message, 'refused')
  assert.match(line.err.stack, /^Error: refused\n/)
})
