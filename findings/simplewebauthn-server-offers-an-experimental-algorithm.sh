#!/bin/sh
# @simplewebauthn/server 14.0.3 offers ML-DSA-44 (-48) first for a new passkey if Node knows it, and Node 26.10 then prints
# warnings about experimental features. Registration options with `supportedAlgorithmIDs` do neither. The options say that user
# verification is preferred, while the functions that verify the answer require it by default.
#
# Seen with Node 26.10.0:
#   default algorithms: -48 -8 -7 -257, warnings: 2
#   named algorithms: -8 -7 -257, warnings: 0
#   user verification: preferred
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent node@26.10.0 @simplewebauthn/server@14.0.3 >/dev/null
cat >run.mjs <<'JS'
import { generateRegistrationOptions } from '@simplewebauthn/server'

let warnings = 0
process.removeAllListeners('warning')
process.on('warning', () => (warnings += 1))
const options = { rpName: 'Test', rpID: 'localhost', userName: 'ada' }
const show = async (name, more) => {
  warnings = 0
  const { pubKeyCredParams, authenticatorSelection } = await generateRegistrationOptions({ ...options, ...more })
  await new Promise((resolve) => setTimeout(resolve, 50))
  console.log(`${name} algorithms: ${pubKeyCredParams.map(({ alg }) => alg).join(' ')}, warnings: ${warnings}`)
  return authenticatorSelection.userVerification
}
// Warnings are printed once for each process, so the named algorithms come first in one of their own.
if (process.argv[2] === 'named') await show('named', { supportedAlgorithmIDs: [-8, -7, -257] })
else console.log(`user verification: ${await show('default', {})}`)
JS
node=node_modules/node/bin/node
[ -x "$node" ] || node=node
{ $node run.mjs default | head -1; $node run.mjs named; $node run.mjs default | tail -1; } >seen
cat seen
cat >expected <<'SEEN'
default algorithms: -48 -8 -7 -257, warnings: 2
named algorithms: -8 -7 -257, warnings: 0
user verification: preferred
SEEN
diff expected seen
