import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Writes modules that import several test files each. `npm test` runs these modules instead of the files: a process for
// each file would spend about two seconds of processor time on loading and compiling the same code (ADR 0032).

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const GROUPS = join(ROOT, 'dist/test-groups')
const FILES = '{src,test,client,packages}/**/*.test.ts'

const SLOW = /\.browser\.test\.ts$|^test\/(?:cli|crash|e2e|packaging|parallel)\//

/** Kinds of groups. They run in this order, the longest groups first, so that no group runs alone at the end. */
const KINDS: readonly { readonly has: (file: string) => boolean; readonly filesPerGroup: number }[] = [
  // Tests that start the whole service.
  { has: (file) => file.startsWith('test/') && !SLOW.test(file), filesPerGroup: 32 },
  // Tests in a browser, and tests that mostly wait for other processes.
  { has: (file) => SLOW.test(file), filesPerGroup: 6 },
  { has: () => true, filesPerGroup: 32 },
]

function groups(): string[][] {
  const files = globSync(FILES, { cwd: ROOT, exclude: ['**/node_modules/**'] }).toSorted()
  const byKind = Map.groupBy(files, (file) => KINDS.find(({ has }) => has(file))!)
  return KINDS.flatMap((kind) => chunks(byKind.get(kind) ?? [], kind.filesPerGroup))
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
