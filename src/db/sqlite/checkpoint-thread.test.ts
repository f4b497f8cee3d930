import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { checkpointThread } from './checkpoint-thread.ts'

function aFile(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'checkpoint-'))
  const path = join(folder, 'a.sqlite')
  const writer = new DatabaseSync(path)
  writer.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table thing (id integer)')
  t.after(() => {
    writer.close()
    rmSync(folder, { recursive: true })
  })
  const noop = writer.prepare('pragma wal_checkpoint(noop)')
  return {
    path,
    write: () => writer.exec('insert into thing values (1)'),
    left: () => Number(noop.get()?.['log']) - Number(noop.get()?.['checkpointed']),
  }
}

test('a thread that ended after idling starts again', async (t) => {
  const { path, write, left } = aFile(t)
  const thread = checkpointThread(path, 5)
  for (const _time of [1, 2, 3]) {
    write()
    assert.ok(left() > 0)
    await thread.run()
    assert.equal(left(), 0)
    await setTimeout(50)
  }
  await thread.stop()
})

test('a stop during a checkpoint waits for its end; a second stop, or one before the start, returns at once', async (t) => {
  const { path, write, left } = aFile(t)
  const thread = checkpointThread(path)
  await thread.stop()
  write()
  const running = thread.run()
  await Promise.all([thread.stop(), running])
  await thread.stop()
  assert.equal(left(), 0)
})

test('if checkpoints fail, waiting callers continue', async () => {
  const thread = checkpointThread(join(tmpdir(), 'no-such-folder', 'a.sqlite'))
  await thread.run()
  await thread.run()
  await thread.stop()
})
