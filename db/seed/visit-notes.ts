import { recordOfTrade } from '#/booking/trades.ts'
import { addAddendum, signNote } from '#/care/server/sign.ts'
import { tellOfNote } from '#/care/server/subscribers.ts'
import { addNote, addOwnNote } from '#/care/server/write.ts'
import { HOUR } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import { type Cast, partiesOf, type Today } from './cast.ts'
import { visitNotes } from './visit-note-stories.ts'

/** Writes the providers' notes, signed on the day of the visit, and an owner's own note. */
export async function writeVisitNotes(db: Db, cast: Cast, { today, timeZone, now }: Today): Promise<void> {
  const announce = async () => undefined
  const keepDocument = () => {
    throw new Error('Notes of the demo have no files')
  }
  for (const { who, addendum, ...story } of visitNotes) {
    const { petId, trade, vet } =
      'vet' in who
        ? { ...partiesOf(cast, who), trade: 'veterinary' as const }
        : { petId: petOf(cast, who), trade: who.trade, vet: null }
    const visit = await db
      .selectFrom('appointments as a')
      .innerJoin('appointment_pets as p', 'p.appointment_id', 'a.id')
      .innerJoin('pet_owners as o', 'o.id', 'a.pet_owner_id')
      .select(['a.id', 'a.starts_at', 'a.provider_user_id as user_id', 'o.user_id as owner_user_id'])
      .select('a.provider_id')
      .where('p.pet_id', '=', petId)
      .where('a.trade', '=', trade)
      .$if(vet !== null, (query) => query.where('a.provider_id', '=', vet!.id))
      .where('a.status', '=', 'completed')
      .orderBy('a.starts_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const records = { [recordOfTrade[trade]]: visit.provider_id }
    const actor = { userId: visit.user_id, sessionId: '', role: recordOfTrade[trade], records }
    const at = (hours: number) => new Date(visit.starts_at.getTime() + hours * HOUR)
    const work = { db, actor, announce, keepDocument, now: at(1) }
    const content = story.write(dayOf(visit.starts_at, timeZone))
    const { id } = await addNote(work, { bookingId: visit.id, petId, ...content, files: [] })
    await signNote({ ...work, now: at(2) }, { id, seen: 1 })
    if (addendum) await addAddendum({ ...work, now: at(50) }, { id, text: addendum })
    const told = { noteId: id, petId, ownerUserId: visit.owner_user_id }
    await tellOfNote.handle({ db, now: at(2), announce }, told)
  }
  await keepBooklet(db, cast, { today, timeZone, now })
}

function petOf({ owners }: Cast, { owner, pet }: { owner: string; pet: string }): string {
  const petId = owners.get(owner)?.petIds.get(pet)
  if (!petId) throw new Error(`The demo has no ${owner} or ${pet} of theirs`)
  return petId
}

async function keepBooklet(db: Db, cast: Cast, { today, now }: Today): Promise<void> {
  const asha = cast.owners.get('asha-verma')!
  const { user_id: userId } = await db
    .selectFrom('pet_owners')
    .select('user_id')
    .where('id', '=', asha.ownerId)
    .executeTakeFirstOrThrow()
  const actor = { userId, sessionId: '', role: 'pet_owner', records: { pet_owner: asha.ownerId } }
  const keepDocument = () => {
    throw new Error('Notes of the demo have no files')
  }
  await addOwnNote(
    { db, actor, now, announce: async () => undefined, keepDocument },
    {
      petId: asha.petIds.get('bruno')!,
      type: 'note',
      happenedOn: addDays(today, -400),
      text: 'From his booklet: dewormed, and the first teeth cleaning. He slept half a day after the anaesthetic.',
      files: [],
    },
  )
}
