import { HOUR } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { makeThread } from '#/messaging/server/factory.ts'
import { type Cast, partiesOf, type Today } from './cast.ts'

type Said = { by: 'owner' | 'provider'; hoursAgo: number; text: string }

type Conversation = {
  vet: string
  owner: string
  pet: string
  said: readonly [Said, ...Said[]]
  /** The number of messages the owner has read. */
  ownerHasRead: number
}

const conversations: Conversation[] = [
  {
    vet: 'meera-iyer',
    owner: 'asha-verma',
    pet: 'bruno',
    said: [
      {
        by: 'owner',
        hoursAgo: 27,
        text: 'Bruno was sick once after his last vaccination. Should he come with an empty stomach?',
      },
      {
        by: 'provider',
        hoursAgo: 26,
        text: 'Thank you for telling me. A light breakfast three hours before is fine. Please stay for twenty minutes afterwards so that we can keep an eye on him.',
      },
      { by: 'owner', hoursAgo: 25, text: 'We will. Shall I bring his old vaccination book?' },
      { by: 'provider', hoursAgo: 3, text: 'Yes, please: I’d like to see which batch he got last year.' },
    ],
    ownerHasRead: 3,
  },
  {
    vet: 'meera-iyer',
    owner: 'ravi-kumar',
    pet: 'tiger',
    said: [
      {
        by: 'provider',
        hoursAgo: 1.5,
        text: 'Does Tiger put weight on the paw at all? If not, please come earlier, or go to an emergency clinic.',
      },
      { by: 'owner', hoursAgo: 1, text: 'He does, and he’s eating well. The day we asked for is fine.' },
    ],
    ownerHasRead: 2,
  },
]

/** Writes the conversations; vets have read everything. */
export async function rememberConversations(db: Db, cast: Cast, { now }: Today): Promise<void> {
  for (const { said, ownerHasRead, ...who } of conversations) {
    const { vet, ownerId, petId } = partiesOf(cast, who)
    const booking = await db
      .selectFrom('appointments as a')
      .innerJoin('appointment_pets as p', 'p.appointment_id', 'a.id')
      .select('a.id')
      .where('a.provider_id', '=', vet.id)
      .where('a.pet_owner_id', '=', ownerId)
      .where('p.pet_id', '=', petId)
      .where('a.status', 'in', ['pending', 'confirmed'])
      .executeTakeFirst()
    // The vet may have had no free slot on the day of seeding.
    if (!booking) continue
    const [first, ...more] = said.map(({ hoursAgo, ...one }) => ({
      ...one,
      at: new Date(now.getTime() - hoursAgo * HOUR),
    }))
    await makeThread(db, { bookingId: booking.id, said: [first!, ...more], read: { owner: ownerHasRead } })
  }
}
