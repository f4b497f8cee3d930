import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Writes modules that import several test files each. `npm test` runs these modules instead of the files: a process for
// each file would spend about two seconds of processor time on loading and compiling the same code (ADR 0032).

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GROUPS = join(ROOT, 'dist/test-groups')
const FILES = '{src,test,client,packages}/**/*.test.ts'
const FILES_PER_GROUP = 32
/** Number of files in a group of slow tests. These groups run first, so that no slow group runs alone at the end. */
const SLOW_FILES_PER_GROUP = 6

/** @returns true for tests in a browser, and for tests that mostly wait for other processes */
const isSlow = (file: string): boolean =>
  /\.browser\.test\.ts$|^test\/(?:cli|crash|e2e|packaging|parallel)\//.test(file)

function groups(): string[][] {
  const files = globSync(FILES, { cwd: ROOT, exclude: ['**/node_modules/**'] }).toSorted()
  const others = files.filter((file) => !isSlow(file))
  return [...chunks(files.filter(isSlow), SLOW_FILES_PER_GROUP), ...chunks(others, FILES_PER_GROUP)]
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

function importing(files: readonly string[]): string {
  return files.map((file) => `import ${JSON.stringify(pathToFileURL(join(ROOT, file)).href)}\n`).join('')
}

rmSync(GROUPS, { recursive: true, force: true })
mkdirSync(GROUPS, { recursive: true })
for (const [index, files] of groups().entries()) {
  writeFileSync(join(GROUPS, `${String(index + 1).padStart(2, '0')}.mjs`), importing(files))
}
