/**
 * Runs before `npm pack`: compiles `src` to JavaScript with type declarations in `dist`, and makes package.json refer
 * to these files.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER, usePublishedManifest } from './manifest.ts'

const DIST = join(FOLDER, 'dist')

rmSync(DIST, { recursive: true, force: true })
execFileSync('tsc', ['-p', FOLDER], { cwd: FOLDER, stdio: 'inherit' })
copyFileSync(join(FOLDER, 'src/lines/model.json'), join(DIST, 'lines/model.json'))
chmodSync(join(DIST, 'command/main.js'), 0o755)
usePublishedManifest()
