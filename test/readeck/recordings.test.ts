import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { testApp, type TestApp } from '../support/app.ts'
import { shapeDifferences } from '../support/compare-shapes.ts'
import { DIALECTS } from '../support/database.ts'
import { OUT_OF_SCOPE } from './out-of-scope.ts'
import { addRecordedPages } from './recorded-pages.fixture.ts'
import { isJson, RECORDINGS, Replay, type Recording } from './replay.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: recorded requests to Readeck get the same status and a body of the same shape`, async (t) => {
    const app = await testApp(t, dialect)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    addRecordedPages(app.site, released)
    const replay = new Replay(app)
    await replay.prepare()
    const steps = decisions(app, replay, release)
    const differing: string[] = []
    for (const recording of RECORDINGS) {
      await steps[recording.name]?.(recording)
      if (OUT_OF_SCOPE[recording.name] !== undefined) continue
      differing.push(...differences(recording, await replay.send(recording)))
    }
    assert.deepEqual(differing, [])
  })
}

test('each exchange that is out of scope exists and has a reason', () => {
  const names = new Set(RECORDINGS.map(({ name }) => name))
  for (const [name, reason] of Object.entries(OUT_OF_SCOPE)) {
    assert.ok(names.has(name), name)
    assert.ok(reason.length > 10, name)
  }
})

type Step = (recording: Recording) => unknown

/** What happened besides the requests: decisions of the user, the end of slow fetches, and time. */
function decisions(app: TestApp, replay: Replay, release: () => void): Readonly<Record<string, Step>> {
  const settled = async () => {
    while (await isFetching(app)) await setTimeout(20)
  }
  return {
    'device-page-grant': () => replay.decideDevice('main.user_code', true),
    'device-page-deny': () => replay.decideDevice('denied.user_code', false),
    'authorize-grant': (recording) => replay.consent(recording, 'read.code'),
    'authorize-grant-write': (recording) => replay.consent(recording, 'write.code'),
    'authorize-grant-profile': (recording) => replay.consent(recording, 'profile.code'),
    'detail-after-loading': () => (release(), settled()),
    'detail-json': settled,
    'token-device-expired': () => app.clock.advance(700),
  }
}

async function isFetching({ database }: TestApp): Promise<boolean> {
  const pending = await database.read((db) =>
    db.selectFrom('entry').select('id').where('fetch_state', '=', 'pending').executeTakeFirst(),
  )
  return pending !== undefined
}

/**
 * Members that Readeck leaves out if a page has no picture, no text or no outgoing links, if its fetch has failed, or until
 * it is fetched.
 */
const OPTIONAL =
  /\.(?:image|thumbnail|icon|article|reading_time|word_count|published|errors|links|omit_description|read_anchor|log|props) is in/

function differences(recording: Recording, answer: LightMyRequestResponse): string[] {
  const { name, method, status, json, kind, parts } = recording
  if (answer.statusCode !== status)
    return [`${name}: ${answer.statusCode}, not ${status}: ${answer.body.slice(0, 200)}`]
  if (method === 'HEAD') return []
  if (kind === 'empty') return answer.body === '' ? [] : [`${name}: a body: ${answer.body.slice(0, 100)}`]
  if (kind === 'json') {
    if (!isJson(answer)) return [`${name}: no JSON`]
    return shapeDifferences(answer.json(), json, name).filter((one) => !OPTIONAL.test(one))
  }
  if (kind === 'multipart') return partDifferences(name, answer, parts ?? [])
  const type = String(recording.answer['content-type']).split(';')[0]!
  const ours = String(answer.headers['content-type'])
  return ours.startsWith(type) && answer.body !== '' ? [] : [`${name}: ${ours}, not ${type}`]
}

/** @returns what a part contains, and the names of its headers */
function kindsOf(lines: readonly string[]): string {
  const kinds = lines.filter((line) => /^(?:Type|Group):/.test(line))
  return `${kinds.join()} ${lines.map((line) => line.split(':')[0]).join()}`
}

function partDifferences(
  name: string,
  answer: LightMyRequestResponse,
  parts: NonNullable<Recording['parts']>,
): string[] {
  const [, boundary] = /^multipart\/mixed; boundary="(\w+)"$/.exec(String(answer.headers['content-type'])) ?? []
  if (boundary === undefined) return [`${name}: no multipart response`]
  const heads = answer.rawPayload
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.slice(2, part.indexOf('\r\n\r\n')).split('\r\n'))
  const ours = new Set(heads.map(kindsOf))
  const theirs = new Set(
    parts.map(({ Type, Group, names }) =>
      kindsOf(names.map((one) => (one === 'Type' ? `Type: ${Type}` : one === 'Group' ? `Group: ${Group}` : one))),
    ),
  )
  return [
    ...[...theirs.difference(ours)].map((part) => `${name}: no part ${part}`),
    ...[...ours.difference(theirs)].map((part) => `${name}: another part ${part}`),
  ]
}
