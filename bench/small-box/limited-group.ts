import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = '/sys/fs/cgroup'

/** A group of processes with a limited memory and processor (https://docs.kernel.org/admin-guide/cgroup-v2.html, and v1). */
export interface LimitedGroup {
  /** the words before a command that start it in the group */
  readonly prefix: readonly string[]
  /** @returns the highest memory of the group so far in megabytes, with the cached files of the system that it read and wrote */
  peakMegabytes(): Promise<number>
  /** @returns how often the kernel has killed a process of the group because of its memory */
  kills(): Promise<number>
  remove(): Promise<void>
}

interface Limits {
  readonly megabytes: number
  /** processor time in each second of the clock, in seconds */
  readonly cores: number
}

/** @throws Error without the rights to create control groups, which usually only root has */
export async function limitedGroup({ megabytes, cores }: Limits): Promise<LimitedGroup> {
  const isUnified = existsSync(join(ROOT, 'cgroup.controllers'))
  const name = `dogear-bench-${process.pid}`
  const [memory, cpu] = isUnified
    ? [join(ROOT, name), join(ROOT, name)]
    : [join(ROOT, 'memory', name), join(ROOT, 'cpu', name)]
  const bytes = String(megabytes * 1024 * 1024)
  const period = 100_000
  const quota = Math.round(cores * period)
  await Promise.all([...new Set([memory, cpu])].map((folder) => mkdir(folder)))
  await writeFile(join(memory, isUnified ? 'memory.max' : 'memory.limit_in_bytes'), bytes)
  if (isUnified) await writeFile(join(cpu, 'cpu.max'), `${quota} ${period}`)
  else {
    await writeFile(join(cpu, 'cpu.cfs_period_us'), String(period))
    await writeFile(join(cpu, 'cpu.cfs_quota_us'), String(quota))
  }
  const enter = `echo $$ > ${join(memory, 'cgroup.procs')}; echo $$ > ${join(cpu, 'cgroup.procs')}; exec "$@"`
  const peakFile = join(memory, isUnified ? 'memory.peak' : 'memory.max_usage_in_bytes')
  const killsFile = join(memory, isUnified ? 'memory.events' : 'memory.oom_control')
  return {
    prefix: ['sh', '-c', enter, 'sh'],
    peakMegabytes: async () => Number(await readFile(peakFile, 'utf8')) / 1024 / 1024,
    kills: async () => Number(/^oom_kill (\d+)/m.exec(await readFile(killsFile, 'utf8'))?.[1] ?? 0),
    remove: async () => {
      await Promise.all([...new Set([memory, cpu])].map((folder) => rmdir(folder)))
    },
  }
}
