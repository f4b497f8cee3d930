import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Writes modules that import several test files each. `npm test` runs these modules instead of the files: a process for
// each file would spend about two seconds of processor time on loading and compiling the same code (ADR 0032).

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GROUPS = join(ROOT, 'dist/test-groups')
const FILES = '{src,test,client,packages}/**/*.test.ts'
const FILES_PER_GROUP = 32
/** Number of files in a group of slow tests. */
const SLOW_FILES_PER_GROUP = 8

/** @returns true for tests in a browser, and for tests that mostly wait for other processes */
const isSlow = (file: string): boolean =>
  /\.browser\.test\.ts$|^test\/(?:cli|crash|e2e|packaging|parallel)\//.test(file)

/** @returns true for tests that open the whole service */
const opensService = (file: string): boolean => file.startsWith('test/')

/** @returns the groups in the order in which they run: the longest first, so that none runs alone at the end */
function groups(): string[][] {
  const files = globSync(FILES, { cwd: ROOT, exclude: ['**/node_modules/**'] }).toSorted()
  const others = files.filter((file) => !isSlow(file))
  return [
    ...chunks(others.filter(opensService), FILES_PER_GROUP),
    ...chunks(files.filter(isSlow), SLOW_FILES_PER_GROUP),
    ...chunks(
      others.filter((file) => !opensService(file)),
      FILES_PER_GROUP,
    ),
  ]
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
