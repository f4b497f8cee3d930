#!/usr/bin/env node
// This file is plain JavaScript. A Node version that is too old for TypeScript can still run it and print the message
// below. It is CommonJS, so that Node does not load what it needs for ES modules, which takes 15 ms.
const { accessSync, constants, mkdirSync } = require('node:fs')
const nodeModule = require('node:module')
const { join } = require('node:path')
const { setFlagsFromString } = require('node:v8')
const { BUNDLES, currentBundle } = require('./bundled-program.js')

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

const ROOT = join(__dirname, '..')
/** Bytes of memory that must be free for the bundler, which takes up to 1,033 MB. */
const BUNDLER_MEMORY = 1.2e9
/** True for the commands that run for long. They bundle the program if its sources have changed. */
const isService = ['serve', 'worker'].includes(process.argv[2] ?? '')

// In watch mode (`npm run dev`), Node watches the files that are loaded, so they must be the sources.
const isWatched = process.env['WATCH_REPORT_DEPENDENCIES'] !== undefined
const bundle = isWatched ? undefined : (currentBundle(ROOT) ?? (isService ? makeBundle() : undefined))

// With the compile cache, a start takes a third of the time. If its folder is not writable, Node starts without the
// cache.
nodeModule.enableCompileCache(bundle ? join(bundle, 'compiled') : join(ROOT, 'node_modules/.cache/dogear'))
// Stack traces contain the lines of the sources. Node reads the source map of a file when it prints the first trace.
if (bundle) process.setSourceMapsEnabled(true)
// Node exits with this code if nothing is left to wait for before the command has ended.
process.exitCode = 13
void run()

async function run() {
  const bundled = join(bundle ?? '', isService ? 'service.cjs' : 'command.cjs')
  const { runCli } = require(bundle ? bundled : '../src/cli.ts')
  process.exitCode = await runCli(process.argv.slice(2))
}

/** @returns {string | undefined} the path of a new bundle; undefined if the sources cannot be bundled */
function makeBundle() {
  // On a machine with less, the kernel would end the bundler, or another program.
  if (process.availableMemory() < BUNDLER_MEMORY) {
    process.stderr.write('dogear: bundling the sources needs 1.2 GB of free memory, so this start takes longer\n')
    return undefined
  }
  try {
    mkdirSync(join(ROOT, BUNDLES), { recursive: true })
    accessSync(join(ROOT, BUNDLES), constants.W_OK)
  } catch {
    return undefined
  }
  const { spawnSync } = require('node:child_process')
  // The bundler takes 1 GB of memory, so it runs in a process of its own.
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'packaging/build-server.ts')], {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: 120_000,
  })
  if (status !== 0) {
    process.stderr.write(`dogear: the sources could not be bundled, so this start takes longer: ${stderr.trim()}\n`)
  }
  return currentBundle(ROOT)
}
