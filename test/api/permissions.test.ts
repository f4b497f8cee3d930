import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test, type TestContext } from 'node:test'
import type { Dialect } from '../../src/db/database.ts'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { createClient } from '../../src/oauth/create-client.ts'
import { removeSecondFactor } from '../../src/users/second-factor/second-factor.ts'
import { openSession } from '../../src/users/sessions/session.ts'
import { dumpTables, rowsAtOnce } from './dump-tables.fixture.ts'

/**
 * The users that request every route: alice owns the data in the paths, bob is another user, carol an administrator.
 */
type Role = 'owner' | 'otherUser' | 'administrator' | 'anonymous'
const ROLES: readonly Role[] = ['owner', 'otherUser', 'administrator', 'anonymous']

interface Permission {
  /** expected status for owner, other user, administrator, anonymous */
  readonly expect: readonly [number, number, number, number]
  readonly payload?: Readonly<Record<string, string>>
  readonly query?: string
  /** for pages: name of the form field that contains the CSRF token */
  readonly token?: string
  /** true if the response is an endless stream */
  readonly isStream?: boolean
  /** true for forms that visitors may send; their CSRF token belongs to a cookie of the visitor, not to a session */
  readonly isPublicForm?: boolean
}

const everybody = (status: number): Permission => ({ expect: [status, status, status, status] })
/** A route that every authenticated user may request, because it concerns only the user's own data. */
const own = (payload?: Permission['payload']): Permission => ({
  expect: [200, 200, 200, 401],
  ...(payload && { payload }),
})
/** A route for data in its path: the owner of the data gets 200, all other users, including administrators, get 404. */
const owned = (payload?: Permission['payload']): Permission => ({
  expect: [200, 404, 404, 401],
  ...(payload && { payload }),
})
/** A page for signed-in users; visitors are redirected to sign in. */
const signedIn = (status = 200): Permission => ({ expect: [status, status, status, 302] })
const ownedPage = (status: number, token: string): Permission => ({ expect: [status, 404, 404, 302], token })

/** An admin page. Users who are not administrators get 404. */
const adminPage = (status = 200, token?: string): Permission => ({
  expect: [404, 404, status, 404],
  ...(token !== undefined && { token }),
})

