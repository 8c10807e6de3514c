import { type RawBuilder, sql } from 'kysely'
import { notificationGroups } from '#/notifications/notification-types.ts'

const titles = JSON.stringify(Object.assign({}, ...notificationGroups.map(({ types }) => types)))
const message = 'This was about a person who has since deleted their account.'

/**
 * Removes a person from other people's notifications, in the bell and in waiting mails. Runs while the bookings still
 * exist. Finds notifications by the ids of the person's things, never by name: people choose their names, and somebody
 * called "e" could empty other people's bells by leaving.
 */
export const forgetInOthersNotices = (userId: string): RawBuilder<unknown>[] => {
  const shared = sql`
    bookings as (
      select a.id, o.user_id as owner_user_id, a.provider_user_id
        from appointments a
        join pet_owners o on o.id = a.pet_owner_id
       where o.user_id = ${userId} or a.provider_user_id = ${userId}),
    contacts as (
      select id, reporter_id, helper_id from pet_report_contacts
       where reporter_id = ${userId} or helper_id = ${userId}),
    meets as (
      select m.id from meet_greets m
        join pet_owners o on o.id = m.pet_owner_id join pet_sitters s on s.id = m.sitter_id
       where o.user_id = ${userId} or s.user_id = ${userId}),
    bought as (
      select k.id, o.user_id as owner_user_id, k.provider_user_id
        from packages k join pet_owners o on o.id = k.pet_owner_id
       where o.user_id = ${userId} or k.provider_user_id = ${userId}),
    sold as (
      select s.id, o.user_id as buyer, s.seller_user_id as seller
        from order_parts s join orders o on o.id = s.order_id
       where o.user_id = ${userId} or s.seller_user_id = ${userId}),
    households as (
      select m.id, m.user_id, m.member_id from household_members m
       where m.user_id = ${userId} or m.member_id = ${userId}
          or m.email = (select contact_email from users where id = ${userId} and email_verified)),
    others as (
      select owner_user_id as id from bookings union select provider_user_id from bookings
      union select reporter_id from contacts union select helper_id from contacts
      union
      select o.user_id from meet_greets m join pet_owners o on o.id = m.pet_owner_id where m.id in (select id from meets)
      union
      select s.user_id from meet_greets m join pet_sitters s on s.id = m.sitter_id where m.id in (select id from meets)
      union select user_id from households union select member_id from households
      union select owner_user_id from bought union select provider_user_id from bought
      union select buyer from sold union select seller from sold
      union
      select w.user_id from booking_waits w join providers p on p.id = w.provider_id where p.user_id = ${userId}),
    ids as (
      select id::text from bookings
      union select id::text from meets
      union select id::text from bought
      union select id::text from sold
      union select id::text from households
      union select t.id::text from tasks t where t.user_id = ${userId} and t.pet_id in (
        select p.pet_id from household_pets p where p.household_member_id in (select id from households))
      union select t.id::text from message_threads t where t.booking_id in (select id from bookings)
             or t.meet_greet_id in (select id from meets)
      union select t.id::text from message_threads t join contacts c on c.id = t.contact_id
      union select c.id::text from contacts c
      union select n.id::text from visit_notes n where n.booking_id in (select id from bookings)
      union select d.id::text from visit_note_addenda d join visit_notes n on n.id = d.note_id
             where n.booking_id in (select id from bookings)
      union select i.id::text from incidents i where i.appointment_id in (select id from bookings)
      union select r.id::text from ratings r where r.appointment_id in (select id from bookings)
      union select r.id::text from product_reviews r where r.user_id = ${userId} or r.seller_user_id = ${userId}
      union select f.id::text from refunds f join payments p on p.id = f.payment_id
             where p.appointment_id in (select id from bookings)
      union select p.id::text from providers p where p.user_id = ${userId})`
  return [
    sql`with ${shared}, forgotten as (
      update notifications n
         set title = coalesce(${titles}::jsonb ->> n.type, 'Notification'), message = ${message},
             metadata = jsonb_strip_nulls(jsonb_build_object('href', n.metadata ->> 'href',
               'appointment_id', n.metadata ->> 'appointment_id', 'thread_id', n.metadata ->> 'thread_id'))
       where n.user_id <> ${userId} and n.user_id in (select id from others) and (
         n.metadata ->> 'appointment_id' in (select id from ids)
         or n.metadata ->> 'thread_id' in (select id from ids)
         or string_to_array(n.source, ':') && (select array_agg(id) from ids)
         or substring(n.metadata ->> 'href' from '[?&][a-z]+=([0-9a-f-]{36})') in (select id from ids))
       returning n.id)
      update waiting_notices set calendar = null where notification_id in (select id from forgotten)`,
    sql`update notifications n
         set title = coalesce(${titles}::jsonb ->> n.type, 'Notification'), message = ${message},
             metadata = jsonb_build_object('href', '/pet-reports')
       where n.user_id <> ${userId}
         and n.related_report_id in (select r.id from pet_reports r where r.user_id = ${userId})`,
    sql`delete from jobs.job j
       where j.name = 'mail' and j.state <> 'active' and exists (
         select from pet_reports r where r.user_id = ${userId} and position(r.id::text in j.data::text) > 0)`,
    sql`with ${shared}
      delete from jobs.job j
       where j.name = 'mail' and j.state <> 'active' and (
         j.data -> 'data' ->> 'to' = (select contact_email from users where id = ${userId})
         or (j.data -> 'data' ->> 'to' in (select u.contact_email from users u where u.id in (select id from others))
             and exists (select from ids where position(id in j.data::text) > 0)))`,
  ]
}

/**
 * Deletes messages they wrote while logged out, found by a confirmed address or number: with somebody else's number in
 * their profile, leaving would delete that person's complaint. Visitors may have typed an Indian number without +91.
 */
export const forgetSignedOutMessages = (userId: string): RawBuilder<unknown> => sql`
  with own_number as (
    select substr(account_id, 2) as digits from accounts where user_id = ${userId} and provider_id = 'phone'),
  spellings as (
    select unnest(array[digits, '00' || digits]) as digits from own_number
    union select unnest(array[substr(digits, 3), '0' || substr(digits, 3)]) from own_number where digits like '91%'),
  forgotten as (
    delete from contact_messages m
     where m.user_id is null and (
       lower(m.email) = (select lower(contact_email) from users where id = ${userId} and email_verified)
       or regexp_replace(m.phone, '\\D', '', 'g') in (select digits from spellings))
    returning id)
  delete from jobs.job j using forgotten f
   where j.name = 'mail' and j.state <> 'active' and j.data -> 'data' ->> 'path' like '%message=' || f.id`
