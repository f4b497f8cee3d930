import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Has V8 collect all garbage of this thread at once, which holds it for some 50 ms. V8 collects only while something is
 * allocated, so a process with nothing to do keeps what its last work left behind. The flag is there for no longer than
 * it is needed: code that V8 has cached is valid for the flags that it was compiled under.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort' })
}