/** All routes with the expected status for each user. The test fails for a route that is missing here. */
const TABLE: Readonly<Record<string, Permission>> = {
  'GET /healthz': everybody(200),
  'GET /readyz': everybody(200),
  'GET /oauth/v2/token': everybody(400),
  'GET /.well-known/oauth-authorization-server': everybody(200),
  'GET /.well-known/oauth-protected-resource': everybody(200),
  'GET /.well-known/oauth-protected-resource/api': everybody(200),
  'GET /.well-known/oauth-protected-resource/mcp': everybody(200),
  'POST /oauth/v2/device': everybody(400),
  'POST /oauth/v2/register': everybody(400),
  'POST /oauth/v2/revoke': everybody(400),
  'POST /oauth/v2/token': everybody(400),
  'GET /api/version': everybody(200),
  'GET /api/info': everybody(200),
  'GET /api/doc': everybody(301),
  'GET /api/doc/': everybody(200),
  'GET /api/doc.json': everybody(200),
  'GET /api/doc/start.js': everybody(200),
  'GET /api/doc/swagger-ui.css': everybody(200),
  'GET /api/doc/swagger-ui-bundle.js': everybody(200),
  'GET /linkding/health': everybody(200),
  // Cookies and access tokens are not accepted here, but only app passwords.
  ...Object.fromEntries(
    [
      'bookmarks',
      'bookmarks/archived',
      'bookmarks/check',
      'bookmarks/:id',
      'tags',
      'tags/:id',
      'bundles',
      'bundles/:id',
      'user/profile',
    ]
      .map((path) => `GET /linkding/api/${path}/`)
      .concat(['GET /linkding/api/', 'POST /linkding/api/bookmarks/', 'POST /linkding/api/bundles/'])
      .concat(
        ['PUT', 'PATCH', 'DELETE'].flatMap((method) =>
          ['bookmarks', 'bundles'].map((kind) => `${method} /linkding/api/${kind}/:id/`),
        ),
      )
      .concat(['archive', 'unarchive'].map((name) => `POST /linkding/api/bookmarks/:id/${name}/`))
      .map((route) => [route, everybody(401)]),
  ),
  ...Object.fromEntries(
    ['/fever', '/api/fever.php'].flatMap((path) =>
      ['GET', 'POST'].map((method) => [`${method} ${path}`, everybody(200)]),
    ),
  ),
  'POST /linkding/api/bookmarks/singlefile/': everybody(401),
  ...Object.fromEntries(
    ['/save', '/instapaper/api/*', '/pocket/v3/*', '/readwise/api/*'].flatMap((path) =>
      ['GET', 'POST'].map((method) => [`${method} ${path}`, everybody(path === '/save' ? 401 : 404)]),
    ),
  ),
  ...Object.fromEntries(
    ['/kosync', '/kosync/*'].flatMap((path) =>
      ['GET', 'POST', 'PUT'].map((method) => [`${method} ${path}`, everybody(401)]),
    ),
  ),
  'GET /opds': everybody(401),
  'GET /opds/*': everybody(401),
  ...Object.fromEntries(
    ['/kobo/*', '/v3/get', '/v3/send', '/v3beta/text'].flatMap((path) =>
      ['GET', 'POST'].map((method) => [`${method} ${path}`, everybody(401)]),
    ),
  ),
  ...Object.fromEntries(
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} /kobo/:key/store/*`, everybody(401)]),
  ),
  'POST /mcp': everybody(401),
  ...Object.fromEntries(['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} /mcp`, everybody(405)])),
  // The tests of these interfaces check the scopes of their routes, which are loaded at the first request.
  ...Object.fromEntries(
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} /readeck/*`, everybody(401)]),
  ),
  ...Object.fromEntries(
    ['GET', 'PUT'].flatMap((method) => [
      [`${method} /miniflux/healthcheck`, everybody(method === 'GET' ? 200 : 401)],
      [`${method} /miniflux/v1/*`, everybody(401)],
    ]),
  ),
  ...Object.fromEntries(
    ['', '/api/greader.php']
      .flatMap((base) => [`${base}/accounts/ClientLogin`, `${base}/reader/*`])
      .flatMap((path) => ['GET', 'POST'].map((method) => [`${method} ${path}`, everybody(401)])),
  ),
  'GET /api/entries': own(),
  'POST /api/entries': own({ url: 'https://example.org/walk', title: 'T', content: 'C' }),
  'GET /api/entries/:entry': owned(),
  'PATCH /api/entries/:entry': owned({ starred: '1' }),
  'DELETE /api/entries/:entry': owned(),
  'POST /api/entries/lists': own(),
  'DELETE /api/entries/list': own(),
  'POST /api/entries/tags/lists': own(),
  'DELETE /api/entries/tags/list': own(),
  'GET /api/entries/exists': { ...own(), query: '?url=https://example.org/private-address' },
  'GET /api/entries/:entry/tags': owned(),
  'POST /api/entries/:entry/tags': owned({ tags: 'secret' }),
  'DELETE /api/entries/:entry/tags/:tag': owned(),
  'PATCH /api/entries/:entry/reload': { expect: [304, 404, 404, 401] },
  'GET /api/annotations/:id': owned(),
  'POST /api/annotations/:id': owned({ text: 'mine' }),
  'PUT /api/annotations/:id': owned({ text: 'mine' }),
  'DELETE /api/annotations/:id': owned(),
  'GET /api/export': own(),
  'GET /api/entries/:entry/export': owned(),
  'GET /api/entries/:entry/export.:format': owned(),
  'GET /export/:file': signedIn(),
  'DELETE /api/taggingrules/:id': { expect: [404, 404, 404, 401] },
  'GET /api/taggingrule/export': own(),
  'GET /api/taggingrules': own(),
  'POST /api/taggingrules': own({ rule: 'title matches "tea"', tags: 'tea' }),
  'POST /api/taggingrules/try': own({ rule: 'title matches "tea"' }),
  'PUT /api/taggingrules/:id': { expect: [404, 404, 404, 401], payload: { rule: 'true', tags: 'tea' } },
  'GET /api/sync': own(),
  'GET /api/sync/events': { ...own(), isStream: true },
  'POST /api/sync': { expect: [400, 400, 400, 401] },
  'POST /api/sync/content': own({ ids: '1' }),
  'GET /api/entries/:entry/content': owned(),
  'GET /api/collections': own(),
  'POST /api/collections': own({ name: 'Evening' }),
  'GET /api/collections/:collection': owned(),
  'PATCH /api/collections/:collection': owned({ name: 'Night' }),
  'DELETE /api/collections/:collection': owned(),
  'POST /api/collections/:collection/entries': owned({ entries: '1' }),
  'DELETE /api/collections/:collection/entries': owned({ entries: '1' }),
  'PATCH /api/collections/:collection/entries/:entry': owned({ to: 'first' }),
  'GET /c/:publicId': everybody(404),
  'GET /c/:publicId/feed': everybody(404),
  'GET /minutes': signedIn(),
  'GET /api/trash': own(),
  'POST /api/trash/restore': own({ entries: '1' }),
  'DELETE /api/trash/:entry': { expect: [404, 404, 404, 401] },
  'DELETE /api/trash/entries': own({ entries: '1' }),
  'DELETE /api/trash': own(),
  'GET /trash': signedIn(),
  'POST /trash': { ...signedIn(303), token: 'token', payload: { entry: '1' } },
  'GET /trash/delete': { ...signedIn(), query: '?entries=1' },
  'POST /trash/delete': { ...signedIn(303), token: 'token', payload: { 'entries[]': '1' } },
  'GET /collections': signedIn(),
  'GET /collections/rail': signedIn(),
  'GET /collections/preview': signedIn(),
  'GET /collections/new': signedIn(),
  'POST /collections/new': { ...signedIn(303), token: 'token', payload: { name: 'Morning' } },
  'GET /collections/:id': { expect: [200, 404, 404, 302] },
  'GET /collections/:id/:page': { expect: [200, 404, 404, 302] },
  'GET /collections/:id/arrange': { expect: [200, 404, 404, 302] },
  'GET /collections/:id/edit': { expect: [200, 404, 404, 302] },
  'POST /collections/:id/edit': { ...ownedPage(303, 'token'), payload: { name: 'Shelf' } },
  'POST /collections/:id/move': { ...ownedPage(303, 'token'), payload: { to: 'first' } },
  'POST /collections/:id/delete': ownedPage(303, 'token'),
  'POST /collections/:id/entries/:entry/move': { ...ownedPage(303, 'token'), payload: { to: 'first' } },
  'GET /view/:id/collections': { expect: [200, 404, 404, 302] },
  'POST /view/:id/collections': ownedPage(303, 'token'),
  'GET /feed/*': everybody(404),
  ...Object.fromEntries(
    ['unread', 'archive', 'starred', 'all', 'tags/:slug', 'search', 'collections/:id'].flatMap((list) => [
      [`GET /feed/:username/:token/${list}`, everybody(404)],
      [`GET /feed/:username/:token/${list}/:page`, everybody(404)],
    ]),
  ),
  ...Object.fromEntries(
    ['unread', 'archive', 'starred', 'all', 'tags/:slug'].map((list) => [
      `GET /:username/:token/${list}.xml`,
      everybody(301),
    ]),
  ),
  'GET /share/:uid': everybody(404),
  'POST /share/:id': ownedPage(303, 'token'),
  'POST /share/delete/:id': ownedPage(303, 'token'),
  'GET /config': signedIn(),
  'POST /config': { ...signedIn(303), token: 'config[_token]' },
  'POST /generate-token': { ...signedIn(303), token: 'token' },
  'POST /revoke-token': { ...signedIn(303), token: 'token' },
  'GET /tagging-rule/export': signedIn(),
  'POST /tagging-rule/delete/:id': { expect: [404, 404, 404, 302], token: 'token' },
  'POST /api/taggingrules/apply': own(),
  'POST /tagging-rule/apply': { ...signedIn(303), token: 'token' },
  'POST /ignore-origin-user-rule/delete/:id': { expect: [404, 404, 404, 302], token: 'token' },
  'GET /api/search': own(),
  'POST /api/documents': { expect: [400, 400, 400, 401] },
  'POST /api/capture': { expect: [400, 400, 400, 401] },
  'POST /api/v1/bookmarks/singlefile': { expect: [400, 400, 400, 401] },
  'POST /api/imports': { expect: [400, 400, 400, 401] },
  'POST /api/import/koreader-highlights': { expect: [400, 400, 400, 401] },
  'GET /api/imports/unplaced': own(),
  'DELETE /api/imports/unplaced/:id': { expect: [404, 404, 404, 401] },
  'POST /api/imports/unplaced/:id/assign': { expect: [404, 404, 404, 401], payload: { entry: '1' } },
  'GET /api/imports': own(),
  // The app of this test sends no mail.
  'GET /api/mail/addresses': own(),
  'GET /api/mail/deliveries': own(),
  'POST /api/mail/deliveries': { expect: [403, 403, 403, 401], payload: { address: '1', entries: '1' } },
  'GET /config/mail': signedIn(),
  'POST /config/mail/addresses': {
    expect: [403, 403, 403, 302],
    token: 'token',
    payload: { address: 'a@example.org' },
  },
  'POST /config/mail/addresses/repeat': { expect: [404, 404, 404, 302], token: 'token' },
  'POST /config/mail/addresses/delete': { expect: [404, 404, 404, 302], token: 'token' },
  'POST /config/mail/digests': { expect: [403, 403, 403, 302], token: 'token' },
  'POST /config/mail/digests/delete': { expect: [404, 404, 404, 302], token: 'token' },
  'POST /config/mail/deliveries/repeat': { expect: [403, 403, 403, 302], token: 'token' },
  'GET /send': { expect: [403, 403, 403, 302] },
  'POST /send': { expect: [403, 403, 403, 302], token: 'token' },
  'GET /mail/confirm': everybody(404),
  'POST /mail/confirm': everybody(404),
  'GET /api/imports/:id': { expect: [404, 404, 404, 401] },
  'DELETE /api/imports/:id': { expect: [404, 404, 404, 401] },
  'GET /import': signedIn(301),
  'GET /import/': signedIn(),
  'GET /import/unplaced': signedIn(),
  'POST /import/unplaced/:id/delete': { expect: [404, 404, 404, 302], token: 'token' },
  'GET /import/unplaced/:id/assign': { expect: [404, 404, 404, 302] },
  'POST /import/unplaced/:id/assign': { expect: [404, 404, 404, 302], token: 'token' },
  'GET /import/:name': { expect: [404, 404, 404, 302] },
  'POST /import/:name': { expect: [404, 404, 404, 302] },
  'GET /import/job/:id': { expect: [404, 404, 404, 302] },
  'POST /import/': { expect: [422, 422, 422, 302] },
  'POST /import/job/:id/cancel': ownedPage(404, 'token'),
  'POST /import/job/:id/discard': ownedPage(404, 'token'),
  'POST /import/job/:id/start': ownedPage(404, 'token'),
  'POST /import/job/:id/undo': ownedPage(404, 'token'),
  'GET /site-credentials': signedIn(301),
  'GET /site-credentials/': signedIn(),
  'POST /site-credentials/': { ...signedIn(422), token: 'site_credential[_token]' },
  'POST /site-credentials/delete': { expect: [400, 400, 400, 302], token: 'token' },
  'GET /api/site-credentials': own(),
  'GET /api/site-credentials/:host': { expect: [404, 404, 404, 401] },
  'DELETE /api/site-credentials/:host': { expect: [404, 404, 404, 401] },
  'PUT /api/site-credentials/:host': own({ username: 'ann', password: 'secret' }),
  'GET /api/site-rules': own(),
  'GET /api/site-rules/:host': { expect: [404, 404, 404, 401] },
  'DELETE /api/site-rules/:host': { expect: [404, 404, 404, 401] },
  'PUT /api/site-rules/:host': own({ rules: 'title: //h1' }),
  'GET /api/entries/:entry/extraction': owned(),
  'POST /api/admin/extract': {
    expect: [403, 403, 200, 401],
    payload: { url: 'https://example.org/', html: '<p>x</p>' },
  },
  'GET /api/admin/failing-hosts': { expect: [403, 403, 200, 401] },
  'GET /register': everybody(404),
  'POST /register': { ...everybody(404), token: '_csrf_token', isPublicForm: true },
  'GET /styleguide': adminPage(),
  'GET /admin': adminPage(),
  'GET /admin/users': adminPage(),
  'GET /admin/users/create': adminPage(),
  'POST /admin/users/create': adminPage(422, 'token'),
  'GET /admin/users/:id': adminPage(),
  'POST /admin/users/:id/enabled': { ...adminPage(303, 'token'), payload: { enabled: '1' } },
  'POST /admin/users/:id/administrator': { ...adminPage(303, 'token'), payload: { administrator: '0' } },
  'POST /admin/users/:id/password': adminPage(422, 'token'),
  'POST /admin/users/:id/factor-off': adminPage(422, 'token'),
  'POST /admin/users/:id/quota': adminPage(303, 'token'),
  'POST /admin/users/:id/delete': adminPage(422, 'token'),
  'POST /admin/registration': adminPage(303, 'token'),
  'GET /admin/jobs': adminPage(),
  'POST /admin/jobs/retry': adminPage(404, 'token'),
  'POST /admin/jobs/retry-kind': adminPage(303, 'token'),
  'POST /admin/jobs/discard': adminPage(404, 'token'),
  'GET /admin/hosts': adminPage(),
  'POST /admin/hosts/refetch': adminPage(303, 'token'),
  'GET /admin/storage': adminPage(),
  'POST /admin/storage/measure': adminPage(303, 'token'),
  'GET /images/:name': everybody(404),
  'GET /api/user': own(),
  'PUT /api/user': everybody(403),
  'GET /api/config': own(),
  'GET /api/tags': own(),
  'DELETE /api/tags/:tag': owned(),
  'DELETE /api/tag/label': owned({ tag: 'secret' }),
  'DELETE /api/tags/label': owned({ tags: 'secret' }),
  'GET /setup': everybody(302),
  'POST /setup': { ...everybody(404), token: '_csrf_token', isPublicForm: true },
  'GET /login': { expect: [302, 302, 302, 200] },
  'POST /login/passkey': { ...everybody(404), token: '_csrf_token', isPublicForm: true },
  'POST /login/passkey/challenge': { ...everybody(404), token: '_csrf_token', isPublicForm: true },
  'GET /recover': everybody(403),
  'POST /recover': { ...everybody(403), token: '_csrf_token', isPublicForm: true },
  'POST /login_check': { ...everybody(302), token: '_csrf_token', isPublicForm: true },
  'GET /logout': { expect: [200, 200, 200, 302] },
  'POST /logout': { expect: [303, 303, 303, 303], token: '_csrf_token' },
  'GET /': signedIn(),
  'GET /unread/list': signedIn(),
  'GET /reading/list': signedIn(),
  'GET /starred/list': signedIn(),
  'GET /archive/list': signedIn(),
  'GET /all/list': signedIn(),
  'GET /unread/list/:page': signedIn(),
  'GET /reading/list/:page': signedIn(),
  'GET /starred/list/:page': signedIn(),
  'GET /archive/list/:page': signedIn(),
  'GET /all/list/:page': signedIn(),
  'GET /bookmarklet': signedIn(),
  'POST /new-entry': { ...signedIn(422), token: 'entry[_token]' },
  'GET /view/:id': { expect: [200, 404, 404, 302] },
  'POST /archive/:id': ownedPage(303, 'token'),
  'POST /star/:id': ownedPage(303, 'token'),
  'POST /delete/:id': ownedPage(303, 'token'),
  'GET /annotations': signedIn(),
  'GET /review': signedIn(),
  'GET /review/left': signedIn(),
  'GET /feed/:username/:token/review': everybody(404),
  'POST /review/:id': { ...ownedPage(303, 'token'), payload: { decision: 'keep' } },
  'POST /review/:id/note': ownedPage(303, 'token'),
  'POST /review/:id/return': ownedPage(303, 'token'),
  'GET /annotations/export/:format': signedIn(),
  'GET /api/annotations': own(),
  'GET /annotations/list/:page': signedIn(),
  'GET /config/danger': signedIn(),
  'GET /config/export': signedIn(),
  'GET /config/feeds': signedIn(),
  'GET /config/rules': signedIn(),
  'GET /config/reading': signedIn(),
  'GET /config/saving': signedIn(),
  'POST /config/saving/file': { expect: [422, 422, 422, 302] },
  'GET /file/:hash': everybody(404),
  'POST /config/saving/renew': { ...signedIn(303), token: 'token' },
  'POST /bookmarklet': { ...signedIn(422), token: 'token' },
  'POST /share-target': everybody(303),
  'GET /config/security': signedIn(),
  'GET /config/security/activity': signedIn(),
  'GET /entry-cards': signedIn(),
  'GET /events': signedIn(),
  'GET /help/keys': signedIn(),
  'GET /help/palette': signedIn(),
  'GET /search': signedIn(),
  'GET /search/completions': signedIn(),
  'GET /tag/list': signedIn(),
  'GET /config/security/activity.csv': signedIn(),
  'GET /admin/events.csv': adminPage(),
  'GET /config/security/passkeys': signedIn(303),
  'GET /config/security/passkeys/new': signedIn(303),
  'GET /config/security/passkeys/:id': ownedPage(200, 'token'),
  'GET /config/security/second-factor': signedIn(303),
  'GET /config/security/second-factor/codes': signedIn(303),
  'GET /config/security/second-factor/confirm': signedIn(303),
  'GET /config/security/second-factor/off': signedIn(303),
  'GET /all/random': signedIn(302),
  'GET /archive/random': signedIn(302),
  'GET /starred/random': signedIn(302),
  'GET /unread/random': signedIn(302),
  'GET /reading/random': signedIn(302),
  'GET /untagged/list': signedIn(302),
  'GET /untagged/list/:page': signedIn(302),
  'GET /untagged/random': signedIn(302),
  'GET /annotated/list': signedIn(302),
  'GET /annotated/list/:page': signedIn(302),
  'GET /annotated/random': signedIn(302),
  'GET /domain/:id': { expect: [302, 404, 404, 302] },
  'GET /new': signedIn(302),
  'GET /:page(^[0-9]+$)': signedIn(302),
  'GET /2fa': everybody(303),
  'GET /2fa_check': everybody(303),
  'POST /2fa_check': { ...everybody(303), token: '_csrf_token', isPublicForm: true },
  'GET /offline': everybody(200),
  'GET /offline/files': everybody(200),
  'GET /sync': signedIn(200),
  'GET /sync/events': { ...signedIn(), isStream: true },
  'GET /config/offline': signedIn(),
  'POST /config/offline': { ...signedIn(303), token: 'token' },
  'GET /outbox': signedIn(),
  'POST /outbox/send': { ...signedIn(303), token: 'token' },
  'POST /outbox/discard': { ...signedIn(303), token: 'token' },
  'POST /sync': { ...signedIn(200), token: 'token', payload: { ops: '[]' } },
  'POST /sync/content': { ...signedIn(200), token: 'token', payload: { entries: '1:' } },
  'GET /sw.js': everybody(200),
  'GET /developer/client/:id': { expect: [200, 404, 404, 302] },
  'GET /edit/:id': { expect: [200, 404, 404, 302] },
  'GET /view/:id/info': { expect: [200, 404, 404, 302] },
  'GET /player/:id/:place': { expect: [200, 404, 404, 302] },
  'GET /tag/list/:slug': { expect: [302, 404, 404, 302] },
  'POST /edit/:id': { ...ownedPage(303, 'token'), payload: { title: 'T', tags: 'secret', language: '', picture: '' } },
  'POST /refetch/:id': ownedPage(303, 'token'),
  'POST /view/:id/reload': ownedPage(303, 'token'),
  'POST /view/:id/states': ownedPage(303, 'token'),
  'POST /view/:id/tags': { ...ownedPage(303, 'token'), payload: { add: 'more' } },
  'POST /view/:id/note': { ...ownedPage(303, 'token'), payload: { note: 'Private' } },
  'POST /view/:id/progress': { ...ownedPage(204, 'token'), payload: { block: '0', share: '0.5', at: '0' } },
  'POST /view/:id/annotations': { ...ownedPage(303, 'token'), payload: { start: '0', end: '7', quote: 'Private' } },
  'POST /annotations/:id/delete': ownedPage(303, 'token'),
  'POST /annotations/:id/note': ownedPage(303, 'token'),
  'POST /annotations/:id/passage': { ...ownedPage(303, 'token'), payload: { start: '0', end: '7', quote: 'Private' } },
  'POST /tag/delete/:id': ownedPage(303, 'token'),
  'POST /tag/rename/:id': { ...ownedPage(303, 'token'), payload: { label: 'secret' } },
  'POST /bulk': { ...signedIn(303), token: 'token', payload: { action: 'archive', 'ids[]': '1' } },
  'POST /list-layout': { ...signedIn(303), token: 'token' },
  'POST /look': { ...signedIn(303), token: 'token' },
  'GET /history': signedIn(),
  'POST /undo': { ...signedIn(303), token: 'token' },
  'POST /tagging-rule/try': {
    ...signedIn(),
    token: 'tagging_rule[_token]',
    payload: { 'tagging_rule[rule]': 'title = "x"' },
  },
  'POST /config/danger/account': { ...signedIn(422), token: 'token' },
  'POST /config/danger/clear': { ...signedIn(422), token: 'token', payload: { kind: 'entries' } },
  'POST /config/export/download': { ...signedIn(422), token: 'token' },
  'POST /config/reading': { ...signedIn(303), token: 'token' },
  'POST /config/security/app-passwords': { ...signedIn(422), token: 'token' },
  'POST /config/security/app-passwords/delete': { ...signedIn(404), token: 'token' },
  'POST /config/security/clients/revoke': { ...signedIn(404), token: 'token' },
  // The address of this test has no TLS, so that browsers refuse passkeys.
  'POST /config/security/passkeys': { ...signedIn(409), token: 'token' },
  'POST /config/security/passkeys/challenge': { ...signedIn(409), token: 'token' },
  'POST /config/security/passkeys/new': { ...signedIn(409), token: 'token' },
  'POST /config/security/passkeys/:id/rename': { ...ownedPage(303, 'token'), payload: { name: 'x' } },
  'POST /config/security/passkeys/:id/remove': ownedPage(303, 'token'),
  // No provider is set, and no user has linked an account.
  'GET /config/security/identities/link': signedIn(303),
  'POST /config/security/identities/link': { ...signedIn(404), token: 'token' },
  'POST /config/security/identities/:id/unlink': { ...signedIn(404), token: 'token' },
  'POST /config/security/second-factor/codes': { ...signedIn(303), token: 'token' },
  'POST /config/security/second-factor/confirm': { ...signedIn(303), token: 'token' },
  'POST /config/security/second-factor/off': { ...signedIn(303), token: 'token' },
  'POST /config/security/second-factor/start': { ...signedIn(303), token: 'token' },
  'POST /config/security/sessions/end': { ...signedIn(404), token: 'token' },
  'POST /config/security/sessions/end-others': { ...signedIn(303), token: 'token' },
  'GET /connect': signedIn(),
  'GET /connect/kobo': signedIn(),
  'POST /connect/kobo': { expect: [422, 422, 422, 302], token: 'token' },
  'POST /connect/kobo/options': { expect: [404, 404, 404, 302], token: 'token' },
  'POST /connect/kobo/remove': { expect: [404, 404, 404, 302], token: 'token' },
  'GET /connect/:app': { expect: [404, 404, 404, 302] },
  'POST /connect/:app': { expect: [404, 404, 404, 302], token: 'token' },
  'GET /oauth/authorize': signedIn(400),
  'POST /oauth/authorize': { ...signedIn(400), token: 'token' },
  'GET /device': signedIn(),
  'POST /device': { ...signedIn(422), token: 'token' },
  'GET /developer': signedIn(),
  'GET /developer/client/create': signedIn(),
  'POST /developer/client/create': { ...signedIn(), token: 'client[_token]' },
  'POST /developer/client/:id': ownedPage(303, 'token'),
  'POST /developer/client/delete/:id': ownedPage(303, 'token'),
}

/**
 * Routes that `TABLE` does not list: public files and CORS preflights involve no data of a user, and HEAD has the same
 * permissions as GET.
 */
const WITHOUT_OWNER = /^GET \/(?:assets\/:hash\/\*|favicon\.ico|robots\.txt|apple-touch-icon\.png)$|^OPTIONS |^HEAD /

for (const dialect of DIALECTS) {
  test(`${dialect}: permissions`, async (t) => {
    const { app, routes } = await appWithRoutes(t, dialect)
    await t.test('every route is in the table, and the table has no other', () => {
      const known = routes.filter((one) => !one.isRefusal && !one.isInterfaceRefusal && !WITHOUT_OWNER.test(one.name))
      assert.deepEqual(known.map(({ name }) => name).toSorted(), Object.keys(TABLE).toSorted())
    })
    await t.test('routes that reject a method respond with 405', async () => {
      for (const { name } of routes.filter(({ isRefusal }) => isRefusal)) {
        const [method, path] = name.split(' ') as [InjectOptions['method'], string]
        const answer = await app.ask(app.carol, { method: method!, url: path.replace(/:\w+/, '1') })
        assert.equal(answer.statusCode, 405, name)
      }
    })
    await t.test('methods that the interfaces of other services do not have give nobody anything', async () => {
      for (const { name } of routes.filter(({ isInterfaceRefusal }) => isInterfaceRefusal)) {
        const [method, path] = name.split(' ') as [InjectOptions['method'], string]
        const answer = await app.ask(app.carol, { method: method!, url: path.replace('*', 'x') })
        assert.ok([400, 401, 403, 404, 405].includes(answer.statusCode), `${name}: ${answer.statusCode}`)
      }
    })
    for (const [route, permission] of Object.entries(TABLE)) {
      await t.test(`${route}: ${permission.expect.join(', ')}`, () => walk(app, route, permission))
    }
  })
}

interface KnownRoute {
  /** such as `GET /api/entries` */
  readonly name: string
  /** true if the route responds only with 405 */
  readonly isRefusal: boolean
  /** true if the route only refuses methods that an interface of another service does not have */
  readonly isInterfaceRefusal: boolean
}

/** Builds the app and records all its routes through Fastify's diagnostics channel. */
async function appWithRoutes(t: TestContext, dialect: Dialect) {
  const routes: KnownRoute[] = []
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      const [isRefusal, isInterfaceRefusal] = [config?.isRefusal === true, config?.isInterfaceRefusal === true]
      for (const one of [method].flat()) routes.push({ name: `${one} ${url}`, isRefusal, isInterfaceRefusal })
    })
  }
  subscribe('fastify.initialization', watch)
  const app = await testApp(t, dialect)
  // Fastify builds the pages and rarely used API routes only at the first request for one of them.
  await app.app.inject('/login')
  await app.app.inject('/api/doc')
  unsubscribe('fastify.initialization', watch)
  return { app, routes }
}

