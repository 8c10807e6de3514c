import { HOUR } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { insertMessage } from '#/support/server/queries.ts'
import { makeTicket } from '#/support/server/ticket.factory.ts'
import type { Cast } from './cast.ts'

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * HOUR)

/** Fills the admins' inbox: one message has waited too long, one is about safety, two aren't urgent. */
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
      'My appointment was cancelled an hour before it started, and nobody called me. I’d like to know what you’re going to do about it.',
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
        text: 'I entered Snowy’s microchip number on Mithu’s page. Is that a problem for the vet, and can anyone else see it?',
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

/** Adds an answered ticket. */
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
        text: 'Hello Asha, you’re welcome to bring him along. If he needs an examination too, please book the slot after Bruno’s, so that the vet has half an hour for each of them.',
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
