import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { OperationResult } from '../../src/sync/operations/operation.ts'
import type { TestApp, TestUser, WireEntry } from '../support/app.ts'

export type SentOperation = Readonly<Record<string, unknown>>

/** @returns an operation with a new id. @param seconds offset of its time from now */
export function operation(name: string, members: SentOperation = {}, seconds = 0): SentOperation & { op: string } {
  const [type, action] = name.split(' ')
  return { op: randomUUID(), at: new Date(Date.now() + seconds * 1000).toISOString(), type, action, ...members }
}

/** Sends operations in one request. */
export async function sendOperations(
  app: TestApp,
  ops: readonly SentOperation[],
  user: TestUser = app.alice,
): Promise<readonly OperationResult[]> {
  const answer = await app.ask(user, { method: 'POST', url: '/api/sync', payload: { client: randomUUID(), ops } })
  assert.equal(answer.statusCode, 200, answer.body)
  const { results, revision } = answer.json<{ results: OperationResult[]; revision: string }>()
  assert.match(revision, /^\d+$/)
  return results
}

/** Sends one operation. @returns its result, without the id of the operation */
export async function sendOne(
  app: TestApp,
  sent: SentOperation,
  user?: TestUser,
): Promise<Omit<OperationResult, 'op'>> {
  const [result] = await sendOperations(app, [sent], user)
  const { op, ...outcome } = result!
  assert.equal(op, sent['op'])
  return outcome
}

/** @returns the entry as the API shows it; undefined if there is none */
export async function readEntry(app: TestApp, id: number): Promise<WireEntry | undefined> {
  const answer = await app.ask(app.alice, { url: `/api/entries/${id}` })
  return answer.statusCode === 200 ? answer.json<WireEntry>() : undefined
}

/** @returns the labels of the tags of an entry, sorted */
export async function labelsOf(app: TestApp, id: number): Promise<readonly string[]> {
  const entry = await readEntry(app, id)
  assert.ok(entry, `no entry ${id}`)
  return (entry['tags'] as { label: string }[]).map(({ label }) => label).toSorted()
}
