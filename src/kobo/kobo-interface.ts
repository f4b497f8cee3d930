import type { FastifyRequest } from 'fastify'
import { beginningLoader } from '../entries/listing/load-article-beginnings.ts'
import { jpegConverter } from '../images/convert-to-jpeg.ts'
import { cardCopyLoader, copyLoader } from '../images/load-image-copies.ts'
import { notFound } from '../kernel/errors.ts'
import type { MemoryBudget } from '../kernel/memory-budget.ts'
import type { DeferredInterface, InterfaceRequest } from '../keys/deferred-interface.ts'
import { sentFields, textIn, type SentFields } from '../keys/sent-fields.ts'
import { entryChangeLister } from '../sync/list-entry-changes.ts'
import { downloadArticle, type DownloadDeps } from './download-article.ts'
import { getArticles, type GetDeps } from './get-articles.ts'
import { sendKoboError } from './kobo-error.ts'
import { requireKoboUser, type KoboUser } from './kobo-user.ts'
import { pictureAddresses } from './picture-address.ts'
import { sendActions, type SendDeps } from './send-actions.ts'
import { sendPicture, type PictureDeps } from './send-picture.ts'

/** What the interface makes itself when it is loaded. */
type OwnDeps = 'addresses' | 'convertToJpeg' | 'listChanges' | 'loadCopies' | 'findCopies' | 'loadBeginnings'

export type KoboDeps = Omit<GetDeps & DownloadDeps & SendDeps & PictureDeps, OwnDeps> & {
  readonly instanceKey: Uint8Array
  readonly baseUrl: string
  readonly memory: MemoryBudget
}

type AllDeps = GetDeps & DownloadDeps & SendDeps & PictureDeps
type Answer = (deps: AllDeps, user: KoboUser, fields: SentFields, request: FastifyRequest) => Promise<unknown>

const ANSWERS: Readonly<Record<string, Answer>> = {
  get: getArticles,
  download: (deps, user, fields) => downloadArticle(deps, user, fields, 'download'),
  text: (deps, user, fields) => downloadArticle(deps, user, fields, 'text'),
  send: sendActions,
}

/** Matches the end of the addresses that configurations of devices lead to; Pocket's are the older ones. */
const END = /^(?:instapaper\/)?(?:api\/kobo\/|v3\/|v3beta\/)?(get|download|text|send)$/

/** @returns the key of an address below `/kobo/`; an empty text at Pocket's addresses, which have none */
function keyInPath({ params }: FastifyRequest): string {
  return (params as { readonly '*'?: string })['*']?.split('/', 1)[0] ?? ''
}

/** @returns the interface of Kobo's firmware for articles. The key is in the path, or in the body at Pocket's addresses. */
export function koboInterface(given: KoboDeps): DeferredInterface {
  const byHash = { pathOf: (sha256: Uint8Array) => Buffer.from(sha256).toString('hex') }
  const deps: AllDeps = {
    ...given,
    addresses: pictureAddresses(given.instanceKey, given.baseUrl),
    convertToJpeg: jpegConverter(given.memory),
    listChanges: entryChangeLister(given.database),
    loadCopies: copyLoader(given.database, byHash),
    findCopies: cardCopyLoader(given.database, byHash),
    loadBeginnings: beginningLoader(given.database),
  }
  const withKey = async (one: InterfaceRequest) => {
    const [, name] = END.exec(one.parts['rest'] ?? '') ?? []
    const user = await requireKoboUser(deps, one.request, one.parts['key']!)
    if (name === undefined) throw notFound('request in this interface')
    return ANSWERS[name]!(deps, user, sentFields(one), one.request)
  }
  const atPocket = (answer: Answer) => async (one: InterfaceRequest) => {
    const fields = sentFields(one)
    const user = await requireKoboUser(deps, one.request, textIn(fields, 'access_token') ?? '')
    return answer(deps, user, fields, one.request)
  }
  return {
    authenticate: (request) => requireKoboUser(deps, request, keyInPath(request)),
    sendError: sendKoboError,
    routes: [
      {
        methods: ['GET'],
        path: '/kobo/i/:name',
        scope: null,
        answer: ({ parts, reply }) => sendPicture(deps, parts['name']!, reply),
      },
      { methods: ['POST'], path: '/kobo/:key/*', scope: null, answer: withKey },
      { methods: ['POST'], path: '/v3/get', scope: null, answer: atPocket(ANSWERS['get']!) },
      { methods: ['POST'], path: '/v3/send', scope: null, answer: atPocket(ANSWERS['send']!) },
      { methods: ['POST'], path: '/v3beta/text', scope: null, answer: atPocket(ANSWERS['text']!) },
    ],
  }
}
