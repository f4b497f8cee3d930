import { test } from 'node:test'
import { renewFeedToken } from '../../src/users/feed-token.ts'
import { setUserConfig } from '../../src/users/user-config.repository.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { playFacts, type Fact } from './contract-fact.fixture.ts'

/** Wallabag wallabag contract, section 9: feeds as a feed reader without a session gets them. */
for (const dialect of DIALECTS) {
  test(`${dialect}: contract 9, feeds`, async (t) => {
    const app = await testApp(t, dialect)
    const fields = { title: 'A', content: '<p>Ink</p>', tags: 'ink', language: 'en' }
    for (const name of ['a', 'b', 'c']) await app.save(app.alice, `https://f.example.org/${name}`, fields)
    await app.database.transaction((tx) => setUserConfig(tx, app.alice.id, { feed_limit: 2 }))
    await playFacts(t, app, FACTS, { token: await renewFeedToken(app.services, app.alice.id) })
  })
}

const ATOM = { 'content-type': 'application/atom+xml' }
const feed = (says: string, path: string, rest: Partial<Fact> = {}): Fact => ({
  says: `9 ${says}`,
  ask: `GET /feed/alice/{token}/${path}`,
  as: 'nobody',
  ...rest,
})
const deleted = (says: string, ask: string): Fact => ({ says: `9 ${says} is 404`, ask, as: 'nobody', status: 404 })

const FACTS: readonly Fact[] = [
  ...['unread', 'archive', 'starred', 'all', 'tags/t:ink', 'unread/2'].map((path) =>
    feed(`${path} is Atom, and needs no session`, path, { sends: ATOM, text: /^<\?xml[^]*<feed/ }),
  ),
  feed('an entry tells its tags and language', 'unread', {
    text: /<category term="t:ink" label="ink"\/?>[^]*xml:lang="en"|xml:lang="en"[^]*<category term="t:ink" label="ink"/,
  }),
  feed('a page too large leads to the last', 'unread/9', { status: 302, sends: { location: /\/unread\/2$/ } }),
  deleted('page 0', 'GET /feed/alice/{token}/unread/0'),
  deleted('a page that is no number', 'GET /feed/alice/{token}/unread/x'),
  deleted('a wrong token', 'GET /feed/alice/wrong/unread'),
  deleted('another user with this token', 'GET /feed/bob/{token}/unread'),
  deleted('an unknown tag', 'GET /feed/alice/{token}/tags/t:none'),
  feed('a wrong sort of a tag is 400', 'tags/t:ink?sort=magic', { status: 400, text: /<response><code>400<\/code>/ }),
  {
    says: '9 an old address leads to the new one',
    ask: 'GET /alice/{token}/unread.xml',
    as: 'nobody',
    status: 301,
    sends: { location: /\/feed\/alice\/.+\/unread$/ },
  },
]
