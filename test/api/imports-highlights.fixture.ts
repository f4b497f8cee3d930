import assert from 'node:assert/strict'
import type { TestApp, TestUser } from '../support/app.ts'
import { until } from '../web/import-upload.fixture.ts'

export interface WireImport {
  readonly id: number
  readonly state: string
  readonly merged: number
  readonly skipped: number
  readonly failed: number
  readonly errors: readonly { readonly reason: string }[]
}

export interface Unplaced {
  readonly id: number
  readonly title: string
  readonly quote: string
  readonly text: string
}

export const PARAGRAPHS = [
  'The tide comes in twice a day.',
  'Between them is slack water.',
  'The tide comes in twice a day.',
]
export const CONTENT = PARAGRAPHS.map((text) => `<p>${text}</p>`).join('')
export const NOW = '2026-01-01T00:00:00.000Z'
export const KOREADER = '/api/import/koreader-highlights'
export const counts = ({ merged, skipped, failed }: WireImport) => [merged, skipped, failed]
export const reasons = ({ errors }: WireImport) => errors.map(({ reason }) => reason)

export async function importFile(
  app: TestApp,
  user: TestUser,
  url: string,
  payload: string | Buffer,
): Promise<WireImport> {
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await app.ask(user, { method: 'POST', url, headers, payload })
  assert.equal(answer.statusCode, 201, answer.body)
  return until(
    async () => (await app.ask(user, { url: `/api/imports/${answer.json<WireImport>().id}` })).json<WireImport>(),
    ({ state }) => !/waiting|running/.test(state),
  )
}

export const importDocuments = (app: TestApp, user: TestUser, ...documents: readonly object[]): Promise<WireImport> =>
  importFile(app, user, KOREADER, JSON.stringify({ created_on: 1, documents }))

/** @returns quote, note, and the paths at which the annotations of an entry start */
export async function passages(app: TestApp, user: TestUser, id: number): Promise<unknown[]> {
  const { rows } = (await app.ask(user, { url: `/api/annotations/${id}.json` })).json<{
    rows: { quote: string; text: string; ranges: { start: string }[] }[]
  }>()
  return rows.map(({ quote, text, ranges }) => [quote, text, ranges.map(({ start }) => start)])
}

export const unplaced = async (app: TestApp, user: TestUser): Promise<Unplaced[]> =>
  (await app.ask(user, { url: '/api/imports/unplaced' })).json<Unplaced[]>()
