import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../kernel/errors.ts'
import { explainUnusable } from './unusable-database.ts'

const FILE = { dialect: 'sqlite', path: '/data/dogear.db' } as const
const SERVER = { dialect: 'postgres', url: 'postgres://reader:guessed@db.example:6543/library' } as const

function sentence(location: typeof FILE | typeof SERVER, fields: object, message = 'reason'): string {
  const explained = explainUnusable(location, Object.assign(new Error(message), fields))
  assert.ok(explained instanceof AppError, JSON.stringify(fields))
  assert.equal(explained.code, 'unavailable')
  assert.doesNotMatch(explained.message, /guessed|\n/)
  return explained.message
}

test('errors of SQLite about a file become a sentence with the remedy', () => {
  // The codes of SQLITE_READONLY_DIRECTORY, SQLITE_CANTOPEN and SQLITE_PERM.
  for (const errcode of [1544, 14, 3]) assert.match(sentence(FILE, { errcode }), /dogear\.db .*: reason; .* writable/)
  assert.match(sentence(FILE, { errcode: 13 }), /free some space/)
  for (const errcode of [11, 26]) assert.match(sentence(FILE, { errcode }), /dogear restore/)
  assert.match(
    sentence(FILE, { syscall: 'mkdir', code: 'EROFS' }),
    /the database \/data\/dogear\.db cannot be opened or created: reason; .*DATABASE_URL/,
  )
  const bug = Object.assign(new Error('no such column'), { errcode: 1 })
  assert.equal(explainUnusable(FILE, bug), bug)
})

test('errors of PostgreSQL and of the connection become a sentence with the remedy', () => {
  const cases: Readonly<Record<string, RegExp>> = {
    ECONNREFUSED: /PostgreSQL at db\.example:6543 refuses connections: start it/,
    ENOTFOUND: /host name in db\.example:6543 is unknown: correct DATABASE_URL/,
    ETIMEDOUT: /does not answer: .*firewall/,
    EHOSTUNREACH: /does not answer/,
    '28P01': /refuses the user reader: .*password in DATABASE_URL \(reason\)/,
    '28000': /refuses the user reader/,
    '3D000': /has no database library: create it/,
    '42501': /reader is not allowed to create tables in the database library/,
    '25006': /library at db\.example:6543 is read-only/,
    '53300': /accepts no more connections/,
    '53100': /disk .* is full/,
    '57P03': /starting or stopping: try again/,
    '57P01': /ended the connection: reason/,
    SELF_SIGNED_CERT_IN_CHAIN: /certificate .* is not valid/,
  }
  for (const [code, expected] of Object.entries(cases)) assert.match(sentence(SERVER, { code }), expected)
  assert.match(sentence(SERVER, {}, 'timeout expired'), /does not answer/)
  assert.match(sentence(SERVER, {}, 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /refuses/)
  assert.match(
    sentence(SERVER, { code: '08P01' }, 'unsupported startup parameter: statement_timeout'),
    /pooler at db\.example:6543 refuses settings of connections: set DATABASE_DIRECT_URL/,
  )
  const pooled = { ...SERVER, directUrl: 'postgres://reader@direct.example/library' }
  const refused = explainUnusable(pooled, Object.assign(new Error('reason'), { code: 'ECONNREFUSED' }), 'direct')
  assert.match(String(refused), /direct\.example:5432 refuses connections: .*correct DATABASE_DIRECT_URL/)
  const bug = Object.assign(new Error('no such column'), { code: '42703' })
  assert.equal(explainUnusable(SERVER, bug), bug)
})
