/** After `npm pack`: the manifest of the repository returns. */
import { restoreManifest } from './manifest.ts'

restoreManifest()
