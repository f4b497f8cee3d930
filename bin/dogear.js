#!/usr/bin/env node
// Plain old JavaScript, so that a Node that cannot run the program can still say so.
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const NEEDED = 26
if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  process.stderr.write(
    `dogear needs Node ${NEEDED} but this is Node ${process.versions.node}: run "npm rebuild node" ` +
      '(or "npm ci" without --ignore-scripts), then start it with "npm start" or "npm run -s dogear -- …".\n',
  )
  process.exit(1)
}

// What the program writes, its database and its key, is for nobody else on the machine to read.
process.umask(0o077)

// The flag limits the heap of this thread, which has been made already. For later threads it would replace their own
// limits, which are smaller.
setFlagsFromString('--max-old-space-size=0')

// Warm starts take a third of the time; a folder that cannot be written only switches the cache off.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/dogear', import.meta.url)))
// `require` loads the same modules as `import`, but in one go: a tenth of the start is saved.
const { runCli } = module.createRequire(import.meta.url)('../src/cli.ts')
process.exitCode = await runCli(process.argv.slice(2))
