import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

/** Maximum of the exposure level that `systemd-analyze security` calculates, in tenths: from 0 (none) to 100. */
const MAX_EXPOSURE = '15'
const UNIT = join(import.meta.dirname, '../../packaging/dogear.service')

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test('systemd accepts the unit and finds it hardened', { skip: !hasSystemd && 'no systemd-analyze here' }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'dogear-unit-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const unit = join(folder, 'dogear.service')
  // `systemd-analyze verify` checks that the program exists. Node takes its place, because /opt/dogear does not exist.
  writeFileSync(
    unit,
    readFileSync(UNIT, 'utf8').replace('ExecStart=/opt/dogear/dogear', `ExecStart=${process.execPath}`),
  )
  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  const complaints = verified.stderr.split('\n').filter((line) => line.includes(unit))
  assert.deepEqual([verified.status, complaints], [0, []])
  const rating = ['security', '--offline=true', '--no-pager', `--threshold=${MAX_EXPOSURE}`, unit]
  const rated = spawnSync('systemd-analyze', rating, { encoding: 'utf8' })
  assert.equal(rated.status, 0, rated.stdout + rated.stderr)
})
