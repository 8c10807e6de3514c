import { makeMember } from '#/households/server/household.factory.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, instantAt, minutesOf } from '#/kernel/time.ts'
import type { Repeat } from '#/todo/repeat.ts'
import type { Remind, TaskKind } from '#/todo/rules.ts'
import { makeTask } from '#/todo/server/factory.ts'
import type { Cast, Today } from './cast.ts'

type Story = {
  owner: string
  pet?: string
  title: string
  kind: TaskKind
  /** Days from today. */
  inDays: number
  at?: string
  repeat?: Repeat
  remind?: Remind
  notes?: string
  /** Ticks: the days from the first one, and the clock time. */
  done?: readonly (readonly [number, string])[]
}

const daily: Repeat = { every: 'days', days: 1 }

const stories: readonly Story[] = [
  {
    owner: 'asha-verma',
    pet: 'bruno',
    title: 'Evening meal',
    kind: 'feeding',
    inDays: -2,
    at: '18:30',
    repeat: daily,
    notes: '250 g of fish and rice. Never chicken.',
    done: [
      [0, '18:41'],
      [1, '18:33'],
    ],
  },
  {
    owner: 'asha-verma',
    pet: 'bruno',
    title: 'Glucosamine',
    kind: 'medicine',
    inDays: -1,
    at: '07:30',
    repeat: daily,
    remind: 'at_time',
    notes: 'One tablet with breakfast',
    done: [[0, '07:36']],
  },
  {
    owner: 'asha-verma',
    pet: 'bruno',
    title: 'Deworming tablet',
    kind: 'deworming',
    inDays: 3,
    repeat: { every: 'month' },
    remind: 'day',
  },
  {
    owner: 'asha-verma',
    pet: 'bruno',
    title: 'Trim the nails',
    kind: 'grooming',
    inDays: 6,
    repeat: { every: 'days', days: 14 },
  },
  {
    owner: 'asha-verma',
    title: 'Restock the first-aid box',
    kind: 'other',
    inDays: -2,
    notes: 'Gauze, tweezers, saline',
  },
  {
    owner: 'ravi-kumar',
    pet: 'misty',
    title: 'Wash the food bowls',
    kind: 'other',
    inDays: 0,
    repeat: daily,
  },
]

/** Writes the owners' own tasks; those of health records are there already. */
export async function planTasks(db: Db, { owners }: Cast, { now, today, timeZone }: Today): Promise<void> {
  for (const { owner, pet, inDays, done = [], ...task } of stories) {
    const { ownerId, petIds } = owners.get(owner)!
    const { user_id } = await db
      .selectFrom('pet_owners')
      .select('user_id')
      .where('id', '=', ownerId)
      .executeTakeFirstOrThrow()
    const startsOn = addDays(today, inDays)
    await makeTask(db, {
      ...task,
      userId: user_id,
      petId: pet ? petIds.get(pet)! : null,
      startsOn,
      now,
      timeZone,
      ticks: done.map(([days, clock]) => {
        const on = addDays(startsOn, days)
        return { on, at: instantAt(on, minutesOf(clock), timeZone)! }
      }),
    })
  }
}

/** Ravi helps Asha with Bruno. */
export async function openHouseholds(db: Db, { owners }: Cast, { now }: Today): Promise<void> {
  const [asha, ravi] = ['asha-verma', 'ravi-kumar'].map((slug) => owners.get(slug)!)
  const people = await db
    .selectFrom('pet_owners as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.id', 'u.id as userId', 'u.email'])
    .where('o.id', 'in', [asha!.ownerId, ravi!.ownerId])
    .execute()
  const host = people.find(({ id }) => id === asha!.ownerId)!
  const helper = people.find(({ id }) => id === ravi!.ownerId)!
  const petIds = [asha!.petIds.get('bruno')!]
  const joined = { memberId: helper.userId, email: helper.email, token: 'Ravi helps Asha' }
  await makeMember(db, { ...joined, userId: host.userId, petIds, wantsReminders: true, now })
  await db
    .updateTable('tasks')
    .set({ assignee_id: helper.userId })
    .where('user_id', '=', host.userId)
    .where('title', '=', 'Trim the nails')
    .execute()
}
