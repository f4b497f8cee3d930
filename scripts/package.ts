import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A build for one platform. The file `dist/NAME.tar.gz` contains it as a folder with this name. */
interface Build {
  /** for example `dogear-1.0.0-linux-x64` */
  readonly name: string
  /** full hash of the commit; the build also contains it, in the file `COMMIT` */
  readonly commit: string
}

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

/** Git pathspecs of the files from the repository that become part of a build. */
const SHIPPED_FILES =
  'bin client docs packages packaging public src *.md LICENSE package.json package-lock.json .npmrc ' +
  ':(exclude)docs/screenshots :(exclude)*.test.ts :(exclude)*.fixture.ts ' +
  ':(exclude)packages/*/bench :(exclude)packages/*/training :(exclude)packages/*/pack :(exclude)packages/*/src/golden'

/**
 * Describes the build of the current commit. A build contains only committed files, so the commit determines its
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
  const archive = ['-c', 'tar.umask=022', 'archive', 'HEAD', '--', ...SHIPPED_FILES.split(' ')]
  const program = execFileSync('git', archive, { cwd: ROOT, maxBuffer: 1_000_000_000 })
  execFileSync('tar', ['-x', '-C', folder], { input: program })
  cpSync(join(folder, 'packaging/dogear'), join(folder, 'dogear'))
  const npm = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const part of ['client', 'server'])
    execFileSync(process.execPath, [`packaging/build-${part}.ts`], { cwd: folder })
  execFileSync(process.execPath, ['packaging/prune-modules.js', '--bundled'], { cwd: folder })
  writeFileSync(join(folder, 'COMMIT'), `${commit}\n`)
}

/**
 * Packs the folder. The same commit always gives the same archive: names are sorted, owners are removed, and each file
 * gets the time of the commit.
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

/** @returns the size of a folder on disk in megabytes */
function diskUsage(path: string): number {
  return Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) / 1000
}

// Gives files the usual permissions, whatever the umask of the shell is, because every user of the target machine must
// be able to read the program.
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
