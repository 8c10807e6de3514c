import { sql } from 'kysely'
import { calendarTables } from '#/booking/server/index.ts'
import type { Work } from '#/kernel/server/work.ts'
import { forgetMethodsOf } from '#/payments/server/index.ts'
import { close, findOpenBookings, hasMeetings, hasOrders, hasPackages } from './leaving.ts'
import { forgetInOthersNotices, forgetSignedOutMessages } from './others-notices.ts'

/** Tells of a meeting `m` whether the person is one of its two sides. */
const isMeetOf = (userId: string) => sql<boolean>`(
  m.pet_owner_id in (select id from pet_owners where user_id = ${userId})
  or m.sitter_id in (select id from pet_sitters where user_id = ${userId}))`
const hasThread = sql<boolean>`exists (select from message_threads t where t.meet_greet_id = m.id)`

/**
 * Erases a person: deletes data that is theirs alone, and anonymizes data that others need. Each statement takes the
 * user's id. A test searches every column of every table for what it knew about the person.
 */
const erasing = (userId: string, now: Date) => [
  ...forgetInOthersNotices(userId),
  forgetSignedOutMessages(userId),
  sql`delete from sessions where user_id = ${userId}`,
  sql`delete from api_tokens where user_id = ${userId}`,
  sql`delete from phone_codes where phone_number in (
        select account_id from accounts where user_id = ${userId} and provider_id = 'phone')`,
  sql`delete from accounts where user_id = ${userId}`,
  sql`delete from mailed_links where user_id = ${userId}`,
  sql`delete from verifications where identifier = (select email from users where id = ${userId})`,
  sql`delete from notifications where user_id = ${userId}`,
  sql`delete from user_cleared_notifications where user_id = ${userId}`,
  sql`delete from unmailed_notices where user_id = ${userId}`,
  sql`delete from push_subscriptions where user_id = ${userId}`,
  sql`delete from notification_timing where user_id = ${userId}`,
  sql`delete from notification_choices where user_id = ${userId}`,
  sql`delete from contact_messages where user_id = ${userId}`,
  sql`delete from support_tickets where user_id = ${userId}`,
  // Removes their words and pictures, but not the other side's. The rows stay, so that counts stay true.
  sql`update messages set text = null, erased_at = ${now} where sender_id = ${userId}`,
  sql`delete from message_blocks where blocker_id = ${userId} or blocked_id = ${userId}`,
  sql`delete from buyer_blocks where seller_user_id = ${userId} or buyer_id = ${userId}`,
  sql`delete from message_reports where reporter_id = ${userId} or reported_id = ${userId}`,
  sql`delete from booking_waits where user_id = ${userId}`,
  sql`delete from service_wishes where user_id = ${userId}`,
  sql`delete from tasks where user_id = ${userId}`,
  sql`delete from household_members where user_id = ${userId} or member_id = ${userId}
        or email = (select contact_email from users where id = ${userId} and email_verified)`,
  sql`delete from alert_places where user_id = ${userId}`,
  sql`delete from autoships where user_id = ${userId}`,
  sql`delete from carts where user_id = ${userId}`,
  sql`delete from cart_merges where user_id = ${userId}`,
  sql`delete from reservation_starts where user_id = ${userId}`,
  // Orders stay in the sellers' books, with the state for the tax and the area that the PIN code begins with.
  sql`update orders set name = 'Former user', phone = '-', line = '-', city = '-', pin = substr(pin, 1, 3) || '000',
        gstin = null where user_id = ${userId}`,
  sql`update order_returns r set carrier = null, tracking = null from order_parts s, orders o
        where s.id = r.part_id and o.id = s.order_id and o.user_id = ${userId} and s.status not in ('return_sent', 'return_missing')`,
  sql`update order_part_changes c set note = null from order_parts s, orders o
        where s.id = c.part_id and o.id = s.order_id and c.note is not null
          and (c.made_by = 'owner' and o.user_id = ${userId} or c.made_by = 'seller' and s.seller_user_id = ${userId})`,
  // A pharmacist's register keeps approved and sold medicines for three years, without names. The rest goes with its files.
  sql`update dispensings c set question = null, asked_at = null, answer = null, answered_at = null
        from order_parts s join orders o on o.id = s.order_id
       where s.id = c.part_id and (o.user_id = ${userId} or s.seller_user_id = ${userId})`,
  sql`delete from given_prescriptions g where g.user_id = ${userId}
        and not exists (select from dispensed_lines d join order_parts s on s.id = d.part_id and s.placed_at is not null
          where d.prescription_id = g.id and d.status = 'approved')`,
  sql`update given_prescriptions set pet_name = '-' where user_id = ${userId}`,
  sql`update dispensed_lines d set reason = '-' from order_parts s
       where s.id = d.part_id and s.seller_user_id = ${userId} and d.reason is not null`,
  sql`update order_parts set seller_name = 'Former seller', seller_address = null, seller_gstin = null
        where seller_user_id = ${userId}`,
  sql`delete from injured_reports where user_id = ${userId}`,
  sql`delete from pet_report_followers where user_id = ${userId}`,
  sql`delete from product_review_complaints where user_id = ${userId}`,
  sql`delete from pet_report_complaints where user_id = ${userId}`,
  // Reviews and reports that only they complained about leave the desk's list.
  sql`update product_reviews r set complained_at = null where complained_at is not null and not exists (
        select from product_review_complaints c where c.review_id = r.id and c.closed_at is null)`,
  sql`update pet_reports r set complained_at = null where complained_at is not null and not exists (
        select from pet_report_complaints c where c.report_id = r.id and c.closed_at is null)`,
  sql`delete from pet_report_entries where user_id = ${userId}`,
  sql`delete from uploads u using pet_report_entries e, pet_reports r
        where u.id = e.photo_id and r.id = e.report_id and r.user_id = ${userId}`,
  sql`delete from pet_reports where user_id = ${userId}`,
  sql`delete from package_offers f where f.provider_user_id = ${userId}
        and not exists (select from packages k where k.offer_id = f.id)`,
  sql`update package_offers set title = '-' where provider_user_id = ${userId}`,
  // Payments stay in the books, without the payment methods.
  sql`delete from payment_setups where user_id = ${userId}`,
  sql`delete from payment_methods where user_id = ${userId}`,
  sql`update payments set method_label = null where payer_user_id = ${userId}`,
  // 'Puppy Training with Om Prakash, online' was for puppy training.
  sql`update payments set description = regexp_replace(description, ' with .*$', '') where payee_user_id = ${userId}`,
  sql`delete from idempotency_keys where caller = ${`user:${userId}`}`,
  // Signed notes stay with the pet, under the registration number; nobody else knows about drafts.
  sql`delete from visit_notes where author_user_id = ${userId} and signed_at is null`,
  sql`update visit_notes set signed_name = 'Former user' where author_user_id = ${userId} and signed_at is not null`,
  sql`delete from pets p using pet_owners o where o.id = p.owner_id and o.user_id = ${userId}`,
  sql`update pet_owners set phone_number = null, address = null, city = null, emergency_contact_name = null,
        emergency_contact_phone = null where user_id = ${userId}`,
  // Removes what they wrote when booking and cancelling; time, status and fee stay in the other side's books.
  sql`update appointments a set reason = null, closing_reason = null, contact_link = case when is_online then '-' end,
        address = case when a.address is not null then '-' end
        from pet_owners o where o.id = a.pet_owner_id and o.user_id = ${userId}`,
  sql`update styling_details set coat_notes = null, bite_notes = null where appointment_id in (
        select a.id from appointments a join pet_owners o on o.id = a.pet_owner_id where o.user_id = ${userId})`,
  // Cards are about the owner's pet and home. A sitter's stay with the owner, without the way they went.
  sql`delete from sitting_visits v using appointments a, pet_owners o
        where a.id = v.appointment_id and o.id = a.pet_owner_id and o.user_id = ${userId}`,
  sql`delete from sitting_routes r using sitting_visits v, appointments a
        where v.id = r.visit_id and a.id = v.appointment_id and a.provider_user_id = ${userId}`,
  // Meetings go, unless the other side has messages there.
  sql`delete from meet_greets m where ${isMeetOf(userId)} and not ${hasThread}`,
  sql`update meet_greets m set message = null, reason = null, place = case when place is not null then '-' end
       where ${isMeetOf(userId)} and ${hasThread}`,
  sql`update sitting_requests r set emergency_name = '-', emergency_phone = '-', special_care_instructions = null,
        location = null, ended_at = coalesce(ended_at, case when schedule_type = 'repeat-weekly' then ${now}::timestamptz end),
        ended_by = coalesce(ended_by, case when schedule_type = 'repeat-weekly' then 'owner' end)
        from pet_owners o where o.id = r.pet_owner_id and o.user_id = ${userId}`,
  sql`update sitting_requests r set ended_at = ${now}::timestamptz, ended_by = 'sitter'
        from pet_sitters s where s.id = r.sitter_id and s.user_id = ${userId}
         and r.ended_at is null and r.schedule_type = 'repeat-weekly'`,
  sql`update appointments set closing_reason = null where provider_user_id = ${userId}`,
  sql`update appointment_proposals set note = null where note is not null and appointment_id in (
        select a.id from appointments a join pet_owners o on o.id = a.pet_owner_id
         where o.user_id = ${userId} or a.provider_user_id = ${userId})`,
  // Includes what the other side wrote about them.
  sql`update appointment_changes set reason = null where reason is not null and (
        actor_user_id = ${userId}
        or appointment_id in (
          select a.id from appointments a join pet_owners o on o.id = a.pet_owner_id where o.user_id = ${userId}
          union all
          select id from appointments where provider_user_id = ${userId}))`,
  // Removes a provider's public replies; owners' ratings stay, as from a former user.
  sql`update ratings r set reply = null, replied_at = null
        from providers p where p.id = r.provider_id and p.user_id = ${userId}`,
  // Removed ratings aren't shown to anyone who could miss the text or the reason.
  sql`update ratings r set removal_reason = '-', feedback = case when r.rating is null then '-' end
        from pet_owners o where r.removed_at is not null and o.id = r.pet_owner_id and o.user_id = ${userId}`,
  sql`update ratings r set reply_removal_reason = '-'
        from providers p where r.reply_removed_at is not null and p.id = r.provider_id and p.user_id = ${userId}`,
  // Reviews stay like ratings. Their seller's answers go with the products.
  sql`update product_reviews set removal_reason = '-', feedback = null
        where removed_at is not null and user_id = ${userId}`,
  // Keeps the records of trades with appointments for the owners' past ones.
  ...Object.values(calendarTables).flatMap(({ providers, schedules, holidays, providerId }) =>
    [schedules, holidays].map(
      (table) => sql`delete from ${sql.table(table)} where ${sql.ref(providerId)} in (
        select id from ${sql.table(providers)} where user_id = ${userId})`,
    ),
  ),
  sql`update veterinary_doctors set full_name = 'Former user', specialization = '-', location = '-', license_id = '-',
        availability = null, phone_number = null, registration_council = null, bio = null, profile_image_url = null,
        verification_status = 'draft', facts_verified_at = null where user_id = ${userId}`,
  sql`update pet_sitters set full_name = 'Former user', location = null, profile_image_url = null, photos = '{}',
        hourly_rate = null, nightly_rate = null, experience_years = null, services = '{}', bio = null, home_kind = null,
        availability = null,
        verification_status = 'draft', facts_verified_at = null where user_id = ${userId}`,
  ...['pet_trainers', 'pet_stylists'].map(
    (
      table,
    ) => sql`update ${sql.table(table)} set full_name = 'Former user', location = null, comes_to_owner = false,
        profile_image_url = null, hourly_rate = null, years_experience = null, specializations = '{}', bio = null, availability = null,
        verification_status = 'draft', facts_verified_at = null where user_id = ${userId}`,
  ),
  ...['pharmacists', 'suppliers', 'verification_changes', 'verification_proposals'].map(
    (table) => sql`delete from ${sql.table(table)} where user_id = ${userId}`,
  ),
  // A pharmacy's law keeps what was approved for three years; the shop's sweep deletes it then.
  sql`delete from uploads u where u.user_id = ${userId}
        and not exists (select from given_prescriptions g where g.upload_id = u.id and g.user_id <> ${userId})`,
  sql`update users set name = '', email = ${`former-${userId}@no-email.invalid`}, email_verified = false, image = null,
        proposed_email = null, time_zone = null, time_zone_chosen = false, suspended_at = null, suspended_reason = null,
        erased_at = ${now}, updated_at = ${now} where id = ${userId}`,
]

/**
 * Erases a person who asked for it 14 days ago. Cancels their upcoming bookings first and tries again an hour later;
 * waits for paid bookings, and until what we owe them is paid. A past one that isn't settled doesn't keep the others, since a
 * provider's suspension may last.
 */
export async function eraseLeaver(work: Work, userId: string): Promise<'waits' | undefined> {
  const { open, paid_ahead: paidAhead, is_owed: isOwed } = await findOpenBookings(work, userId)
  if (paidAhead > 0) return 'waits'
  const others = [hasPackages(work.db, userId), hasMeetings(work, userId), hasOrders(work, userId)]
  if (open > 0 || (await Promise.all(others)).includes(true)) {
    await close(work, userId)
    return 'waits'
  }
  if (isOwed) return 'waits'
  await forgetMethodsOf(work, userId)
  for (const statement of erasing(userId, work.now)) await statement.execute(work.db)
}
