import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceConfiguration, parseSerial } from './device-configuration.ts'

test('the lines are those that the device would write itself', () => {
  // The token was encrypted by the script of kobeck (September 2025) with OpenSSL:
  // openssl enc -aes-128-ecb -base64 -A -nosalt -K HEX, where HEX are the first 16 letters of
  // SHA-256("88b3a2e13N4181234567890") as hexadecimal bytes.
  const serial = 'N4181234567890'
  assert.deepEqual(deviceConfiguration('https://r.example/kobo', { serial, key: '7-abcde-fghij-klmno-pqrst' }), [
    {
      name: 'OneStoreServices',
      lines: [
        'api_endpoint=https://r.example/kobo/7-abcde-fghij-klmno-pqrst/store',
        'instapaper_env_url=https://r.example/kobo/7-abcde-fghij-klmno-pqrst/instapaper',
      ],
    },
    { name: 'Instapaper', lines: ['AccessToken=@ByteArray(c8W60HR0pYeIr5GgZO83jvwEImJUcxdB3FvK4Qx8ew0=)'] },
  ])
})

test('a serial number is read as it is typed, or from the file of the device', () => {
  const line = 'N4181234567890,4.1.15,4.45.23640,4.1.15,4.1.15,00000000-0000-0000-0000-000000000388'
  for (const text of ['N4181234567890', ' n4181234567890 ', line]) assert.equal(parseSerial(text), 'N4181234567890')
  for (const text of ['', 'N418', 'N418 1234567890', 'x'.repeat(40), 'N4181234567890\u0000']) {
    assert.equal(parseSerial(text), undefined, text)
  }
})
