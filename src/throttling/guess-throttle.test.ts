import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { isPostgres } from '../db/open-database.ts'
import { AppError } from '../kernel/errors.ts'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { guesses, type Guesses } from './guess-throttle.ts'

/** A limit with a first wait of a quarter of a second, so that the tests are quick. Real limits use whole seconds. */
const BUDGET = {
  name: 'guesses',
  points: 3,
  seconds: 60,
  firstWaitSeconds: 0.25,
  maxWaitSeconds: 1,
  isShared: true,
}

const wrong = async (budget: Guesses, key: string) => (await budget.admit(key)).wrong()
const refused = { name: 'AppError', code: 'too_many_requests' }

/**
 * Repeats an attempt until it is admitted.
 * @returns the admitted attempt, and the elapsed time in milliseconds
 */
async function admitted(budget: Guesses, key: string) {
  const start = performance.now()
  for (;;) {
    const guess = await budget.admit(key).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'too_many_requests') return undefined
      throw error
    })
    if (guess) return { guess, ms: performance.now() - start }
    await pause(10)
  }
}

for (const dialect of DIALECTS) {
  const open = async (t: Parameters<typeof testDatabase>[0]) => {
    const { database } = await testDatabase(t, dialect)
    const options = { isEnabled: true, ...(isPostgres(database) && { pool: database.pool }) }
    return () => guesses(options)(BUDGET)
  }

  test(`${dialect}: after the free guesses each wrong one is followed by a wait twice as long`, async (t) => {
    const budget = (await open(t))()
    for (let guess = 0; guess < 3; guess++) await wrong(budget, 'alice')
    const waits: number[] = []
    for (let guess = 0; guess < 4; guess++) {
      const since = performance.now()
      await assert.rejects(budget.admit('alice'), refused)
      await assert.rejects(budget.admitWrong('alice'), refused)
      const next = await admitted(budget, 'alice')
      waits.push(performance.now() - since)
      await next.guess.wrong()
    }
    await wrong(budget, 'bob')
    // Each lower limit is below the exact wait, because a wait starts with the wrong guess, before the test starts to
    // measure it.
    for (const [number, least] of [200, 450, 900, 900].entries()) assert.ok(waits[number]! >= least, String(waits))
    assert.ok(waits[3]! < 1950, `it stops growing: ${waits}`)
  })

  test(`${dialect}: a right guess clears the wrong ones, and a withdrawn guess has no effect`, async (t) => {
    const budget = (await open(t))()
    for (let guess = 0; guess < 3; guess++) await wrong(budget, 'alice')
    const withdrawn = await admitted(budget, 'alice')
    await assert.rejects(budget.admit('alice'), refused)
    await withdrawn.guess.withdraw()
    const { guess } = await admitted(budget, 'alice')
    await guess.right()
    for (let free = 0; free < 3; free++) await wrong(budget, 'alice')
    await assert.rejects(budget.admit('alice'), refused)
  })

  test(`${dialect}: of many concurrent guesses, one is admitted after a wait`, async (t) => {
    const budget = (await open(t))()
    for (let guess = 0; guess < 3; guess++) await wrong(budget, 'alice')
    await pause(300)
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => budget.admit('alice')))
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  test(`${dialect}: of many that are looked at faster than counted no more are admitted than are free`, async (t) => {
    const budget = (await open(t))()
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => budget.admitWrong('alice')))
    const count = all.filter(({ status }) => status === 'fulfilled').length
    // Three attempts are free. If all attempts are checked before the first one is counted, the fourth one starts the
    // wait and is admitted too.
    assert.ok(count === 3 || count === 4, String(count))
  })
}

test('processes that share a database share the count', { skip: !DIALECTS.includes('postgres') }, async (t) => {
  const { database } = await testDatabase(t, 'postgres')
  assert.ok(isPostgres(database))
  const [one, other] = [database.pool, database.pool].map((pool) => guesses({ isEnabled: true, pool })(BUDGET))
  for (let guess = 0; guess < 3; guess++) await wrong(guess === 1 ? other! : one!, 'alice')
  await assert.rejects(other!.admit('alice'), refused)
})

test('if budgets are off, no guess is refused', async () => {
  const budget = guesses({ isEnabled: false })(BUDGET)
  for (let guess = 0; guess < 20; guess++) await wrong(budget, 'alice')
})
