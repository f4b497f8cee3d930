import type { Dialect } from './dialect.ts'
import { BLOGS } from './dialects-of-blogs.ts'
import { DOCUMENTATION } from './dialects-of-documentation.ts'
import { OTHERS } from './dialects-of-others.ts'
import { PRESS } from './dialects-of-press.ts'

/** The markup of forty publishing systems. */
export const DIALECTS: readonly Dialect[] = [...BLOGS, ...DOCUMENTATION, ...PRESS, ...OTHERS]
