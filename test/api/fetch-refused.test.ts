import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDogear } from '../crash/dogear-process.ts'
import { LastInFirstOut, makeInstallation } from '../crash/installation.ts'
import { waitFor } from '../crash/wait-for.ts'
import { ask, grantToken, makeAccount } from '../crash/api-client.ts'
import { DIALECTS } from '../support/database.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: the log of a refused address names the user, the entry and the request`, async (t) => {
    const cleanUp = new LastInFirstOut(t)
    const { base, environment } = await makeInstallation(cleanUp, dialect, { DOGEAR_LOG_LEVEL: 'info' })
    const server = startDogear(cleanUp, 'serve', environment)
    await server.ready
    const token = await grantToken(base, await makeAccount(environment))
    const picture = '<p>A text with a picture.</p><img src="http://169.254.169.254/a.png">'
    const saves = [{ url: 'http://10.0.0.1/page' }, { url: 'https://a.example/', title: 'A', content: picture }]
    const ids: unknown[] = []
    for (const body of saves) {
      const answer = await ask(base, token, { method: 'POST', path: '/api/entries.json', body })
      assert.equal(answer.kind, 'answered')
      ids.push(answer.kind === 'answered' && answer.body['id'])
    }
    const lines = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    const refused = () => lines().filter(({ event }) => event === 'fetch-refused')
    const requests = () => lines().filter(({ method, route }) => method === 'POST' && route === '/api/entries')
    await waitFor('both refusals', () => refused().length >= 2 && requests().length >= 2)
    for (const [index, id] of ids.entries()) {
      const { userId, requestId } = refused().find(({ entryId }) => entryId === id)!
      assert.deepEqual([userId, requestId], [requests()[index]!['userId'], requests()[index]!['requestId']])
    }
    const content = picture.replace('a.png', 'b.png')
    await ask(base, token, { method: 'PATCH', path: `/api/entries/${String(ids[1])}.json`, body: { content } })
    const change = () => lines().find(({ method }) => method === 'PATCH')
    await waitFor('the refusal of the changed picture', () => refused().length >= 3 && change() !== undefined)
    assert.equal(refused()[2]!['requestId'], change()!['requestId'])
  })
}
