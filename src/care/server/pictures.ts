import { tradesOf } from '#/booking/trades.ts'
import { refuse } from '#/care/errors.ts'
import type { PicturesAdded } from '#/care/events.ts'
import { formFor } from '#/care/forms.ts'
import type { VisitPicture } from '#/care/pictures.ts'
import { mayChangePictures, mostPictures, type PictureMoment } from '#/care/rules.ts'
import { HOUR } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import { givePictures } from '#/kernel/server/uploads.ts'
import type { Actor, ActorWork } from '#/kernel/server/work.ts'
import { dayOf } from '#/kernel/time.ts'
import { findBooking, type OwnBooking } from './access.ts'

type Work = ActorWork & Pick<Serving, 'keepDocument'>
type Added = { bookingId: string; petId: string; moment: PictureMoment; pictures: Blob[] }

/** Uploads this close together make one notification. */
const newsEvery = HOUR

export function mayChangePicturesOf(booking: OwnBooking, now: Date): boolean {
  const { phase, starts_at: startsAt, ends_at: endsAt } = booking
  return Boolean(formFor(booking.trade)?.hasPictures) && mayChangePictures({ phase, startsAt, endsAt }, now)
}

/** @throws care.no_pictures_now, care.too_many_pictures, care.pictures_only */
export async function addPictures(work: Work, { bookingId, petId, moment, pictures }: Added): Promise<void> {
  const { db, actor, now, announce, keepDocument } = work
  const booking = await findBooking(db, actor, bookingId)
  // Locked, because two uploads at once would both find room for the last picture.
  const pet = await db
    .selectFrom('appointment_pets as ap')
    .innerJoin('pets as p', 'p.id', 'ap.pet_id')
    .innerJoin('pet_owners as o', 'o.id', 'p.owner_id')
    .select('o.user_id')
    .where('ap.appointment_id', '=', bookingId)
    .where('ap.pet_id', '=', petId)
    .forNoKeyUpdate(['ap'])
    .executeTakeFirst()
  if (!booking || !pet) return refuseRequest('request.not_found')
  if (!mayChangePicturesOf(booking, now)) refuse('care.no_pictures_now')
  const there = await db
    .selectFrom('visit_pictures')
    .select('position')
    .where('appointment_id', '=', bookingId)
    .where('pet_id', '=', petId)
    .execute()
  if (there.length + pictures.length > mostPictures) refuse('care.too_many_pictures')
  const taken = new Set(there.map(({ position }) => position))
  const free = Array.from({ length: mostPictures }, (_, index) => index + 1).filter((one) => !taken.has(one))
  const ids: string[] = []
  for (const picture of pictures) ids.push(await keepDocument(picture))
  if ((await givePictures(db, ids, pet.user_id)) !== ids.length) refuse('care.pictures_only')
  await db
    .insertInto('visit_pictures')
    .values(
      ids.map((id, index) => ({
        upload_id: id,
        appointment_id: bookingId,
        pet_id: petId,
        moment,
        position: free[index]!,
        created_at: now,
      })),
    )
    .execute()
  if (await isNews(db, bookingId, now))
    await announce<PicturesAdded>('care.pictures_added', { bookingId, petId, at: now.toISOString() })
}

/**
 * Tells whether the owner hasn't been notified about pictures of this visit for a while, and records that they are now.
 */
async function isNews(db: Db, bookingId: string, now: Date): Promise<boolean> {
  const told = await db
    .insertInto('visit_picture_news')
    .values({ appointment_id: bookingId, told_at: now })
    .onConflict((conflict) =>
      conflict
        .column('appointment_id')
        .doUpdateSet({ told_at: now })
        .where('visit_picture_news.told_at', '<=', new Date(now.getTime() - newsEvery)),
    )
    .returning('appointment_id')
    .executeTakeFirst()
  return told !== undefined
}

/** @throws care.no_pictures_now */
export async function removePicture({ db, actor, now }: ActorWork, id: string): Promise<void> {
  const picture = await db
    .selectFrom('visit_pictures')
    .select('appointment_id')
    .where('upload_id', '=', id)
    .executeTakeFirst()
  const booking = picture && (await findBooking(db, actor, picture.appointment_id))
  if (!booking) return refuseRequest('request.not_found')
  if (!mayChangePicturesOf(booking, now)) refuse('care.no_pictures_now')
  await db.deleteFrom('visit_pictures').where('upload_id', '=', id).execute()
}

type Reading = { db: Db; actor: Actor; linkTo: LinkTo }

/**
 * Selects the pictures that the caller may see: of their pets, or of their own visits as a provider. Owners don't see
 * pictures that a provider added after being blocked by them.
 */
function selectPictures(db: Db, actor: Actor) {
  const trades = tradesOf(actor.records)
  return db
    .selectFrom('visit_pictures as v')
    .innerJoin('uploads as u', 'u.id', 'v.upload_id')
    .innerJoin('appointments as a', 'a.id', 'v.appointment_id')
    .innerJoin('pets as p', 'p.id', 'v.pet_id')
    .select(['u.id', 'u.content_type', 'u.width', 'u.height', 'u.name'])
    .select(['v.appointment_id', 'v.pet_id', 'v.moment', 'a.starts_at', 'a.time_zone'])
    .where((eb) =>
      eb.or([
        eb.and([
          eb('p.owner_id', '=', actor.records['pet_owner'] ?? null),
          eb.not(
            eb.exists(
              eb
                .selectFrom('message_blocks as m')
                .select('m.blocker_id')
                .where('m.blocker_id', '=', actor.userId)
                .whereRef('m.blocked_id', '=', 'a.provider_user_id')
                .whereRef('m.created_at', '<=', 'v.created_at'),
            ),
          ),
        ]),
        eb.and([
          eb('a.provider_user_id', '=', actor.userId),
          eb('a.trade', 'in', trades.length > 0 ? trades : [null]),
        ]),
      ]),
    )
    .orderBy('a.starts_at', 'desc')
    .orderBy('v.appointment_id')
    .orderBy('v.moment', 'desc')
    .orderBy('v.position')
}

type PictureRow = Awaited<ReturnType<ReturnType<typeof selectPictures>['execute']>>[number]

const show = (linkTo: LinkTo, row: PictureRow): VisitPicture => ({
  id: row.id,
  bookingId: row.appointment_id,
  petId: row.pet_id,
  moment: row.moment,
  url: linkTo(row),
  width: row.width!,
  height: row.height!,
})

export async function findPicturesOfBookings({ db, actor, linkTo }: Reading, bookingIds: string[]) {
  const rows = await selectPictures(db, actor).where('v.appointment_id', 'in', bookingIds).execute()
  return rows.map((row) => show(linkTo, row))
}

/** Four full visits; older pictures are on their appointments' cards. */
const mostOfPet = 4 * mostPictures

export async function findPicturesOfPet({ db, actor, linkTo }: Reading, petId: string) {
  const rows = await selectPictures(db, actor).where('v.pet_id', '=', petId).limit(mostOfPet).execute()
  return rows.map((row) => ({ ...show(linkTo, row), happenedOn: dayOf(row.starts_at, row.time_zone) }))
}
