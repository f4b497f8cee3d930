import { existsSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const LENGTH = 12

/**
 * Finds the commit that the program was built from. A package contains it in the file `COMMIT` beside package.json, and
 * a git checkout contains it in the folder `.git`. Git need not be installed.
 * @param root the folder of the program
 * @returns the first twelve hexadecimal digits of the commit; undefined if it is not known
 */
export function programCommit(root = ROOT): string | undefined {
  const commit = readText(join(root, 'COMMIT')) ?? checkedOut(join(root, '.git'))
  return commit !== undefined && /^[0-9a-f]{12,64}$/.test(commit) ? commit.slice(0, LENGTH) : undefined
}

/**
 * Reads the current commit from a `.git` folder (for its layout, see gitrepository-layout(5)). In a linked work tree,
 * `.git` is a file that contains the path of the folder, and the branches are in a folder that all work trees share.
 */
function checkedOut(place: string): string | undefined {
  const folder = existsSync(place) && statSync(place).isFile() ? folderNamedBy(place) : place
  const head = readText(join(folder, 'HEAD'))
  const ref = /^ref: (.+)$/.exec(head ?? '')?.[1]
  if (ref === undefined) return head
  const common = readText(join(folder, 'commondir'))
  const refs = common === undefined ? folder : isAbsolute(common) ? common : join(folder, common)
  return readText(join(refs, ref)) ?? packedRef(join(refs, 'packed-refs'), ref)
}

function folderNamedBy(file: string): string {
  return /^gitdir: (.+)$/.exec(readText(file) ?? '')?.[1] ?? file
}

function packedRef(path: string, ref: string): string | undefined {
  const lines = readText(path)?.split('\n') ?? []
  return lines.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0]
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
