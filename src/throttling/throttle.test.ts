import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Pool } from 'pg'
import { AppError } from '../kernel/errors.ts'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { isPostgres } from '../db/open-database.ts'
import { limiterFactory, throttles, type Throttle } from './throttle.ts'

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

for (const count of [1, 2, 10]) {
  const budget = { name: `portions-${count}`, points: 60, seconds: 60 }
  const title = `${count} processes admit at most 1 + (N - 1) / 10 times a budget that they take in portions`
  test(title, { skip: !DIALECTS.includes('postgres') }, async (t) => {
    const { database } = await testDatabase(t, 'postgres')
    assert.ok(isPostgres(database))
    const { pool } = database
    const processes = await Promise.all(
      Array.from({ length: count }, async () => throttles(await limiterFactory(pool))(budget)),
    )
    let admitted = 0
    for (let request = 0; request < 40 * count; request++) {
      const isAdmitted = await processes[request % count]!.take('a').then(
        () => true,
        () => false,
      )
      if (isAdmitted) admitted += 1
    }
    t.diagnostic(`${count} processes: ${admitted} of ${budget.points}`)
    if (count === 1) assert.equal(admitted, 40)
    else assert.ok(admitted >= budget.points * 0.9 && admitted <= budget.points * (1 + (count - 1) / 10), `${admitted}`)
    await assert.rejects(exhaust(processes[0]!), { code: 'too_many_requests' })
  })
}

test('few requests cost no statement, and without the database each process counts by itself', async (t) => {
  const pool = new Pool({ host: '127.0.0.1', port: await closedPort(), connectionTimeoutMillis: 2000 })
  try {
    const throttle = throttles(await limiterFactory(pool))({ name: 'test', points: 20, seconds: 60 })
    const query = t.mock.method(pool, 'query')
    await throttle.take('a')
    assert.equal(query.mock.callCount(), 0)
    for (let request = 1; request < 20; request++) await throttle.take('a')
    await assert.rejects(throttle.take('a'), { code: 'too_many_requests' })
  } finally {
    await pool.end()
  }
})

async function exhaust(throttle: Throttle): Promise<void> {
  for (let request = 0; request < 100; request++) await throttle.take('a')
}

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
