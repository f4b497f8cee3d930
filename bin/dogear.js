#!/usr/bin/env node
// This file is plain JavaScript. A Node version that is too old for TypeScript can still run it and print the message
// below.
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

// Only the user of this process may read the files that it creates, such as the database and the secret.
process.umask(0o077)

// Removes the heap limits that two flags have set. The main thread already has its heap, but the flags would override
// the smaller limits of threads that start later.
setFlagsFromString('--max-old-space-size=0')
setFlagsFromString('--max-semi-space-size=0')

// With the compile cache, a start takes a third of the time. If its folder is not writable, Node starts without the
// cache.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/dogear', import.meta.url)))
// `require` loads the same modules as `import`, but synchronously. This saves a tenth of the start-up time.
const { runCli } = module.createRequire(import.meta.url)('../src/cli.ts')
process.exitCode = await runCli(process.argv.slice(2))
