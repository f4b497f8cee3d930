import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { databaseLocation } from './database-location.ts'
import { loadSettings, type SettingsError } from './load-settings.ts'
import { printSettings } from './format-settings.ts'
import { describeLocation } from '../db/database-url.ts'

test('an empty environment gives a complete, frozen set of settings', () => {
  const { settings, warnings } = loadSettings({})
  assert.equal(settings.PORT, 8080)
  assert.equal(settings.DOGEAR_HOST, '127.0.0.1')
  assert.equal(settings.DATABASE_URL, undefined)
  // The wait must be shorter than 10 seconds, the time limit of Miniflux and KOReader for a response.
  assert.equal(settings.DOGEAR_SAVE_WAIT_SECONDS, 8)
  assert.deepEqual(warnings, [])
  assert.ok(Object.isFrozen(settings))
})

test('all problems are reported at once', () => {
  const environment = { PORT: 'eighty', DOGEAR_RATE_LIMITS: 'maybe', DATABASE_URL: 'mysql://x', DOGEAR_SECRET: 'short' }
  assert.throws(
    () => loadSettings(environment),
    (error: SettingsError) => {
      assert.deepEqual(
        error.problems.map((problem) => problem.split(' ')[0]),
        ['PORT', 'DATABASE_URL', 'DOGEAR_SECRET', 'DOGEAR_RATE_LIMITS'],
      )
      return true
    },
  )
})

test('an unknown name causes a warning with the nearest known name', () => {
  const { warnings } = loadSettings({ DOGEAR_FETCH_ALOW: 'x', UNRELATED: 'y' })
  assert.deepEqual(warnings, ['DOGEAR_FETCH_ALOW is not a setting; did you mean DOGEAR_FETCH_ALLOW?'])
})

test('the nearest name may lack the prefix', () => {
  for (const [name, meant] of [
    ['DOGEAR_PORT', 'PORT'],
    ['DOGEAR_PROT', 'PORT'],
    ['DOGEAR_DATABASE_URL', 'DATABASE_URL'],
    ['DOGEAR_DATABASE_URL_FILE', 'DATABASE_URL_FILE'],
    ['DOGEAR_HOSTS', 'DOGEAR_HOST'],
    ['DOGEAR_DATABASE_POOLS', 'DOGEAR_DATABASE_POOL'],
  ] as const) {
    assert.deepEqual(loadSettings({ [name]: '1' }).warnings, [`${name} is not a setting; did you mean ${meant}?`])
  }
})

test('a secret may lie in a file, but not be given twice', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'dogear-settings-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'url')
  writeFileSync(path, 'postgres://user:hunter2@db/dogear\n')
  const { settings, texts } = loadSettings({ DATABASE_URL_FILE: path })
  assert.deepEqual(settings.DATABASE_URL, { dialect: 'postgres', url: 'postgres://user:hunter2@db/dogear' })
  assert.doesNotMatch(printSettings(texts), /hunter2/)
  assert.match(printSettings(texts), /^DATABASE_URL=\*{8}$/m)
  assert.throws(() => loadSettings({ DATABASE_URL_FILE: path, DATABASE_URL: 'postgres://x/y' }), /set twice/)
  assert.throws(
    () => loadSettings({ DATABASE_URL_FILE: join(directory, 'none') }),
    /DATABASE_URL cannot be read from .*ENOENT/,
  )
})

test('the address of a standby belongs to that of the primary, and is a secret too', () => {
  const [url, readUrl] = ['postgres://u:hunter2@primary/dogear', 'postgres://u:hunter3@standby/dogear']
  const { settings, texts } = loadSettings({ DATABASE_URL: url, DATABASE_READ_URL: readUrl })
  assert.deepEqual(databaseLocation(settings), { dialect: 'postgres', url, readUrl })
  assert.doesNotMatch(printSettings(texts), /hunter/)
  assert.throws(() => loadSettings({ DATABASE_READ_URL: readUrl }), /DATABASE_READ_URL needs DATABASE_URL/)
  assert.throws(
    () => loadSettings({ DATABASE_URL: url, DATABASE_READ_URL: 'sqlite:a.db' }),
    /DATABASE_READ_URL must begin with postgres:/,
  )
})

test('the direct address of PostgreSQL belongs to the address of a pooler, and is a secret too', () => {
  const [url, directUrl] = ['postgres://u:hunter2@pooler:6432/dogear', 'postgres://u:hunter3@db/dogear']
  const { settings, texts } = loadSettings({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl })
  assert.deepEqual(databaseLocation(settings), { dialect: 'postgres', url, directUrl })
  assert.doesNotMatch(printSettings(texts), /hunter/)
  assert.doesNotMatch(describeLocation(databaseLocation(settings)), /hunter/)
  const alone = /DATABASE_DIRECT_URL needs DATABASE_URL/
  assert.throws(() => loadSettings({ DATABASE_DIRECT_URL: directUrl }), alone)
  assert.throws(() => loadSettings({ DATABASE_URL: 'sqlite:a.db', DATABASE_DIRECT_URL: directUrl }), alone)
  const wrong = { DATABASE_URL: url, DATABASE_DIRECT_URL: 'sqlite:a.db' }
  assert.throws(() => loadSettings(wrong), /DATABASE_DIRECT_URL must begin with postgres:\/\//)
})

test('numbers, flags and addresses outside their bounds are refused', () => {
  const wrong = {
    PORT: '70000',
    DOGEAR_CACHE_MB: '-1',
    DOGEAR_BASE_URL: 'ftp://x',
    DOGEAR_LOG_LEVEL: 'loud',
    DOGEAR_SECURITY_CONTACT: 'security@example.org',
  }
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(() => loadSettings({ [name]: value }), new RegExp(`${name} must be`))
  }
})
