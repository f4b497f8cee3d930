import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { endSessions } from '../crash/lost-processes.ts'
import { waitFor } from '../crash/wait-for.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { administrate, DIALECTS } from '../support/database.ts'

/** The tables to which a save and the readiness check write. */
const TABLES = ['entry', 'instance']

/** Makes all writes fail, or succeed again. On SQLite, transactions can still begin, as on a failing disk. */
async function setReadOnly({ services }: TestApp, isReadOnly: boolean): Promise<void> {
  const location = services.settings.DATABASE_URL!
  if (location.dialect === 'sqlite') {
    const connection = new DatabaseSync(location.path, { timeout: 5000 })
    for (const event of ['insert', 'update']) {
      for (const table of TABLES)
        connection.exec(brokenTrigger(`broken_${table}_${event}`, `${event} on ${table}`, isReadOnly))
    }
    connection.close()
    return
  }
  const name = new URL(location.url).pathname.slice(1)
  const maintenance = Object.assign(new URL(location.url), { pathname: '/postgres' }).href
  await administrate(
    maintenance,
    `alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  )
  await endSessions(location.url)
}

function brokenTrigger(name: string, place: string, isMade: boolean): string {
  return isMade
    ? `create trigger ${name} before ${place} begin select raise(abort, 'disk I/O error'); end`
    : `drop trigger ${name}`
}

for (const dialect of DIALECTS) {
  test(`${dialect}: while every write fails, /readyz is 503 and reads work, and it recovers by itself`, async (t) => {
    const app = await testApp(t, dialect)
    const status = async () => (await app.app.inject({ url: '/readyz' })).statusCode
    const save = (url: string) =>
      app.ask(app.alice, { method: 'POST', url: '/api/entries', payload: { url, content: 'x' } })
    assert.equal(await status(), 200)
    assert.equal((await save('https://a.example/1')).statusCode, 200)
    await setReadOnly(app, true)
    assert.ok((await save('https://a.example/2')).statusCode >= 500)
    await waitFor('not being ready', async () => (await status()) === 503)
    const answer = await app.app.inject({ url: '/readyz' })
    assert.deepEqual([answer.body, answer.headers['retry-after']], ['not ready', '5'])
    assert.equal((await app.ask(app.alice, { url: '/api/entries' })).json<{ total: number }>().total, 1)
    await setReadOnly(app, false)
    await waitFor('being ready again', async () => (await status()) === 200)
    assert.equal((await save('https://a.example/3')).statusCode, 200)
  })
}
