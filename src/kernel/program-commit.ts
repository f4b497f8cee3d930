import { existsSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const LENGTH = 12

/**
 * The commit that the program was built from: the content of the file `COMMIT` beside package.json in a package, or the
 * commit of a checkout. Git need not be installed.
 * @param root the folder of the program
 * @returns the first twelve digits, or undefined if neither exists
 */
export function programCommit(root = ROOT): string | undefined {
  const commit = readText(join(root, 'COMMIT')) ?? checkedOut(join(root, '.git'))
  return commit !== undefined && /^[0-9a-f]{12,64}$/.test(commit) ? commit.slice(0, LENGTH) : undefined
}

/** As in gitrepository-layout(5): a linked work tree has a file that points to its folder, and refs are shared. */
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
