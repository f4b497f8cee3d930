/** Runs after `npm pack`: restores the package.json of the repository. */
import { restoreManifest } from './manifest.ts'

restoreManifest()
