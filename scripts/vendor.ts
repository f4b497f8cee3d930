import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vendoredFiles } from './vendored-files.ts'

// Writes the minified libraries for the browser to public/vendor: `npm run vendor`. Must be run after a new version has
// been installed.
const folder = fileURLToPath(new URL('../public/vendor', import.meta.url))
for (const { name, text } of await vendoredFiles()) {
  writeFileSync(`${folder}/${name}`, text)
  console.log(`${name}: ${readFileSync(`${folder}/${name}`).length} bytes`)
}