async function walk(app: TestApp, route: string, permission: Permission): Promise<void> {
  const ids = await idsIn(app, route)
  let before: unknown
  // The owner comes last, because the owner's request may delete the data that the requests of the other users name.
  for (const role of ROLES.toReversed()) {
    const expected = permission.expect[ROLES.indexOf(role)]!
    const hasLooked = expected >= 400 || route.startsWith('GET')
    if (hasLooked) before ??= await ownersRows(app)
    const answer = await send(app, { route, role, permission, ids })
    assert.equal(answer.statusCode, expected, `${role}: ${answer.body.slice(0, 200)}`)
    assertNothingReported(answer, role)
    if (hasLooked) assert.deepEqual(await ownersRows(app), before, `${role} changed something`)
    else before = undefined
  }
}

const OWNED_TABLES = [
  'site_credential',
  'site_rule',
  'entry',
  'entry_content',
  'entry_tag',
  'annotation',
  'tag',
  'oauth_client',
  'users',
  'user_revision',
  'tombstone',
  'collection',
  'collection_entry',
]

const ownersRows = ({ database }: TestApp) =>
  database.dialect === 'postgres' ? rowsAtOnce(database, OWNED_TABLES) : dumpTables(database, OWNED_TABLES)

/** Asserts that only the owner gets data of the owner and learns whether an entry exists. */
function assertNothingReported(answer: LightMyRequestResponse, role: Role): void {
  if (role !== 'owner') assert.doesNotMatch(answer.body, /Private title|"secret"|"exists":true/)
}

