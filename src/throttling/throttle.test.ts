import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Pool } from 'pg'
import { AppError } from '../kernel/errors.ts'
import { limiterFactory, throttles } from './throttle.ts'

const BUDGET = { name: 'test', points: 2, seconds: 60, isShared: true }

test('a budget that is used up is refused with the seconds to wait, until a point is given back', async () => {
  const throttle = throttles(await limiterFactory())(BUDGET)
  await throttle.take('a')
  await throttle.take('a')
  await assert.rejects(throttle.take('a'), (error: unknown) => {
    assert.ok(error instanceof AppError)
    const seconds = error.details['retryAfterSeconds']
    return error.code === 'too_many_requests' && typeof seconds === 'number' && seconds > 0 && seconds <= 60
  })
  await throttle.take('b')
  await throttle.refund('a')
  await throttle.refund('a')
  await throttle.take('a')
  await assert.rejects(throttle.take('a'), { code: 'too_many_requests' })
})

test('if the counting database is away, the service is unavailable instead of the caller being refused', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: await closedPort(), connectionTimeoutMillis: 2000 })
  try {
    const throttle = throttles(await limiterFactory(pool))(BUDGET)
    for (const call of [throttle.take('a'), throttle.check('a'), throttle.refund('a')]) {
      await assert.rejects(call, { name: 'AppError', code: 'unavailable' })
    }
  } finally {
    await pool.end()
  }
})

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
