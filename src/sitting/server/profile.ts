import { sql } from 'kysely'
import type { z } from 'zod'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse, type SitterProfile, type sitterProfileInput } from '#/sitting/contract.ts'
import { mostPhotos } from '#/sitting/rules.ts'
import { type Saving, saveRecord, withProposal } from '#/verification/server/index.ts'

export async function findProfile(db: Db, userId: string): Promise<SitterProfile | null> {
  const row = await db.selectFrom('pet_sitters').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const profile = row && {
    fullName: row.full_name,
    location: row.location,
    services: row.services,
    hourlyRate: row.hourly_rate,
    nightlyRate: row.nightly_rate,
    experienceYears: row.experience_years,
    maxPets: row.max_pets,
    sizesAccepted: row.sizes_accepted,
    homeKind: row.home_kind,
    hasGarden: row.has_garden,
    hasOwnPets: row.has_own_pets,
    hasChildren: row.has_children,
    isSmokeFree: row.is_smoke_free,
    cancellationPolicy: row.cancellation_policy,
    bio: row.bio,
    imageUrl: row.profile_image_url,
    photos: row.photos,
  }
  return (await withProposal(db, 'pet_sitter', { userId, profile })) ?? null
}

export async function saveProfile(
  work: Saving,
  input: z.output<typeof sitterProfileInput>,
): Promise<SitterProfile> {
  const columns = {
    full_name: input.fullName,
    location: input.location,
    services: input.services,
    hourly_rate: input.hourlyRate,
    nightly_rate: input.nightlyRate,
    experience_years: input.experienceYears,
    max_pets: input.maxPets,
    sizes_accepted: input.sizesAccepted,
    home_kind: input.homeKind,
    has_garden: input.hasGarden,
    has_own_pets: input.hasOwnPets,
    has_children: input.hasChildren,
    is_smoke_free: input.isSmokeFree,
    cancellation_policy: input.cancellationPolicy,
    bio: input.bio,
  }
  await saveRecord(work, 'pet_sitter', columns, input)
  return (await findProfile(work.db, work.actor.userId))!
}

/** Locks the record, so that two tabs at once can't exceed the limit. */
export async function addPhoto(
  { db, actor, now, keepPicture }: ActorWork & Pick<Serving, 'keepPicture'>,
  photo: Blob,
): Promise<{ photos: string[] }> {
  const row = await lockOwn(db, actor.userId)
  if (row.photos.length >= mostPhotos) refuse('sitting.too_many_photos')
  const photos = [...row.photos, await keepPicture(photo)]
  await db.updateTable('pet_sitters').set({ photos, updated_at: now }).where('id', '=', row.id).execute()
  return { photos }
}

export async function removePhoto(
  { db, actor, now, forgetPicture }: ActorWork & Pick<Serving, 'forgetPicture'>,
  url: string,
): Promise<void> {
  const row = await lockOwn(db, actor.userId)
  if (!row.photos.includes(url)) return refuseRequest('request.not_found')
  await db
    .updateTable('pet_sitters')
    .set({ photos: sql`array_remove(photos, ${url})`, updated_at: now })
    .where('id', '=', row.id)
    .execute()
  await forgetPicture(url)
}

async function lockOwn(db: Db, userId: string) {
  const row = await db
    .selectFrom('pet_sitters')
    .select(['id', 'photos'])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? refuseRequest('request.not_found')
}
