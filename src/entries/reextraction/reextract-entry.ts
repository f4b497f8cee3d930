import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { Clock } from '../../kernel/clock.ts'
import { advanceRevision } from '../../users/revision.ts'
import { applyTaggingRules } from '../tagging-rules/apply-tagging-rules.ts'
import { findCapture } from '../fetching/capture.repository.ts'
import type { Entry } from '../entry.ts'
import { findEntry, findStoredContent, noteExtraction, setContent, updateEntry } from '../entry.repository.ts'
import type { StoredContent } from '../entry.repository.ts'
import { extractingWithRules } from '../fetching/extract-with-rules.ts'
import type { FindRulesForPage } from '../site-rules/find-rules-for-page.ts'
import { judgeExtraction, type Judgement } from '../fetching/judge-extraction.ts'
import type { CapturePlace } from './list-captures.ts'
import type { KeepRanges } from '../keep-ranges.ts'
import type { OrderImages } from '../order-images.ts'
import { planReextraction, type ReextractionPlan } from './plan-reextraction.ts'
import { recogniseWall } from '../fetching/recognise-wall.ts'
import { refusedLogin, withLoginStep } from './reextract-login.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

export interface ReextractDeps {
  readonly database: Database
  readonly extraction: ExtractionPool
  readonly clock: Clock
  /** how single sites are to be read; absent where nobody says it */
  readonly findRules?: FindRulesForPage
  /** absent where no images are kept */
  readonly orderImages?: OrderImages
  /** absent where nobody annotates */
  readonly keepRanges?: KeepRanges
}

/** What came of one entry; undefined when it is gone, is being fetched, or was given its text by the client. */
export type Reextracted = (CapturePlace & { readonly url: string } & ReextractionPlan['report']) | undefined

/**
 * Makes the text of one entry again from its page as it was received, without the network, and stores it. A worse text
 * does not replace the one that is there. Doing it twice changes nothing more.
 * @param isDryRun only looks
 * @throws AppError `unavailable` when too many pages wait to be read
 */
export async function reextractEntry(
  deps: ReextractDeps,
  place: CapturePlace,
  isDryRun: boolean,
): Promise<Reextracted> {
  const capture = await deps.database.read((db) => findCapture(db, place.owner, place.id))
  const before = await deps.database.read((db) => findSubject(db, place))
  if (!capture || !before) return undefined
  const { url: pageUrl, status } = capture
  const { steps } = before.stored
  const wall = refusedLogin(steps) ?? recogniseWall(before.entry.givenUrl ?? pageUrl, capture)
  const rules = await deps.findRules?.(place.owner, pageUrl)
  const extraction = await extractingWithRules(deps.extraction, rules).extract(capture)
  const judgement = withLoginStep(judgeExtraction(extraction, status, wall), steps)
  const plan = planReextraction(before, judgement, pageUrl)
  const done = isDryRun ? plan : await store(deps, { place, judgement, pageUrl, plan, before: before.entry })
  return done && { ...place, url: before.entry.url, ...done.report }
}

interface Subject {
  readonly entry: Entry
  readonly stored: StoredContent
}

async function findSubject(db: Db, { owner, id }: CapturePlace): Promise<Subject | undefined> {
  const entry = await findEntry(db, owner, id)
  const stored = await findStoredContent(db, owner, id)
  if (!entry || !stored || entry.fetchState === 'pending' || entry.givenFields.includes('content')) return undefined
  return { entry, stored }
}

interface Finished {
  readonly place: CapturePlace
  readonly judgement: Judgement
  readonly pageUrl: string
  /** what is to be done, as far as was known outside the transaction */
  readonly plan: ReextractionPlan
  readonly before: Entry
}

/** Looks again inside the transaction: what the reader changed meanwhile stays, and a newer fetch wins. */
async function store(
  { database, clock, orderImages, keepRanges }: ReextractDeps,
  { place: { owner, id }, judgement, pageUrl, plan, before }: Finished,
): Promise<ReextractionPlan | undefined> {
  return ownerTransaction(database, owner, async (tx) => {
    const revision = plan.report.outcome === 'changed' ? await advanceRevision(tx, owner) : undefined
    const subject = await findSubject(tx, { owner, id })
    if (subject?.entry.fetchGeneration !== before.fetchGeneration) return undefined
    const now = planReextraction(subject, judgement, pageUrl)
    if (now.content && revision !== undefined) {
      await updateEntry(tx, owner, id, { ...now.columns, updated_at: clock.now().toISOString(), revision })
      await setContent(tx, owner, id, now.content)
      await keepRanges?.(tx, owner, id, now.content.html)
      await applyTaggingRules(tx, owner, [id])
      await orderImages?.(tx, owner, id)
    } else {
      await noteExtraction(tx, owner, id, now.note)
    }
    return now
  })
}
