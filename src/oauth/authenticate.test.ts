import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../test/support/app.ts'
import { DIALECTS } from '../../test/support/database.ts'
import type { Database } from '../db/database.ts'
import { authenticator } from './authenticate.ts'
import { OauthError } from './oauth-error.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a token that is revoked while it is looked up is not accepted afterwards`, async (t) => {
    const app = await testApp(t, dialect)
    const [token, other] = [await app.token(app.alice), await app.token(app.bob)]
    const [found, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const database = pausingFirstResult(app.services.database, { onResult: found.resolve, go: go.promise })
    const authenticate = authenticator({ database, clock: app.clock })

    const duringRevocation = authenticate(token)
    await found.promise
    await app.services.database.transaction((tx) =>
      tx.deleteFrom('access_token').where('user_id', '=', app.alice.id).execute(),
    )
    // Another request after the revocation makes the cache adopt the version of the database.
    const afterRevocation = authenticate(other)
    go.resolve()
    assert.equal((await afterRevocation).id, app.bob.id)
    assert.equal((await duringRevocation).id, app.alice.id)
    await assert.rejects(async () => authenticate(token), OauthError)
  })
}

/** @returns the same database, but its first result is returned only when `go` resolves */
function pausingFirstResult(
  database: Database,
  { onResult, go }: { readonly onResult: () => void; readonly go: Promise<void> },
): Database {
  let isFirst = true
  return {
    ...database,
    prepare: <Row>(sql: string) => {
      const statement = database.prepare<Row>(sql)
      return {
        all: async (...parameters) => {
          const isPaused = isFirst
          isFirst = false
          const rows = await statement.all(...parameters)
          onResult()
          if (isPaused) await go
          return rows
        },
      }
    },
  }
}
