import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { insertMessage } from '#/support/server/queries.ts'
import { makeTicket } from '#/support/server/ticket.factory.ts'
import type { Cast } from './cast.ts'

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000)

/** What waits at the desk: one has waited too long, one is about safety, two have time. */
export async function writeToSupport(db: Db, cast: Cast, now: Date): Promise<void> {
  await insertMessage(db, {
    id: newId(),
    name: 'Suresh Patil',
    email: null,
    phone: '+91 00000 04021',
    topic: 'providers',
    message: 'I have groomed dogs in Pune for eleven years. How do I get listed, and what does it cost me?',
    userId: null,
    now: hoursBefore(now, 53),
  })
  await insertMessage(db, {
    id: newId(),
    name: 'Leela Krishnan',
    email: 'leela.krishnan@pawfolk.example',
    phone: null,
    topic: 'grievance',
    message:
      'My appointment was cancelled an hour before, and nobody called me. I would like to know what you do about that.',
    userId: null,
    now: hoursBefore(now, 30),
  })
  await makeTicket(db, {
    userId: await userOf(db, cast, 'zoya-ali'),
    topic: 'pets',
    subject: 'Two pets with one chip number',
    said: [
      {
        at: hoursBefore(now, 7),
        text: 'I typed the number of Snowy’s chip into the page of Mithu. Is that a problem for the vet, and does anybody see it?',
      },
    ],
  })
  await makeTicket(db, {
    userId: await userOf(db, cast, 'ravi-kumar'),
    topic: 'safety',
    subject: 'A dog tied up near the clinic',
    said: [
      {
        at: hoursBefore(now, 1),
        text: 'On the way to our visit we saw a dog tied to a gate without water, and it was still there on our way back. Can the clinic look after it?',
      },
    ],
  })
}

/** One that its owner finds answered. */
export async function answerOneTicket(
  db: Db,
  cast: Cast,
  { now, adminId }: { now: Date; adminId: string },
): Promise<void> {
  await makeTicket(db, {
    userId: await userOf(db, cast, 'asha-verma'),
    topic: 'booking',
    subject: 'Bringing two dogs to one visit',
    said: [
      {
        at: hoursBefore(now, 80),
        text: 'Bruno has his check-up next week. May I bring his brother along, or is that a second booking?',
      },
      {
        at: hoursBefore(now, 68),
        adminId,
        text: 'Hello Asha, you may bring him along. If he is to be examined too, please book the time after Bruno’s: then the vet has half an hour for each of them.',
      },
    ],
  })
}

async function userOf(db: Db, cast: Cast, slug: string): Promise<string> {
  const { user_id } = await db
    .selectFrom('pet_owners')
    .select('user_id')
    .where('id', '=', cast.owners.get(slug)!.ownerId)
    .executeTakeFirstOrThrow()
  return user_id
}
