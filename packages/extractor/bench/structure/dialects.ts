import type { Dialect } from './dialect.ts'
import { BLOGS } from './dialects-of-blogs.ts'
import { DOCUMENTATION } from './dialects-of-documentation.ts'
import { OTHERS } from './dialects-of-others.ts'
import { PRESS } from './dialects-of-press.ts'

/** Forty publishing systems, each with its own markup. */
export const DIALECTS: readonly Dialect[] = [...BLOGS, ...DOCUMENTATION, ...PRESS, ...OTHERS]
