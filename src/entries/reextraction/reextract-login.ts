import type { Step } from '../../extraction/extraction.ts'
import type { Judgement } from '../fetching/judge-extraction.ts'
import type { Wall } from '../fetching/recognise-wall.ts'

const REFUSED = /^login_refused, by its (.{1,40})$/

/**
 * Whether an account was shown to a site, and refused, the page alone does not tell: the log of its fetch does.
 * @param steps JSON text of that log, or null
 * @returns the wall that the page was then, or undefined
 */
export function refusedLogin(steps: string | null): Wall | undefined {
  const note = stepsOf(steps).find(({ name }) => name === 'wall')?.note
  const sign = REFUSED.exec(note ?? '')?.[1]
  return sign === undefined ? undefined : { reason: 'login_refused', sign }
}

/** @returns the judgement, whose log says as the one before did whose login the page was fetched with */
export function withLoginStep(judgement: Judgement, steps: string | null): Judgement {
  const login = stepsOf(steps).find(({ name }) => name === 'login')
  return login ? { ...judgement, steps: [login, ...judgement.steps] } : judgement
}

function stepsOf(steps: string | null): readonly Step[] {
  return JSON.parse(steps ?? '[]') as Step[]
}
