import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vendoredFiles } from './vendored-files.ts'

// Copies parts of packages into the repository: libraries and icons for the browser, and the most common passwords. Run
// `npm run vendor` after a new version of a package has been installed, and after a page starts to use another icon.
const ROOT = join(import.meta.dirname, '..')
for (const { path, text } of await vendoredFiles()) {
  writeFileSync(join(ROOT, path), text)
  console.log(`${path}: ${statSync(join(ROOT, path)).size} bytes`)
}
