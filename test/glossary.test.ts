import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')
const DECLARED = /\b(?:function\*?|const|let|class|interface|type)\s+([A-Za-z_$][\w$]*)/g
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** @returns the words in the first column of the table of forbidden names, in lower case */
function forbiddenWords(): ReadonlySet<string> {
  const glossary = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
  const [, table] = glossary.split('<!-- forbidden names:')
  assert.ok(table, 'docs/glossary.md has no table of forbidden names')
  const rows = table.split('\n').filter((line) => line.startsWith('| '))
  return new Set(
    rows.slice(2).flatMap((row) =>
      row
        .split('|')[1]!
        .split(',')
        .flatMap((word) => wordsOf(word.trim())),
    ),
  )
}

/** @returns the words of a name in camel case, kebab case or upper case, in lower case */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
}

function declaredNames(path: string): string[] {
  const code = readFileSync(join(ROOT, path), 'utf8').replaceAll(COMMENT, '')
  return [basename(path).split('.')[0]!, ...Array.from(code.matchAll(DECLARED), ([, name]) => name!)]
}

test('no file, function, type or variable has a name that the glossary forbids', () => {
  const forbidden = forbiddenWords()
  assert.ok(forbidden.size >= 15, [...forbidden].join())
  const found = globSync('{src,client,packages}/**/*.ts', {
    cwd: ROOT,
    exclude: ['packages/*/dist/**', 'packages/*/node_modules/**'],
  })
    .filter((path) => !/\.(?:test|fixture)\.ts$/.test(path))
    .flatMap((path) =>
      declaredNames(path)
        .filter((name) => wordsOf(name).some((word) => forbidden.has(word)))
        .map((name) => `${path}: ${name}`),
    )
  assert.deepEqual(found, [])
})
