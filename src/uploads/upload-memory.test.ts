import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { UserId } from '../kernel/branded-ids.ts'
import { MemoryBudget } from '../kernel/memory-budget.ts'
import { UploadMemory, type UploadBuffer } from './upload-memory.ts'

const [ALICE, BOB] = [1 as UserId, 2 as UserId]

/** An upload whose bytes the test adds and whose end the test decides. */
async function begin(uploads: UploadMemory, owner: UserId) {
  const whole = Promise.withResolvers<number>()
  const saved = Promise.withResolvers<undefined>()
  const opened: { buffer?: UploadBuffer } = {}
  const result = uploads
    .run(
      owner,
      (buffer) => {
        opened.buffer = buffer
        return whole.promise
      },
      async (value) => saved.promise.then(() => value),
    )
    .catch((error: unknown) => String(error))
  await turn()
  return {
    result,
    opened,
    add: (bytes: number) => opened.buffer!.add(Buffer.alloc(bytes)),
    complete: () => whole.resolve(7),
    save: () => saved.resolve(undefined),
  }
}

test('an upload reserves what has arrived, and three times its size while it is saved', async () => {
  const memory = new MemoryBudget({ bytes: 1000 })
  const upload = await begin(new UploadMemory(memory, 100), ALICE)
  assert.equal(memory.reservedBytes, 0)
  upload.add(10)
  upload.add(20)
  assert.equal(memory.reservedBytes, 30)
  upload.complete()
  await turn()
  assert.equal(memory.reservedBytes, 90)
  upload.save()
  assert.equal(await upload.result, 7)
  assert.equal(memory.reservedBytes, 0)
})

test('the newest upload of the user with the most bytes makes room, so the memory is bounded', async () => {
  const memory = new MemoryBudget({ bytes: 400 })
  const uploads = new UploadMemory(memory, 100)
  const [first, second] = [await begin(uploads, ALICE), await begin(uploads, ALICE)]
  const other = await begin(uploads, BOB)
  first.add(80)
  second.add(60)
  other.add(50)
  assert.equal(memory.reservedBytes, 190)
  other.add(20)
  assert.equal(memory.reservedBytes, 150)
  assert.match(String(await second.result), /too many files are being uploaded/)
  assert.throws(() => second.add(1), /too many files/)
  for (const upload of [first, other]) {
    upload.complete()
    upload.save()
    assert.equal(await upload.result, 7)
  }
  assert.equal(memory.reservedBytes, 0)
})

test('the fourth upload of a user waits for one of the others, and those of another user do not', async () => {
  const uploads = new UploadMemory(new MemoryBudget({ bytes: 1000 }), 100)
  const [first, , , fourth] = [
    await begin(uploads, ALICE),
    await begin(uploads, ALICE),
    await begin(uploads, ALICE),
    await begin(uploads, ALICE),
  ]
  const other = await begin(uploads, BOB)
  assert.ok(other.opened.buffer)
  assert.equal(fourth.opened.buffer, undefined)
  first.complete()
  first.save()
  await first.result
  await turn()
  assert.ok(fourth.opened.buffer)
})

test('an upload that must make room while it waits for memory leaves nothing reserved', async () => {
  const memory = new MemoryBudget({ bytes: 400 })
  const uploads = new UploadMemory(memory, 100)
  const other = await memory.take({ name: 'upload', priority: 0 }, 400)
  const [waiting, growing] = [await begin(uploads, ALICE), await begin(uploads, BOB)]
  waiting.add(150)
  waiting.complete()
  growing.add(100)
  assert.match(String(await waiting.result), /too many files/)
  growing.complete()
  growing.save()
  other.release()
  await growing.result
  await turn()
  assert.equal(memory.reservedBytes, 0)
})
