import type { Figure } from './goals.ts'
import { type Measured, measure, together } from './load.ts'
import { cpuOf, cpuOfChildren, usedBetween } from './processes.ts'
import type { Scenario } from './scenarios.ts'
import { say } from './stage.ts'

export type Row = {
  appointments: number
  what: Scenario['what']
  connections: number
  ours: Measured
  yardstick: Measured
  ratio: number
  /** Milliseconds of CPU per answer, in our process and in Postgres. */
  serverCpuMs: number
  databaseCpuMs: number
}

type Beside = {
  url: string
  pid: number
  yardstickUrl: string
  postmaster: number
  /** Waits until our deliveries are done. */
  delivered(): Promise<void>
}
type Pace = { seconds: number; turns: number }

/**
 * Measures our server and the bare one in turns, after warming up both. The bare one's turn begins after our deliveries,
 * which would slow it down, are done; their CPU counts as ours.
 */
export async function measureRow(
  scenario: Scenario,
  appointments: number,
  connections: number,
  { url, pid, yardstickUrl, postmaster, delivered }: Beside,
  { seconds, turns }: Pace,
): Promise<Row> {
  const ours: Measured[] = []
  const bare: Measured[] = []
  await measure(url, { connections, seconds: seconds / 3, next: scenario.ours })
  await delivered()
  await measure(yardstickUrl, { connections, seconds: seconds / 3, next: scenario.yardstick })
  const cpu = { server: 0, database: 0, answers: 0 }
  for (let n = 0; n < turns; n++) {
    const before = { server: await cpuOf(pid), database: await cpuOfChildren(postmaster) }
    ours.push(await measure(url, { connections, seconds, next: scenario.ours }))
    await delivered()
    cpu.server += (await cpuOf(pid)) - before.server
    cpu.database += usedBetween(before.database, await cpuOfChildren(postmaster))
    cpu.answers += ours.at(-1)!.perSecond * seconds
    bare.push(await measure(yardstickUrl, { connections, seconds, next: scenario.yardstick }))
  }
  const row = {
    appointments,
    what: scenario.what,
    connections,
    ours: together(ours),
    yardstick: together(bare),
    ratio: together(ours).perSecond / together(bare).perSecond,
    serverCpuMs: (cpu.server * 1000) / cpu.answers,
    databaseCpuMs: (cpu.database * 1000) / cpu.answers,
  }
  say(showRow(row))
  return row
}

export const header = `${'what'.padEnd(30)}${'conns'.padStart(6)}${'ours/s'.padStart(9)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'bare/s'.padStart(9)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'ratio'.padStart(7)}${'cpu ms'.padStart(8)}${'db cpu'.padStart(8)}${'failed'.padStart(8)}`

export function showRow(row: Row): string {
  const { what, connections, ours, yardstick, ratio, serverCpuMs, databaseCpuMs } = row
  const number = (value: number, width: number, digits = 0) => value.toFixed(digits).padStart(width)
  return `${what.padEnd(30)}${number(connections, 6)}${number(ours.perSecond, 9)}${number(ours.p50, 8, 2)}${number(ours.p99, 8, 2)}${number(yardstick.perSecond, 9)}${number(yardstick.p50, 8, 2)}${number(yardstick.p99, 8, 2)}${number(ratio, 7, 2)}${number(serverCpuMs, 8, 2)}${number(databaseCpuMs, 8, 2)}${number(ours.failed + yardstick.failed, 8)}`
}

/** Returns the figures with goals, at 32 connections, and the number of failed answers. */
export function figuresOf(rows: Row[]): Figure[] {
  const busy = rows.filter(({ connections }) => connections === 32)
  const figures = busy.flatMap((row): Figure[] => {
    const { what, ours, ratio, serverCpuMs, databaseCpuMs } = row
    const at = `${row.appointments.toLocaleString('en')} appointments`
    if (what === 'vet list with both filters') return []
    if (what === 'bookings of distinct slots') {
      return [
        { what, value: ours.perSecond, at },
        { what: `${what}: p99`, value: ours.p99, at },
        { what: `${what}: CPU of server and database`, value: serverCpuMs + databaseCpuMs, at },
      ]
    }
    return [
      { what: `${what}: share of the bare server`, value: ratio, at },
      { what: `${what}: p99`, value: ours.p99, at },
    ]
  })
  const failed = rows.reduce((sum, { ours, yardstick }) => sum + ours.failed + yardstick.failed, 0)
  if (rows.length > 0) figures.push({ what: 'answers under load that were refused or failed', value: failed })
  return figures
}