interface Step {
  readonly route: string
  readonly role: Role
  readonly permission: Permission
  readonly ids: Readonly<Record<string, string>>
}

async function send(app: TestApp, { route, role, permission, ids }: Step): Promise<LightMyRequestResponse> {
  const [method, path] = route.split(' ') as [InjectOptions['method'], string]
  const user = { owner: app.alice, otherUser: app.bob, administrator: app.carol, anonymous: undefined }[role]
  const url = path.replaceAll(/:(\w+)(?:\([^)]*\))?/g, (_, name: string) => ids[name]!) + (permission.query ?? '')
  const request: InjectOptions = { method: method!, url }
  if (permission.isStream) {
    const asked = { ...request, payloadAsStream: true }
    const answer = await (path.startsWith('/api/')
      ? app.ask(user, asked)
      : app.app.inject({ ...asked, ...(await asBrowser(app, user, permission)) }))
    answer.stream().destroy()
    return { ...answer, statusCode: answer.statusCode, body: '' }
  }
  if (/^\/(?:api|oauth\/v2)\//.test(path)) {
    return app.ask(user, { ...request, ...(permission.payload && { payload: permission.payload }) })
  }
  return app.app.inject({ ...request, ...(await asBrowser(app, user, permission)) })
}

/** Creates the objects that the route needs, such as an entry of alice's. @returns the values of the path parameters */
async function idsIn(app: TestApp, route: string): Promise<Step['ids']> {
  if (route.includes('/client/')) {
    const { client } = await createClient(app.services, { ownerId: app.alice.id, name: 'Phone', redirectUri: '' })
    return { id: String(client.id) }
  }
  // Routes of objects that no user has: other routes make some, with other names and ids.
  if (/rules?\/(?:delete\/)?:id/.test(route)) return { id: '99999' }
  if (route.includes(':host')) return { host: `${route.split(' ')[0]!.toLowerCase()}.example.org` }
  if (route.includes('/second-factor'))
    for (const { id } of [app.alice, app.bob, app.carol]) await removeSecondFactor(app.services, id)
  if (route.includes('/passkeys/:id')) return { id: await passkeyOf(app, app.alice, route) }
  if (route.includes('/admin/users/')) return { id: String(app.bob.id) }
  const content = '<p>Private <a href="https://vimeo.com/76979871">video</a></p>'
  const fields = { title: 'Private title', content, tags: 'secret' }
  const { id, tags } = await app.save(app.alice, 'https://example.org/private-address', fields)
  const [tag] = tags as { id: number }[]
  if (route.includes('/collections/:')) {
    const payload = { name: `Shelf of ${route} ${Date.now()}` }
    const answer = await app.ask(app.alice, { method: 'POST', url: '/api/collections', payload })
    const collection = String(answer.json<{ id: number }>().id)
    const entries = { entries: [id] }
    await app.ask(app.alice, { method: 'POST', url: `/api/collections/${collection}/entries`, payload: entries })
    return { id: collection, collection, entry: String(id), page: '1', username: 'alice', token: 'wrong' }
  }
  if (/^POST \/tag\/|^GET \/tag\/list/.test(route)) return { id: String(tag!.id), slug: 't:secret' }
  if (/^(?:PUT|DELETE) \/api\/annotations\/|^POST \/(?:annotations|review)\//.test(route)) {
    const url = `/api/annotations/${id}`
    const annotation = (await app.ask(app.alice, { method: 'POST', url, payload: {} })).json<{ id: number }>()
    return { id: String(annotation.id) }
  }
  return {
    id: String(id),
    place: '0',
    entry: String(id),
    tag: String(tag!.id),
    page: '1',
    format: 'json',
    file: 'all.json',
    publicId: 'none',
  }
}

