import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLogoOrPlaceholder, leadPicture } from './lead-picture.ts'

test('a logo is the lead picture only if the article has no other picture', () => {
  const [logo, photo] = ['https://a.example/img/site-logo.png', 'https://a.example/img/boat.jpg']
  assert.deepEqual(
    [isLogoOrPlaceholder(logo), isLogoOrPlaceholder(photo), isLogoOrPlaceholder('https://a.example/iconic.jpg')],
    [true, false, false],
  )
  assert.equal(leadPicture(logo, [photo]), photo)
  assert.equal(leadPicture(logo, []), logo)
  assert.equal(leadPicture('https://a.example/share.jpg', [photo]), 'https://a.example/share.jpg')
  assert.equal(leadPicture(undefined, [logo, photo]), photo)
})
