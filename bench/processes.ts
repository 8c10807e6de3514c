import { readdir, readFile } from 'node:fs/promises'

const ticksPerSecond = 100

async function statOf(pid: number): Promise<{ parent: number; cpuSeconds: number } | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The fields after the name: state, parent, … user ticks, system ticks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 14) return undefined
  return { parent: Number(fields[1]), cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond }
}

/** Returns the seconds of CPU that a process has used. */
export async function cpuOf(pid: number): Promise<number> {
  return (await statOf(pid))?.cpuSeconds ?? 0
}

/** Returns the seconds of CPU of each child process, such as Postgres's backends. */
export async function cpuOfChildren(pid: number): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const stats = await Promise.all(pids.map(async (child) => [child, await statOf(child)] as const))
  return new Map(stats.flatMap(([child, stat]) => (stat?.parent === pid ? [[child, stat.cpuSeconds]] : [])))
}

/** Returns the CPU used between two looks, without processes that ended in between. */
export function usedBetween(before: Map<number, number>, after: Map<number, number>): number {
  let used = 0
  for (const [child, seconds] of after) used += seconds - (before.get(child) ?? 0)
  return used
}

/** Peak resident memory in MB. */
export const peakMemoryOf = (pid: number) => statusOf(pid, 'VmHWM')

/** Resident memory in MB. */
export const memoryOf = (pid: number) => statusOf(pid, 'VmRSS')

async function statusOf(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
}
