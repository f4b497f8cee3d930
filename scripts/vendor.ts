import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vendoredFiles } from './vendored-files.ts'

// Writes the browser's libraries, minified, into public/vendor: `npm run vendor`, after installing a new version.
const folder = fileURLToPath(new URL('../public/vendor', import.meta.url))
for (const { name, text } of await vendoredFiles()) {
  writeFileSync(`${folder}/${name}`, text)
  console.log(`${name}: ${readFileSync(`${folder}/${name}`).length} bytes`)
}
