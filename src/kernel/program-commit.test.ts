import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { programCommit } from './program-commit.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'dogear-commit-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('a package carries its commit in a file', (t) => {
  const root = folder(t)
  assert.equal(programCommit(root), undefined)
  writeFileSync(join(root, 'COMMIT'), `${COMMIT}\n`)
  assert.equal(programCommit(root), '0123456789ab')
  writeFileSync(join(root, 'COMMIT'), 'unknown\n')
  assert.equal(programCommit(root), undefined)
})

test('a checkout, packed or not, and a work tree of its own say their commit', (t) => {
  const [root, beside] = [folder(t), join(folder(t), 'tree')]
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: root, stdio: 'pipe' })
      .toString()
      .trim()
  try {
    git('init', '--quiet')
  } catch {
    return t.skip('git is not installed')
  }
  git('commit', '--quiet', '--allow-empty', '-m', 'one')
  const commit = git('rev-parse', 'HEAD').slice(0, 12)
  assert.equal(programCommit(root), commit)
  git('pack-refs', '--all')
  assert.equal(programCommit(root), commit)
  git('worktree', 'add', '--quiet', '-b', 'other', beside)
  assert.equal(programCommit(beside), commit)
  git('checkout', '--quiet', '--detach')
  assert.equal(programCommit(root), commit)
})
