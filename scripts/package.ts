import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A build for one platform. Its file is `dist/NAME.tar.gz`, which unpacks to the folder NAME. */
interface Build {
  /** for example `dogear-0.1.0-linux-x64` */
  readonly name: string
  /** full hash of the commit, which the file `COMMIT` in the build contains */
  readonly commit: string
}

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

/** Paths of the repository that a build contains, as pathspecs of Git. */
const SHIPPED =
  'bin client docs packages packaging public src *.md LICENSE package.json package-lock.json .npmrc ' +
  ':(exclude)docs/screenshots :(exclude)*.test.ts :(exclude)*.fixture.ts ' +
  ':(exclude)packages/*/bench :(exclude)packages/*/training :(exclude)packages/*/pack :(exclude)packages/*/src/golden'

/**
 * Describes the build of the current commit. A build contains only committed files, so the commit identifies its
 * content.
 */
function describeBuild(): Build {
  const { version } = JSON.parse(git('show', 'HEAD:package.json')) as { readonly version: string }
  return { name: `dogear-${version}-${process.platform}-${process.arch}`, commit: git('rev-parse', 'HEAD') }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

/** Fills a new folder with the program, its production dependencies and Node. */
function fillFolder(folder: string, commit: string): void {
  mkdirSync(folder, { recursive: true })
  const archive = ['-c', 'tar.umask=022', 'archive', 'HEAD', '--', ...SHIPPED.split(' ')]
  const program = execFileSync('git', archive, { cwd: ROOT, maxBuffer: 1_000_000_000 })
  execFileSync('tar', ['-x', '-C', folder], { input: program })
  cpSync(join(folder, 'packaging/dogear'), join(folder, 'dogear'))
  const npm = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync('sh', ['packaging/prune-modules.sh'], { cwd: folder })
  writeFileSync(join(folder, 'COMMIT'), `${commit}\n`)
}

/**
 * Packs the folder. Names are sorted, there is no owner, and all times are that of the commit, so that the same commit
 * gives the same archive.
 */
function packFolder(folder: string, archive: string): void {
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${git('log', '-1', '--format=%ct')}`,
  ]
  const name = folder.slice(DIST.length + 1)
  execFileSync('tar', ['-C', DIST, ...same, '-I', 'gzip -9n', '-cf', archive, name])
}

/** @returns the size on disk in megabytes */
function diskUsage(path: string): number {
  return Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) / 1000
}

// All users of the target machine must be able to read the program.
process.umask(0o022)
const { name, commit } = describeBuild()
const folder = join(DIST, name)
const archive = `${folder}.tar.gz`
rmSync(folder, { recursive: true, force: true })
try {
  fillFolder(folder, commit)
  packFolder(folder, archive)
  const packed = statSync(archive).size / 1_000_000
  console.error(`${packed.toFixed(1)} MB packed, ${diskUsage(folder).toFixed(1)} MB unpacked`)
  console.log(archive)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
