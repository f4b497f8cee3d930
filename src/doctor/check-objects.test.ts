import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startObjectServer } from '../../test/support/object-server.ts'
import { loadSettings } from '../config/load-settings.ts'
import { checkObjects } from './check-objects.ts'

test('the check of the object store leaves nothing behind, and reports faults without secrets', async (t) => {
  const server = await startObjectServer(t)
  const check = async (environment: Readonly<Record<string, string>> = {}) => {
    const [finding] = await checkObjects(loadSettings({ ...server.environment, ...environment }).settings)
    return finding
  }
  assert.deepEqual(await checkObjects(loadSettings({}).settings), [])
  const fine = await check()
  assert.match(
    fine!.text,
    /^s3:\/\/dogear\/library at http:\/\/127\.0\.0\.1:\d+ stores, returns, lists and deletes, in \d+ ms$/,
  )
  assert.deepEqual([fine?.state, await server.objects()], ['ok', []])
  server.faultOf = (method, path) => (method === 'GET' && path.includes('doctor/') ? 'damage' : undefined)
  assert.match((await check())!.text, /returns other bytes/)
  server.faultOf = () => 'away'
  const away = await check({ AWS_SECRET_ACCESS_KEY: 'a-secret-key' })
  assert.equal(away?.state, 'problem')
  assert.match(away.text, /HTTP 503/)
  assert.doesNotMatch(away.text, /a-secret-key|S3RVER/)
  assert.throws(() => loadSettings({ ...server.environment, AWS_SECRET_ACCESS_KEY: '' }), /must be set together/)
  assert.throws(() => loadSettings({ DOGEAR_OBJECTS: 's3://bucket/a//b' }), /must be an address such as s3:/)
})
