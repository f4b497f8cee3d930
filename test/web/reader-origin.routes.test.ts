import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn } from './inject-browser.fixture.ts'

const content = (words: number): string => `<p>${'word '.repeat(words)}</p>`
const linksOn = (body: string, kind: 'next' | 'prev'): string | undefined =>
  new RegExp(`href="([^"]+)" rel="${kind}"`).exec(body)?.[1]?.replaceAll('&amp;', '&')
const backOn = (body: string): string | undefined =>
  /bar-back" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
const found = (id: number): string => `/view/${id}?list=search&q=tag%3Afruit`
const manyFrom = (page: number): string => `list=search&q=tag%3Amany${page > 1 ? `&page=${page}` : ''}`

for (const dialect of DIALECTS) {
  test(`${dialect}: reading continues in the list from which the entry was opened`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    const save = (name: string, tags: string, words: number) =>
      app.save(app.alice, `https://example.org/${name}`, { title: name, content: content(words), tags, language: 'en' })
    const [apple, , cherry, damson] = [
      await save('Apple', 'fruit', 900),
      await save('Bolt', 'tools', 900),
      await save('Cherry', 'fruit', 5000),
      await save('Damson', 'fruit & nuts,fruit', 900),
    ]
    const path = '/all/list?sort=title&tag=fruit'
    await t.test('the cards of a narrowed list say from where, and lead through it alone', async () => {
      const list = (await browser.get(path)).body
      const first = /<a href="(\/view\/\d+[^"]*)"/.exec(list)![1]!.replaceAll('&amp;', '&')
      assert.equal(first, `/view/${apple.id}?list=all&sort=title&tag=fruit`)
      const body = (await browser.get(first)).body
      assert.equal(linksOn(body, 'prev'), undefined)
      assert.equal(linksOn(body, 'next'), `/view/${cherry.id}?list=all&sort=title&tag=fruit`)
      const next = (await browser.get(linksOn(body, 'next')!)).body
      assert.deepEqual(
        [linksOn(next, 'prev'), linksOn(next, 'next')],
        [apple, damson].map(({ id }) => `/view/${id}?list=all&sort=title&tag=fruit`),
      )
      assert.equal(backOn(next), path)
    })
    await t.test('filters of length and order apply, and invalid values in an address are ignored', async () => {
      const short = (await browser.get(`/view/${damson.id}?list=all&within=10&tag=fruit&sort=nonsense&page=9`)).body
      assert.equal(linksOn(short, 'next'), `/view/${apple.id}?list=all&tag=fruit&within=10`)
      assert.equal(backOn((await browser.get(`/view/${damson.id}?list=nowhere`)).body), '/unread/list')
    })
    await t.test('forms bring it along, and archiving leads back to it', async () => {
      const view = `/view/${cherry.id}?list=unread&tag=fruit+%26+nuts&sort=title`
      const body = (await browser.get(view)).body
      const [token, list] = [hiddenField(body, 'token'), hiddenField(body, 'list').replaceAll('&amp;', '&')]
      assert.equal(list, 'unread?sort=title&tag=fruit+%26+nuts')
      const answer = await browser.post(`/view/${cherry.id}/states`, { token, list, starred: '1' })
      assert.equal(answer.headers.location, `/view/${cherry.id}?list=unread&sort=title&tag=fruit+%26+nuts`)
      assert.equal(
        backOn((await browser.get(answer.headers.location)).body),
        '/unread/list?sort=title&tag=fruit+%26+nuts',
      )
    })
    await t.test('the page of annotations is the way back with its filter, also after archiving', async () => {
      const referer = 'http://dogear.test/annotations?q=sea&color=pink&order='
      const body = (await browser.get(`/view/${apple.id}`, { referer })).body
      assert.equal(backOn(body), '/annotations?q=sea&color=pink')
      assert.match(body, /bar-back"[^>]*><svg[^]*?<\/svg><span>Annotations</)
      const [token, list] = [hiddenField(body, 'token'), hiddenField(body, 'list').replaceAll('&amp;', '&')]
      const answer = await browser.post(`/view/${apple.id}/states`, { token, list, starred: '1' })
      assert.equal(backOn((await browser.get(answer.headers.location!)).body), '/annotations?q=sea&color=pink')
    })
    await t.test('results of a search lead to each other and back to the search', async () => {
      const results = (await browser.get('/search?q=tag%3Afruit')).body
      const opened = [...results.matchAll(/<a href="([^"]*)" id="open-/g)].map(([, href]) =>
        href!.replaceAll('&amp;', '&'),
      )
      assert.deepEqual(
        opened,
        [damson, cherry, apple].map(({ id }) => found(id)),
      )
      const body = (await browser.get(opened[1]!)).body
      assert.deepEqual([linksOn(body, 'prev'), linksOn(body, 'next')], [found(damson.id), found(apple.id)])
      assert.equal(backOn(body), '/search?q=tag%3Afruit')
      const last = (await browser.get(opened[2]!)).body
      assert.deepEqual([linksOn(last, 'prev'), linksOn(last, 'next')], [found(cherry.id), undefined])
      const elsewhere = (await browser.get(`/view/${apple.id}?list=search&q=tools`)).body
      assert.deepEqual([linksOn(elsewhere, 'prev'), linksOn(elsewhere, 'next')], [undefined, undefined])
    })
    await t.test('a page that could not be fetched is shown with its address, as on its card', async () => {
      await app.save(app.alice, `${app.site.url}/missing/500`, { tags: 'fruit' })
      const address = `${app.site.url.replace('http://', '')}/missing/500`
      for (const list of ['list=all&tag=fruit', 'list=search&q=tag%3Afruit']) {
        const { body } = await browser.get(`/view/${damson.id}?${list}`)
        const titles = [...body.matchAll(/class="neighbour-title"[^>]*>([^<]*)</g)].map(([, title]) => title)
        assert.deepEqual(titles.toSorted(), [address, 'Cherry'], list)
      }
    })
    await t.test('the next entry may come from the next page of results', async () => {
      const ids: number[] = []
      for (let number = 0; number < 31; number++) ids.push((await save(`Row ${number}`, 'many', 5)).id)
      const end = (await browser.get(`/view/${ids[1]}?${manyFrom(1)}`)).body
      assert.equal(linksOn(end, 'next'), `/view/${ids[0]}?${manyFrom(2)}`)
      const beyond = (await browser.get(`/view/${ids[0]}?${manyFrom(2)}`)).body
      assert.deepEqual(
        [linksOn(beyond, 'prev'), linksOn(beyond, 'next')],
        [`/view/${ids[1]}?${manyFrom(1)}`, undefined],
      )
    })
    await t.test('without values in the address, the previous page decides, with its filters', async () => {
      const headers = { referer: `http://dogear.test${path}` }
      const body = (await browser.get(`/view/${cherry.id}`, headers)).body
      assert.equal(linksOn(body, 'next'), `/view/${damson.id}?list=all&sort=title&tag=fruit`)
    })
  })
}
