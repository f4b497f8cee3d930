import { test } from 'node:test'
import { seededRandom } from '../crash/seeded-random.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import type { Answer, Library, Operation } from './library-model.ts'
import { assertFoundByTag } from './found-by-tag.ts'
import { assertKeptCounts } from './kept-counts.ts'
import { perform, readLibrary } from './parallel-library.ts'
import { randomOperation } from './random-operation.ts'
import { hasSerialOrder, type Acknowledged } from './has-serial-order.ts'

const WRITERS = 8
/** Number of operations. The default keeps the run short; `PARALLEL_SECONDS=600` runs for ten minutes instead. */
const OPERATIONS = Number(process.env['PARALLEL_OPERATIONS'] ?? 400)
const SECONDS = Number(process.env['PARALLEL_SECONDS'] ?? 0)
const SEED = Number(process.env['PARALLEL_SEED'] ?? Date.now() % 2 ** 32)

for (const dialect of DIALECTS) {
  test(`${dialect}: concurrent changes have the same result as in a serial order`, { timeout: 900_000 }, async (t) => {
    const app = await testApp(t, dialect)
    const random = seededRandom(SEED)
    const endsAt = Date.now() + SECONDS * 1000
    let [library, serial]: [Library, number] = [{ entries: {}, addresses: {}, tags: {}, trash: {} }, 0]
    while (SECONDS > 0 ? Date.now() < endsAt : serial < OPERATIONS) {
      const operations = Array.from({ length: WRITERS }, () => randomOperation(random, library, ++serial))
      const answers = await Promise.all(operations.map((operation) => perform(app, operation)))
      const after = await readLibrary(app)
      const done = operations.map((operation, index) => acknowledged(operation, answers[index]!, library, after))
      const order = `seed ${SEED}, operation ${serial}: ${JSON.stringify({ library, done, after })}`
      if (!hasSerialOrder(library, done, after)) throw new Error(`no serial order explains the end of ${order}`)
      await assertKeptCounts(app.database, app.alice.id)
      await assertFoundByTag(app, after)
      library = after
    }
    t.diagnostic(`${serial} operations by ${WRITERS} writers, seed ${SEED}`)
  })
}

function acknowledged(operation: Operation, answer: Answer, before: Library, after: Library): Acknowledged {
  const known =
    operation.kind === 'save' ? before.addresses[operation.url] : 'id' in operation ? operation.id : undefined
  return {
    operation,
    answer: { ...answer, isSuperseded: known !== undefined && !(known in after.entries) },
  }
}