async function passkeyOf({ database, clock }: TestApp, { id }: TestUser, route: string): Promise<string> {
  const times = { counter: 0, created_at: clock.now().toISOString() }
  const key = { credential_id: Buffer.from(route + Math.random()), public_key: Buffer.from('key'), transports: '' }
  const values = { user_id: id, name: 'Laptop', rp_id: 'dogear.test', is_synced: 0, ...key, ...times }
  const row = await database.transaction((tx) =>
    tx.insertInto('passkey').values(values).returning('id').executeTakeFirstOrThrow(),
  )
  return String(row.id)
}

async function asBrowser(app: TestApp, user: TestUser | undefined, { token, payload, isPublicForm }: Permission) {
  const session = user && (await openSession(app.services, { userId: user.id, ...BROWSER }))
  const csrf = 'c'.repeat(43)
  const cookie = session ? `session=${session.token}; csrf=${csrf}` : `csrf=${csrf}`
  if (token === undefined) return { headers: { cookie } }
  const fields = { ...payload, [token]: (!isPublicForm && session?.csrfToken) || csrf }
  const type = 'application/x-www-form-urlencoded'
  return { headers: { cookie, 'content-type': type }, payload: new URLSearchParams(fields).toString() }
}

const BROWSER = { userAgent: 'walker', address: '127.0.0.1', isRemembered: false }
