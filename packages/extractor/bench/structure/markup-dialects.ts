import type { Dialect } from './markup-dialect.ts'
import { BLOGS } from './blog-markup.ts'
import { DOCUMENTATION } from './documentation-markup.ts'
import { OTHERS } from './other-markup.ts'
import { PRESS } from './press-markup.ts'

/** The markup of forty publishing systems. */
export const DIALECTS: readonly Dialect[] = [...BLOGS, ...DOCUMENTATION, ...PRESS, ...OTHERS]
