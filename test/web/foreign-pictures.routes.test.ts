import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, NEWS } from '../support/site.ts'
import { signedIn } from './inject-browser.fixture.ts'

/** Every way in which an article can load an image. No copies of these images are stored. */
const CONTENT = `<p>Stones and tides.</p>
<figure><img src="https://pictures.example/wall.png" srcset="https://pictures.example/wall2.png 2x" alt="A &quot;wall&quot;" width="800" height="600"><figcaption>By hand</figcaption></figure>
<p>A sum <img src="https://pictures.example/x.png" alt="x²" width="18" height="18"> and <a href="https://a.example/"><img src="http://pictures.example/linked.png" alt=""></a></p>
<div><img src="https://pictures.example/1.png"><img src="https://pictures.example/2.png" alt=""></div>
<video src="https://pictures.example/a.mp4" poster="https://pictures.example/poster.png" controls="">No films.</video>
<picture><source srcset="https://pictures.example/p.webp"><img src="https://pictures.example/p.png" alt="In a picture"></picture>
<figure><iframe src="https://www.youtube.com/embed/a-b_c" title="Low tide"></iframe></figure>`
const FIELDS = {
  title: 'Stones',
  content: CONTENT,
  preview_picture: 'https://pictures.example/lead.png',
  public: 1,
}

const PAGES = [
  '/',
  '/all/list',
  '/search?q=stones',
  '/view/:id',
  '/view/:id/info',
  '/share/:uid',
  '/entry-cards?ids=:id',
]

/** @returns the foreign URLs that a browser loads for each page, and the content security policy of the page */
async function loaded(
  app: TestApp,
): Promise<{ readonly path: string; readonly addresses: string[]; policy: string }[]> {
  const { id, uid } = await app.save(app.alice, 'https://a.example/stones', FIELDS)
  const browser = await signedIn(app, app.alice)
  const found = []
  for (const template of PAGES) {
    const path = template.replace(':id', String(id)).replace(':uid', String(uid))
    const { statusCode, body, headers } = await browser.get(path)
    assert.equal(statusCode, 200, path)
    assert.match(body, /Stones/, path)
    const addresses = elements(parse(body.replaceAll(/<\/?template>/g, ''))).flatMap(loadedBy)
    found.push({ path: template, addresses, policy: String(headers['content-security-policy']) })
  }
  return found
}

/** @returns the foreign URLs that an element loads without user action */
function loadedBy({ tagName, attrs }: DefaultTreeAdapterTypes.Element): string[] {
  if (tagName === 'a' || tagName === 'meta') return []
  return attrs
    .filter(({ name }) => ['src', 'srcset', 'poster', 'href', 'data', 'background'].includes(name))
    .flatMap(({ value }) => (/^(?:https?:)?\/\//i.test(value) ? value : []))
}

for (const dialect of DIALECTS) {
  test(`${dialect}: pictures without a copy of ours`, async (t) => {
    const app = await testApp(t, dialect)
    const pages = await loaded(app)
    await t.test('no page loads anything from other sites, and the policy forbids it', () => {
      for (const { path, addresses, policy } of pages) {
        assert.deepEqual(addresses, [], path)
        const isPage = policy.includes('style-src')
        if (isPage) assert.match(policy, /img-src 'self'(?: data:)?;/, path)
        assert.doesNotMatch(policy, /https:/, path)
      }
    })
    await t.test('each foreign picture is a link with its description, and its site learns nothing', async () => {
      const [{ id }] = [await app.save(app.alice, 'https://a.example/stones')]
      const { body } = await (await signedIn(app, app.alice)).get(`/view/${id}`)
      const places = elements(parse(body)).filter((one) => attribute(one, 'class')?.split(' ').includes('away'))
      assert.deepEqual(
        places.map((one) => [one.tagName, attribute(one, 'href') ?? '', attribute(one, 'aria-label')]),
        [
          ['a', 'https://pictures.example/wall.png', 'Image at pictures.example: A "wall"'],
          ['a', 'https://pictures.example/x.png', 'Image at pictures.example: x²'],
          ['span', '', 'Image at pictures.example'],
          ['a', 'https://pictures.example/1.png', 'Image at pictures.example'],
          ['a', 'https://pictures.example/2.png', 'Image at pictures.example'],
          ['a', 'https://pictures.example/p.png', 'Image at pictures.example: In a picture'],
          ['span', '', 'Image at i.ytimg.com: Low tide'],
        ],
      )
      for (const one of places.filter(({ tagName }) => tagName === 'a')) {
        assert.equal(attribute(one, 'rel'), 'noopener noreferrer')
        assert.equal(attribute(one, 'referrerpolicy'), 'no-referrer')
      }
    })
    await t.test('a card has the cover of entries without a picture', async () => {
      const { body } = await (await signedIn(app, app.alice)).get('/')
      assert.match(body, /<span class="cover cover-made tint-\d" id="cover-\d+" aria-hidden="true">A<\/span>/)
    })
    await t.test('the API keeps the addresses, which its clients need', async () => {
      const { id } = await app.save(app.alice, 'https://a.example/stones')
      const entry = (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<Record<string, string>>()
      assert.equal(entry['preview_picture'], FIELDS.preview_picture)
      assert.match(entry['content']!, /<img [^>]*src="https:\/\/pictures\.example\/wall\.png"/)
    })
  })

  test(`${dialect}: without copies, pictures are loaded from their own servers`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_IMAGES: 'off' } })
    const pages = new Map((await loaded(app)).map((one) => [one.path, one]))
    for (const path of ['/', '/all/list', '/search?q=stones', '/entry-cards?ids=:id']) {
      assert.deepEqual(pages.get(path)?.addresses, [FIELDS.preview_picture], path)
    }
    assert.ok(pages.get('/view/:id')?.addresses.includes('https://pictures.example/wall.png'))
    assert.match(pages.get('/view/:id')!.policy, /img-src 'self' data: https:;/)
    assert.deepEqual(
      pages.get('/share/:uid')?.addresses,
      [],
      'the addresses of visitors with a link are not sent to other sites',
    )
  })

  test(`${dialect}: a list that watches a page gets its picture once it is copied`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_SAVE_WAIT_SECONDS: '0' } })
    const gif = Buffer.concat([Buffer.from('GIF89a\u0003\0\u0002\0\0\0\0', 'latin1'), Buffer.from([1, 0x3b])])
    app.site.page('/img/wall.jpg', answering(gif, 'image/gif'))
    app.site.page('/walk', answering(articlePage(NEWS)))
    const { id } = await app.save(app.alice, `${app.site.url}/walk`)
    const { body } = await (await signedIn(app, app.alice)).get(`/events?ids=${id}&back=/`)
    assert.doesNotMatch(body, /src="http/)
    assert.match(body, new RegExp(`target="cover-${id}"[^]*<img src="/images/[0-9a-f]{64}-[\\w-]{22}\\.gif"`))
    assert.match(body, /event: end/)
  })
}

const attribute = (one: DefaultTreeAdapterTypes.Element, name: string): string | undefined =>
  one.attrs.find((attr) => attr.name === name)?.value

function elements(node: DefaultTreeAdapterTypes.ParentNode): DefaultTreeAdapterTypes.Element[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return []
    const within = 'content' in child ? elements((child as DefaultTreeAdapterTypes.Template).content) : []
    return [child, ...within, ...elements(child)]
  })
}
