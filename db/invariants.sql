-- Rules that hold at every moment, whatever was killed, raced or repeated. Each row returned breaks one.
-- Run it with `npm run db:invariants`.

select 'two bookings of one provider overlap' as invariant, a.id as first, b.id as second
  from appointments a
  join appointments b on a.provider_user_id = b.provider_user_id and a.id < b.id
 where a.trade <> 'sitting' and b.trade <> 'sitting'
   and a.status in ('pending', 'confirmed') and b.status in ('pending', 'confirmed')
   and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)

union all
select 'two holds of one provider overlap', a.id, b.id
  from calendar_holds a
  join calendar_holds b on a.provider_user_id = b.provider_user_id and a.lane = b.lane and a.id < b.id
 where a.during && b.during

union all
select 'a hold’s time or provider is not its appointment’s', a.id, h.id
  from appointments a
  join calendar_holds h on h.appointment_id = a.id
 where h.during <> tstzrange(a.starts_at, a.ends_at) or h.provider_user_id <> a.provider_user_id

union all
select 'a hold belongs to no appointment', h.id, null
  from calendar_holds h
 where h.appointment_id is null and h.proposed_for is null

union all
select 'a proposed time isn’t held as far as the appointment’s own hold leaves it, or is held for longer', a.id, p.id
  from appointments a
  left join appointment_proposals p on p.appointment_id = a.id and p.outcome is null
  left join calendar_holds h on h.proposed_for = a.id
 where case when p.id is null then h.id is not null
            else h.id is null or h.provider_user_id <> a.provider_user_id or h.lane <> 0
              or p.ends_at - p.starts_at <> a.ends_at - a.starts_at
              or h.during <> tstzrange(greatest(p.starts_at, case when p.starts_at > a.starts_at then a.ends_at end),
                                       least(p.ends_at, case when p.starts_at < a.starts_at then a.starts_at end)) end

union all
select 'a proposal is open for an appointment that isn’t, or there are more than it counts', a.id, null
  from appointments a
  cross join lateral (
    select count(*) as made, count(*) filter (where p.outcome is null) as open
      from appointment_proposals p where p.appointment_id = a.id) p
 where p.made > a.proposals or (p.open > 0 and a.status not in ('pending', 'confirmed'))

union all
select 'an appointment blocks time without a hold, or holds it without blocking', a.id, null
  from appointments a
  cross join lateral (
    select count(*) as holds, coalesce(min(h.lane), 0) as lane from calendar_holds h where h.appointment_id = a.id) h
 where case when a.status not in ('pending', 'confirmed') or not a.takes_time then h.holds > 0
            -- A place for each pet; a pet that is gone leaves its place until the appointment ends.
            when a.trade = 'sitting' then h.holds = 0 or h.lane = 0
              or h.holds < (select count(*) from appointment_pets ap where ap.appointment_id = a.id)
            else h.holds <> 1 or h.lane <> 0 end

union all
select 'an appointment lacks the details of its trade', d.appointment_id, null
  from appointment_details d
 where d.detail is null

union all
select 'a provider’s row differs from the record of its trade', coalesce(p.id, r.id), null
  from providers p full join provider_records r on r.id = p.id
 where (p.trade, p.user_id, p.full_name, p.addressed_as, p.verification_status, p.is_complete, p.time_zone)
       is distinct from (r.trade, r.user_id, r.full_name, r.addressed_as, r.verification_status, r.is_complete, r.time_zone)
    or (p.location, p.phone_number, p.registration_number, p.profile_image_url, p.price, p.refund_policy, p.specialities)
       is distinct from (r.location, r.phone_number, r.registration_number, r.profile_image_url, r.price, r.refund_policy, r.specialities)
    or p.is_confirmed <> r.is_confirmed
    or (p.currency, p.offers_in_person, p.offers_online, p.minimum_notice_minutes, p.buffer_minutes, p.is_regulated)
       is distinct from (r.currency, r.offers_in_person, r.offers_online, r.minimum_notice_minutes, r.buffer_minutes, r.is_regulated)
    or p.comes_to_owner <> r.comes_to_owner
    or (p.night_price, p.traits, p.experience_years, p.max_pets)
       is distinct from (r.night_price, r.traits, r.experience_years, r.max_pets)

union all
select 'a request to a sitter takes a place before it is accepted, or none after', a.id, r.id
  from sitting_requests r
  join sitting_details d on d.request_id = r.id
  join appointments a on a.id = d.appointment_id
 where a.takes_time <> (r.accepted_at is not null)
    or (not d.is_asking and r.accepted_at is null)

union all
select 'two sitters accepted the same request', a.id, b.id
  from sitting_requests a join sitting_requests b on a.batch_id = b.batch_id and a.id < b.id
 where a.accepted_at is not null and b.accepted_at is not null

union all
select 'a pet of a styling appointment has no service', a.id, ap.pet_id
  from appointments a
  join appointment_pets ap on ap.appointment_id = a.id
 where a.trade = 'styling'
   and not exists (
     select from styling_details d where d.appointment_id = a.id and d.position = ap.position)

union all
select 'an appointment’s last change is not its status', a.id, c.id
  from appointments a
  join lateral (
    select id, to_status from appointment_changes
     where appointment_id = a.id order by sequence desc limit 1
  ) c on true
 where c.to_status <> a.status

union all
select 'a stay was ended early and its history does not say so, or the other way round', a.id, null
  from appointments a
 where a.nights is not null
   and (a.stopped_at is not null) <> coalesce((
     select c.what = 'ended_early' from appointment_changes c
      where c.appointment_id = a.id and c.what in ('ended_early', 'resumed') order by c.sequence desc limit 1), false)

union all
select 'a break is outside its hours', b.schedule_id, null
  from calendar_breaks b
  join calendar_hours h on h.trade = b.trade and h.schedule_id = b.schedule_id
 where b.start_time < h.start_time or b.end_time > h.end_time

union all
select 'the hours of a date name another day of the week', h.schedule_id, null
  from calendar_hours h
 where h.schedule_date is not null and h.day_of_week <> trim(to_char(h.schedule_date, 'day'))

union all
select 'an appointment is for a pet of someone else', a.id, p.id
  from appointments a join appointment_pets ap on ap.appointment_id = a.id join pets p on p.id = ap.pet_id
 where p.owner_id <> a.pet_owner_id

union all
select 'a rating or note does not fit its appointment', r.id, a.id
  from ratings r join appointments a on a.id = r.appointment_id
 where (r.removed_at is null and r.rating is not null and a.status <> 'completed')
    or (r.removed_at is null and r.rating is null and (a.status <> 'cancelled' or a.cancelled_by <> 'provider'))
    or a.pet_owner_id <> r.pet_owner_id or a.provider_id <> r.provider_id or a.series_id is distinct from r.series_id

union all
select 'a provider’s average is not that of their ratings', v.id, null
  from providers v
  left join lateral (
    select round(avg(rating), 1) as average, count(rating) as count
      from ratings where provider_id = v.id and removed_at is null
  ) r on true
 where v.rating is distinct from r.average or v.total_reviews <> r.count

union all
select 'a user lacks a profile or an owner record', u.id, null
  from users u
 where not exists (select 1 from profiles p where p.id = u.id)
    or not exists (select 1 from pet_owners o where o.user_id = u.id)

union all
select 'a confirmed account still has the password of another sign-up beside it', u.id, a.id
  from users u join accounts a on a.user_id = u.id
 where u.email_verified and a.provider_id = 'sign-up'

union all
select 'a user without an email address has a confirmed one', u.id, null
  from users u
 where u.email_verified and u.contact_email is null

union all
select 'a notification was read by someone it does not belong to', n.id, r.user_id
  from user_notification_reads r join notifications n on n.id = r.notification_id
 where n.user_id <> r.user_id

union all
select 'a request that its provider has answered is still unread in the bell', n.id, a.id
  from notifications n
  join appointments a on a.id::text = n.metadata ->> 'appointment_id' and a.provider_user_id = n.user_id
 where n.type = 'appointment_requested' and n.in_bell and a.status in ('confirmed', 'declined')
   and not exists (select 1 from user_notification_reads r where r.notification_id = n.id)

union all
select 'a pet’s photo is no upload of its owner', p.id, null
  from pets p join pet_owners o on o.id = p.owner_id
 where p.photo_url like '/files/%'
   and not exists (
     select 1 from uploads u where u.user_id = o.user_id and p.photo_url = '/files/' || u.id || '.webp')

union all
select 'a certificate is no private upload of the pet’s owner', v.id, v.certificate_id
  from pet_vaccinations v
  join pets p on p.id = v.pet_id
  join pet_owners o on o.id = p.owner_id
  join uploads u on u.id = v.certificate_id
 where not u.is_private or u.user_id <> o.user_id

union all
select 'two pets have one microchip', a.id, b.id
  from pets a join pets b on b.microchip = a.microchip and a.id < b.id

union all
select 'a pet was born, or vaccinated, after all of today', p.id, v.id
  from pets p left join pet_vaccinations v on v.pet_id = p.id
 where greatest(p.date_of_birth, v.given_on) > (now() at time zone 'Pacific/Kiritimati')::date

union all
select 'a record of a suspended account is not suspended', u.id, r.record_id
  from users u join role_records r on r.user_id = u.id
 where u.suspended_at is not null and r.record <> 'pet_owner' and r.verification_status <> 'suspended'

union all
select 'an admin’s session is open without an authenticator', a.id, s.id
  from admin_sessions s join admin_users a on a.id = s.user_id
 where s.code_checked_at is not null and not a.two_factor_enabled

union all
select 'a document belongs to no record of its owner', d.upload_id, d.record_id
  from verification_documents d
 where not exists (select 1 from role_records r
                    where r.record = d.record and r.record_id = d.record_id and r.user_id = d.user_id)

union all
select 'a document is open to everyone', d.upload_id, d.record_id
  from verification_documents d join uploads u on u.id = d.upload_id
 where not u.is_private or u.user_id <> d.user_id

union all
select 'a record’s last change is not its status', r.record_id, c.id
  from role_records r
  join lateral (
    select id, to_status from verification_changes
     where record = r.record and record_id = r.record_id order by sequence desc limit 1
  ) c on true
 where c.to_status <> r.verification_status

union all
select 'a change waits beside a record that is not being checked for it', p.record_id, null
  from verification_proposals p
  left join role_records r on r.record = p.record and r.record_id = p.record_id
 where r.record_id is null or r.verification_status = 'verified'

union all
select 'a ticket waits for the side that wrote last', t.id, m.id
  from support_tickets t
  left join lateral (
    select id, admin_id from support_ticket_messages where ticket_id = t.id order by position desc limit 1
  ) m on true
 where m.id is null
    or (t.status = 'open' and m.admin_id is not null)
    or (t.status = 'answered' and m.admin_id is null)

union all
select 'a thread has a gap', ticket_id, null
  from support_ticket_messages
 group by ticket_id
having count(*) <> max(position)

union all
select 'a file of a ticket is open to everyone, or somebody else’s', f.upload_id, m.ticket_id
  from support_ticket_files f
  join uploads u on u.id = f.upload_id
  join support_ticket_messages m on m.id = f.message_id
  join support_tickets t on t.id = m.ticket_id
 where not u.is_private or u.user_id <> t.user_id or m.admin_id is not null

union all
select 'the entries of a transfer do not sum to zero', t.id, null
  from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id
 group by t.id
having count(e.id) < 2 or sum(e.amount) <> 0

union all
select 'a user’s receivables do not sum to zero', null, user_id
  from ledger_entries where account = 'receivable'
 group by user_id having sum(amount) <> 0

union all
select 'the ledger’s receipts for a payment differ from its attempts’', p.id, null
  from payments p
  left join lateral (
    select coalesce(sum(e.amount), 0) as amount
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.account = 'gateway'
     where t.payment_id = p.id and t.kind in ('payment', 'late_payment')
  ) l on true
  left join lateral (
    select coalesce(sum(a.captured), 0) as amount from payment_attempts a where a.payment_id = p.id
  ) a on true
 where l.amount <> a.amount or (a.amount > 0) <> (p.completed_at is not null)

union all
select 'the ledger has another fee or settlement than the gateway’s record', m.id, null
  from gateway_movements m
 where (select coalesce(sum(e.amount), 0) from ledger_entries e where e.transfer_id = m.id and e.account = 'gateway')
    <> case when m.kind in ('settlement', 'fee', 'tax', 'other') then m.amount else 0 end - m.fee

union all
select 'a fee or settlement in the ledger is not in the gateway’s records', t.id, null
  from ledger_transfers t
 where t.kind in ('gateway_fee', 'settlement', 'adjustment')
   and not exists (select from gateway_movements m where m.id = t.id and m.id = t.source_id and m.gateway = t.gateway)

union all
select 'a gateway’s balance is not explained by its records and the ledger', null, null
  from (
    select gateway, sum(ours) as lines from gateway_lines group by gateway) l
  full join (
    select t.gateway, sum(e.amount) as account from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id and e.account = 'gateway' group by t.gateway) a using (gateway)
 where l.lines is distinct from a.account

union all
select 'a refund is missing from the ledger, or in it more than once', r.id, null
  from refunds r
  left join lateral (
    select coalesce(sum(e.amount), 0) as amount
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.account not in ('gateway', 'bank')
     where t.kind in ('refund', 'refund_returned') and t.source_id = r.id
  ) l on true
 where l.amount <> case when r.status = 'succeeded' then r.amount else 0 end

union all
select 'a disputed amount is not where the dispute’s status says', d.id, null
  from payment_disputes d
  left join lateral (
    select coalesce(sum(e.amount), 0) as amount
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.account = 'disputed'
     where t.source_id = d.id
  ) l on true
 where l.amount <> case when d.status = 'open' then d.amount else 0 end

union all
select 'more is owed back, or was sent back, than was paid', p.id, null
  from payments p
 where (select coalesce(sum(amount), 0) from refunds r
         where r.payment_id = p.id and r.status not in ('closed', 'returned') and r.paid_by_hand is null)
     > (select coalesce(sum(a.captured), 0) from payment_attempts a where a.payment_id = p.id)

union all
select 'money was kept twice for one thing', p.id, null
  from payments p
 where (select coalesce(sum(least(a.captured, p.amount)), 0) from payment_attempts a
         where a.payment_id = p.id and a.status = 'succeeded')
     - (select coalesce(sum(amount), 0) from refunds r
          where r.payment_id = p.id and r.status <> 'returned') > p.amount

union all
select 'a refunded payment’s status is not what went back', p.id, null
  from payments p
  cross join lateral (
    select (select sum(least(a.captured, p.amount)) from payment_attempts a
             where a.payment_id = p.id and a.status = 'succeeded')
         - (select coalesce(sum(amount), 0) from refunds r where r.payment_id = p.id and r.status = 'succeeded') as kept,
      (select least(a.captured, p.amount) from payment_attempts a
        where a.payment_id = p.id and a.status = 'succeeded' order by a.settled_at limit 1) as paid
  ) k
 where p.completed_at is not null
   and p.status <> case when k.kept <= 0 then 'refunded' when k.kept < k.paid then 'partially_refunded' else 'completed' end

union all
select 'a charge is done and its payment is not, or the other way round', c.id, p.id
  from charges c join payments p on p.id = c.payment_id
 where (c.charge_status = 'charged' and p.completed_at is null)
    or (c.charge_status = 'pending' and (p.completed_at is not null or p.closed_at is not null))

union all
select 'an appointment and its payment contradict each other', a.id, p.id
  from appointments a join payments p on p.appointment_id = a.id
 -- A sitter's appointments are agreed first and paid later.
 where (a.status = 'confirmed' and a.trade <> 'sitting' and p.completed_at is null)
    or (a.status in ('cancelled', 'declined', 'expired') and p.closed_at is null)
    or (a.status in ('pending', 'confirmed') and p.closed_at is not null)

union all
select 'a payment is not between the owner and the provider of its appointment', p.id, a.id
  from payments p
  join appointments a on a.id = p.appointment_id
  join pet_owners o on o.id = a.pet_owner_id
 where p.payer_user_id <> o.user_id or p.payee_user_id <> a.provider_user_id or p.amount <> a.price

union all
select 'somebody with payment methods has no default', null, m.user_id
  from payment_methods m where m.removed_at is null
 group by m.user_id having count(*) filter (where is_default) <> 1

union all
select 'a thread is about nothing', t.id, t.subject_id
  from message_threads t
 where not exists (select 1 from thread_parties b where b.subject_id = t.subject_id)

union all
select 'somebody writes or reads in a thread that is not theirs', t.id, p.user_id
  from message_threads t
  join (select thread_id, user_id from message_readers union select thread_id, sender_id from messages) p
    on p.thread_id = t.id
 where not exists (select 1 from thread_parties b where b.subject_id = t.subject_id and b.user_id = p.user_id)

union all
select 'a contact about a pet report is not with its reporter', c.id, r.id
  from pet_report_contacts c join pet_reports r on r.id = c.report_id
 where r.user_id <> c.reporter_id

union all
select 'somebody is alerted about their own report', n.id, r.id
  from pet_reports r
  join notifications n on n.user_id = r.user_id and n.source = 'reports.near:' || r.id

union all
select 'a thread of messages has a gap, or another end than it says', t.id, null
  from message_threads t
  left join messages m on m.thread_id = t.id
 group by t.id
having count(m.id) <> t.last_position or coalesce(max(m.position), 0) <> t.last_position

union all
select 'an unread count is not what is unread', r.thread_id, r.user_id
  from message_readers r
 where r.unread <> (select count(*) from messages m
                     where m.thread_id = r.thread_id and m.sender_id <> r.user_id and m.position > r.read_position)

union all
select 'a message is empty', m.id, null
  from messages m
 where m.text is null and m.erased_at is null
   and not exists (select 1 from message_pictures p where p.message_id = m.id)

union all
select 'a picture of a message is open to everyone, no picture, or somebody else’s', p.upload_id, m.id
  from message_pictures p
  join uploads u on u.id = p.upload_id
  join messages m on m.id = p.message_id
 where not u.is_private or u.content_type <> 'image/webp' or u.user_id <> m.sender_id

union all
select 'someone is notified who has nothing to read', r.thread_id, r.user_id
  from message_readers r
 where r.to_be_told and (r.unread = 0 or r.read_at is null)

union all
select 'a note is of a booking of another pet', n.id, b.booking_id
  from visit_notes n
  join booking_parties b on b.booking_id = n.booking_id and b.side = 'provider'
 where b.user_id <> n.author_user_id
    or (b.pet_id is not null and not exists (
          select from appointment_pets ap where ap.appointment_id = n.booking_id and ap.pet_id = n.pet_id))

union all
select 'a note has not the form of its trade', n.id, n.booking_id
  from visit_notes n join appointments a on a.id = n.booking_id
 where a.trade <> case n.type when 'training' then 'training' when 'grooming' then 'styling' else 'veterinary' end

union all
select 'an owner’s own note is about a pet of someone else', n.id, p.id
  from visit_notes n join pets p on p.id = n.pet_id join pet_owners o on o.id = p.owner_id
 where n.author_side = 'owner' and o.user_id <> n.author_user_id

union all
select 'a file of a note is open to everyone, or neither of its author’s draft nor of the pet’s owner', f.upload_id, n.id
  from visit_note_files f
  join visit_notes n on n.id = f.note_id
  join pets p on p.id = n.pet_id
  join pet_owners o on o.id = p.owner_id
  join uploads u on u.id = f.upload_id
 where not u.is_private or u.user_id <> case when n.signed_at is null then n.author_user_id else o.user_id end

union all
select 'a picture of a visit is open to everyone, or not the pet’s owner’s, or of a trade without pictures', v.upload_id, v.pet_id
  from visit_pictures v
  join appointments a on a.id = v.appointment_id
  join pets p on p.id = v.pet_id
  join pet_owners o on o.id = p.owner_id
  join uploads u on u.id = v.upload_id
 where not u.is_private or u.user_id <> o.user_id or u.content_type <> 'image/webp' or a.trade <> 'styling'

union all
select 'a photo of a visit card is open to everyone, or not the owner’s', p.upload_id, v.appointment_id
  from sitting_photos p
  join sitting_visits v on v.id = p.visit_id
  join appointments a on a.id = v.appointment_id
  join pet_owners o on o.id = a.pet_owner_id
  join uploads u on u.id = p.upload_id
 where not u.is_private or u.user_id <> o.user_id or u.content_type <> 'image/webp'

union all
select 'a move is asked for of an appointment that isn’t upcoming', m.id, m.appointment_id
  from sitting_moves m join appointments a on a.id = m.appointment_id
 where m.outcome is null and (a.status <> 'confirmed' or a.started_at is not null or a.nights is not null)

union all
select 'a visit card was sent without a photo', v.id, v.appointment_id
  from sitting_visits v
 where v.sent_at is not null and not exists (select from sitting_photos p where p.visit_id = v.id and p.upload_id is not null)

union all
select 'an appointment has begun without a visit card, or the other way round', a.id, v.id
  from appointments a left join sitting_visits v on v.appointment_id = a.id
 where a.trade = 'sitting' and (a.started_at is null) <> (v.id is null)
   and exists (select from users u join pet_owners o on o.user_id = u.id where o.id = a.pet_owner_id and u.erased_at is null)

union all
select 'a repeat has an appointment on a day on which it was paused', a.id, p.id
  from appointments a
  join sitting_details d on d.appointment_id = a.id
  join sitting_pauses p on p.request_id = d.request_id and d.day between p.start_date and p.end_date
 where a.status = 'confirmed' and a.started_at is null and a.absence_reported_at is null
   and p.resumed_at is null and a.starts_at > p.created_at
union all
select 'an appointment still stands whose day was made again after a pause', d.appointment_id, d.request_id
  from sitting_details d join appointments a on a.id = d.appointment_id
 where d.remade_at is not null and a.status <> 'cancelled'

union all
select 'a stay is the only booking with several cards, and only walks have routes', a.id, d.request_id
  from appointments a
  join sitting_details d on d.appointment_id = a.id
  join sitting_requests r on r.id = d.request_id
 where r.service_type <> 'hostel-checkin' and (select count(*) from sitting_visits v where v.appointment_id = a.id) > 1
    or r.service_type <> 'dog-walking' and exists (
         select from sitting_visits v join sitting_routes t on t.visit_id = v.id where v.appointment_id = a.id)

union all
select 'an incident is noted by someone else than the provider', i.id, i.appointment_id
  from incidents i join appointments a on a.id = i.appointment_id
 where a.provider_user_id <> i.author_user_id

union all
select 'a signed note’s medicines are not those of its prescription', n.id, p.id
  from visit_notes n
  left join prescriptions p on p.note_id = n.id
 where (n.signed_at is null and p.id is not null)
    or (n.signed_at is not null and
        (select coalesce(jsonb_agg(to_jsonb(m) - 'note_id' order by m.position), '[]')
           from visit_note_medicines m where m.note_id = n.id)
        <> (select coalesce(jsonb_agg(to_jsonb(l) - array['id', 'prescription_id'] order by l.position), '[]')
           from prescription_lines l where l.prescription_id = p.id))

union all
select 'a draft has an addendum', n.id, a.id
  from visit_notes n join visit_note_addenda a on a.note_id = n.id
 where n.signed_at is null

union all
select 'a vaccination comes from a note that nobody signed, or about another pet', v.id, n.id
  from pet_vaccinations v join visit_notes n on n.id = v.note_id
 where n.signed_at is null or n.pet_id <> v.pet_id

union all
select 'money is released while the owner’s claim is open', a.id, p.id
  from appointments a join payments p on p.appointment_id = a.id
 where a.absence_reported_at is not null and a.absence_answered_at is null
   and a.status in ('confirmed', 'completed', 'no_show') and p.payable_from is not null

union all
select 'money is released for what has not taken place', a.id, p.id
  from appointments a join payments p on p.appointment_id = a.id
 where a.status in ('pending', 'confirmed') and p.payable_from is not null

union all
select 'the ledger names a gateway that did not move the money', t.id, p.id
  from ledger_transfers t
  join payment_attempts a on a.id = coalesce(
    (select r.attempt_id from refunds r where r.id = t.source_id),
    (select d.attempt_id from payment_disputes d where d.id = t.source_id), t.source_id)
  join payments p on p.id = a.payment_id
 where t.gateway <> a.gateway or t.payment_id <> p.id

union all
select 'a payment names a gateway that none of its attempts was paid by', p.id, null
  from payments p
 where p.gateway is not null
   and not exists (select from payment_attempts a where a.payment_id = p.id and a.status = 'succeeded' and a.gateway = p.gateway)

union all
select 'the sessions of a package don’t add up', k.id, null
  from packages k
 where k.balance < 0 or k.sessions <> k.balance + k.gone + (
         select count(*) from package_uses u where u.package_id = k.id and u.state <> 'back')

union all
select 'a package and its payment contradict each other', k.id, p.id
  from packages k left join payments p on p.package_id = k.id
 where p.id is null
    or (k.status = 'active' and (p.completed_at is null or p.closed_at is not null))
    or (k.status in ('lapsed', 'returned', 'ended') and p.closed_at is null)
    or (k.paid_at is not null and p.completed_at is null)

union all
select 'a payment is not between the owner and the trainer of its package', p.id, k.id
  from payments p
  join packages k on k.id = p.package_id
  join pet_owners o on o.id = k.pet_owner_id
 where p.payer_user_id <> o.user_id or p.payee_user_id <> k.provider_user_id or p.amount <> k.price

union all
select 'a session was booked with a package of someone else, or is paid twice', a.id, k.id
  from package_uses u
  join appointments a on a.id = u.appointment_id
  join packages k on k.id = u.package_id
 where a.pet_owner_id <> k.pet_owner_id or a.provider_id <> k.provider_id
    or exists (select from payments p where p.appointment_id = a.id)

union all
select 'a session is open that its package doesn’t count as booked, or the other way round', a.id, u.id
  from package_uses u join appointments a on a.id = u.appointment_id
 where (a.status in ('pending', 'confirmed')) <> (u.state = 'booked')

union all
-- Support’s refunds may come from shares that were released before: the ledger then owes less than the shares say.
select 'more of a package is released than was paid and not refunded', p.id, null
  from payments p
 where p.package_id is not null and (select coalesce(sum(s.amount), 0) from payment_shares s where s.payment_id = p.id)
     > p.amount - greatest(0, coalesce(p.refund_due, 0) - (
         select coalesce(sum(r.amount), 0) from refunds r
          where r.payment_id = p.id and r.admin_id is not null and r.status not in ('closed', 'returned')))

union all
select 'a used session released nothing, or one that is not used did', u.id, s.id
  from package_uses u left join payment_shares s on s.id = u.id
 where (u.state = 'used') <> (s.id is not null)

union all
select 'a package that is over keeps money that is nobody’s', k.id, p.id
  from packages k join payments p on p.package_id = k.id
 where k.paid_at is not null and k.balance = 0
   and not exists (select from package_uses u where u.package_id = k.id and u.state = 'booked')
   and (select coalesce(sum(s.amount), 0) from payment_shares s where s.payment_id = p.id)
     < p.amount - greatest(coalesce(p.refund_due, 0), refunded_in_time(p.id))

union all
select 'money is released for a session while the owner’s claim is open', a.id, s.id
  from package_uses u join appointments a on a.id = u.appointment_id join payment_shares s on s.id = u.id
 where a.absence_reported_at is not null and a.absence_answered_at is null
   and a.status in ('confirmed', 'completed', 'no_show') and s.payable_from is not null

union all
select 'the stock of a variant is not the sum of its changes', v.id, null
  from product_variants v
 where v.stock <> (select coalesce(sum(c.delta), 0) from stock_changes c where c.variant_id = v.id)

union all
select 'sold and reserved stock does not match orders and checkouts', v.id, null
  from product_variants v
 where (select coalesce(sum(c.delta), 0) from stock_changes c
         where c.variant_id = v.id and c.reason in ('ordered', 'given_back', 'returned')
           -- Sellers note returns of their own too.
           and c.user_id is null)
   <> - (select coalesce(sum(r.quantity), 0) from stock_reservations r where r.variant_id = v.id)
      - (select coalesce(sum(l.quantity - coalesce((
            select sum(t.quantity) from returned_lines t where t.line_id = l.id and t.back_on_sale), 0)), 0)
          from order_lines l join order_parts s on s.id = l.part_id
          where l.variant_id = v.id
            -- Units that were cancelled before shipping, or came back undelivered, are back in stock.
            and not (s.status = 'cancelled' and (s.carrier is null or s.came_back)))

union all
select 'goods are on sale again that didn’t come back, or are medicines', t.return_id, t.line_id
  from returned_lines t join order_returns r on r.id = t.return_id join order_lines l on l.id = t.line_id
  left join product_variants v on v.id = l.variant_id left join products p on p.id = v.product_id
 where t.back_on_sale and (r.outcome is distinct from 'returned' or p.shelf = 'pharmacy')

union all
select 'a return is open while its part isn’t being returned, or the other way around', s.id, null
  from order_parts s
 where (s.status in ('return_asked', 'return_approved', 'return_refused', 'return_sent', 'return_missing'))
   <> exists (select from order_returns r where r.part_id = s.id and r.outcome is null)

union all
select 'a part counts as returned whose goods aren’t all back, or the other way around', s.id, null
  from order_parts s
 where (s.status = 'returned') <> (exists (select from order_returns r where r.part_id = s.id and r.outcome = 'returned')
   and not exists (select from order_lines l where l.part_id = s.id and l.kind = 'goods' and l.quantity > coalesce((
     select sum(t.quantity) from returned_lines t join order_returns r on r.id = t.return_id
      where t.line_id = l.id and r.outcome = 'returned'), 0)))

union all
select 'a line is returned more often than it was bought', l.id, l.part_id
  from order_lines l join returned_lines t on t.line_id = l.id
  join order_returns r on r.id = t.return_id and r.outcome is distinct from 'withdrawn'
 group by l.id having sum(t.quantity) > l.quantity

union all
select 'a return is of no goods, or of another part’s', r.id, r.part_id
  from order_returns r left join returned_lines t on t.return_id = r.id
  left join order_lines l on l.id = t.line_id and l.part_id = r.part_id and l.kind = 'goods'
 where l.id is null

union all
select 'returns give back more than their part cost', s.id, null
  from order_parts s join order_returns r on r.part_id = s.id
   and (r.outcome is null or r.outcome in ('returned', 'kept') or r.outcome = 'refused' and r.overruled_at is not null)
 group by s.id having sum(r.amount) > s.total

union all
select 'a return that an administrator has approved waits for no other', r.id, s.id
  from order_returns r join order_parts s on s.id = r.part_id
 where r.outcome = 'refused' and r.overruled_at is not null
   and s.status not in ('return_asked', 'return_approved', 'return_sent', 'return_missing')

union all
select 'a part owes its buyer something else than its returns', s.id, t.payment_id
  from order_parts s join payment_parts t on t.id = s.id
 where s.status <> 'cancelled' and t.refund_due <> (
   select coalesce(sum(r.amount), 0) from order_returns r where r.part_id = s.id and r.outcome in ('returned', 'kept'))

union all
select 'the shares of a coupon are not its discount', s.id, null
  from order_parts s
 where (select coalesce(sum(l.discount), 0) from order_lines l where l.part_id = s.id)
   <> (select coalesce(-sum(l.amount), 0) from order_lines l where l.part_id = s.id and l.kind = 'discount')

union all
select 'an order part’s lines do not sum to its total', s.id, s.order_id
  from order_parts s left join order_lines l on l.part_id = s.id
 group by s.id
having s.total <> coalesce(sum(l.amount), 0) or bool_or(l.amount <> l.price * l.quantity)

union all
select 'an order’s parts do not sum to the charged total', o.id, p.id
  from orders o left join payments p on p.order_id = o.id
 where o.total <> (select coalesce(sum(s.total), 0) from order_parts s where s.order_id = o.id)
    -- Nothing is paid before a pharmacist has approved it.
    or (o.pays = 'online' and exists (
          select from order_part_changes c join order_parts s on s.id = c.part_id
           where s.order_id = o.id and c.to_status in ('awaiting_payment', 'placed'))) <> (p.id is not null)
    or p.amount <> o.total
    or p.payer_user_id <> o.user_id

union all
select 'a payment’s parts are not those of its order', p.id, s.id
  from payments p
  join order_parts s on s.order_id = p.order_id
  left join payment_parts t on t.id = s.id and t.payment_id = p.id
 where t.id is null or t.amount <> s.total or t.payee_user_id <> s.seller_user_id

union all
select 'a line’s tax does not match its rate', l.id, s.id
  from order_lines l join order_parts s on s.id = l.part_id
 where l.igst <> case when s.is_interstate then round(l.amount * l.tax_rate / (100 + l.tax_rate)) else 0 end
    or l.cgst <> case when s.is_interstate then 0 else round(l.amount * l.tax_rate / (100 + l.tax_rate) / 2) end
    or (l.igst <> 0 and not s.is_interstate) or (l.cgst + l.sgst <> 0 and s.is_interstate)

union all
select 'a coupon was used more or less often than it counts', c.id, null
  from coupons c where c.used <> (select count(*) from orders o where o.coupon_id = c.id)

union all
select 'a coupon’s total discount differs from its orders’', c.id, null
  from coupons c where c.discounted <> (
    select coalesce(-sum(l.amount), 0) from orders o join order_parts s on s.order_id = o.id join order_lines l on l.part_id = s.id
     where o.coupon_id = c.id and l.kind = 'discount' and s.status <> 'cancelled')

union all
select 'coupons of support take off more than support may give away in 30 days', c.id, null
  from coupons c where c.support_set_at is not null and (
    select sum(coalesce(o.support_given, o.discounted
        + case when o.is_active then (o.most_uses - o.used) * coalesce(o.amount, o.most_discount)::bigint else 0 end))
      from coupons o where o.support_set_at > c.support_set_at - interval '30 days' and o.support_set_at <= c.support_set_at) > 1000000

union all
select 'an order has a coupon without a discount, or the other way around', o.id, o.coupon_id
  from orders o
 where (o.coupon_id is not null) <> (exists (
          select from order_lines l join order_parts s on s.id = l.part_id where s.order_id = o.id and l.kind = 'discount')
        and exists (select from order_parts s where s.order_id = o.id and s.status <> 'cancelled'))

union all
select 'a seller gets something else because of a coupon', s.id, t.payment_id
  from order_parts s join payment_parts t on t.id = s.id
  join lateral (select coalesce(-sum(l.amount) filter (where l.kind = 'discount'), 0) as discount,
      coalesce(sum(l.amount) filter (where l.kind = 'goods'), 0) as goods from order_lines l where l.part_id = s.id) l on true
 where t.commission not between -l.discount and l.goods - l.discount

union all
select 'money that went back is divided among parts of another order, or into more than it is', m.id, null
  from (
    select id, payment_id, amount from refunds where status = 'succeeded' or status = 'pending' and gateway_ref is not null
    union all select id, payment_id, amount from refund_grants where part_id is null
    union all select id, payment_id, amount from payment_disputes where status = 'lost') m
  right join refund_slices s on s.source_id = m.id
  join payment_parts t on t.id = s.part_id
 group by m.id, m.amount
having m.id is null or bool_or(t.payment_id <> m.payment_id) or sum(s.amount) > m.amount

union all
select 'what is owed back isn’t what is still to be sent', p.id, null
  from payments p
 where p.completed_at is not null
   and (select coalesce(-sum(e.amount), 0) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
         where t.payment_id = p.id and e.account = 'refundable')
    <> (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status in ('pending', 'failed'))

union all
select 'more of an order’s part is refunded than was paid for it', t.id, t.payment_id
  from payment_parts t
 where t.amount < (select sum(r.amount) from part_refunds r where r.part_id = t.id)

-- Leaves out payments with an offer of the operator's, which goes back to it in the end, and payouts, whose transfers have no payment.
union all
select 'a seller doesn’t have what is left of their parts', (array_agg(t.id))[1], t.payment_id
  from payment_parts t
  join payments p on p.id = t.payment_id
  join lateral (
    select a.id, a.captured from payment_attempts a where a.payment_id = p.id and a.status = 'succeeded'
     order by a.settled_at limit 1) paid on paid.captured >= p.amount
 where p.completed_at is not null
   -- Money that came too late never became the sellers'.
   and not exists (select from ledger_transfers l where l.kind = 'late_payment' and l.source_id = paid.id)
 group by t.payment_id, t.payee_user_id
having sum(left_to_seller(t)) <> (
     select -coalesce(sum(e.amount), 0) from ledger_transfers l join ledger_entries e on e.transfer_id = l.id
      where l.payment_id = t.payment_id and e.account = 'payable' and e.user_id = t.payee_user_id)

union all
select 'a payee doesn’t have what is left of a payment', p.id, null
  from payments p
  join lateral (
    select a.id, a.captured from payment_attempts a where a.payment_id = p.id and a.status = 'succeeded'
     order by a.settled_at limit 1) paid on paid.captured >= p.amount
  join lateral (
    select (select coalesce(sum(r.amount), 0) from refunds r
        where r.attempt_id = paid.id and r.status not in ('closed', 'returned'))
      + (select coalesce(sum(d.amount), 0) from payment_disputes d
        where d.attempt_id = paid.id and d.status = 'lost') as amount) r on true
 where p.completed_at is not null and p.payee_user_id is not null
   and not exists (select from ledger_transfers l where l.kind = 'late_payment' and l.source_id = paid.id)
   and greatest(0, p.amount - r.amount) <> (
     select -coalesce(sum(e.amount), 0) from ledger_transfers l join ledger_entries e on e.transfer_id = l.id
      where l.payment_id = p.id and e.account = 'payable')

union all
select 'more is to be sent back than is left', t.id, t.payment_id
  from payment_attempts t
  join lateral (
    select coalesce(sum(r.amount) filter (where r.status = 'succeeded' or r.status = 'pending' and r.gateway_ref is not null), 0) as gone,
      coalesce(sum(r.amount) filter (where r.status = 'failed' or r.status = 'pending' and r.gateway_ref is null), 0) as unsent,
      coalesce(sum(r.amount) filter (where r.status = 'pending' and r.gateway_ref is null), 0) as sending
      from refunds r where r.attempt_id = t.id) r on true
  join lateral (
    select coalesce(sum(d.amount) filter (where d.status = 'lost'), 0) as lost,
      coalesce(sum(d.amount) filter (where d.status = 'open'), 0) as open
      from payment_disputes d where d.attempt_id = t.id) d on true
 where r.unsent > greatest(0, t.captured - r.gone - d.lost)
    or r.sending > greatest(0, t.captured - r.gone - d.lost - d.open)

union all
select 'an order’s part and its payment contradict each other', s.id, p.id
  from order_parts s join payments p on p.order_id = s.order_id
 where (s.status not in ('awaiting_payment', 'cancelled') and p.completed_at is null)
    or (s.status = 'awaiting_payment' and p.closed_at is not null)

union all
select 'a medicine is sold in another way than its pharmacist approved', d.id, d.part_id
  from dispensed_lines d
  join order_parts s on s.id = d.part_id
  left join order_lines l on l.id = d.order_line_id
 where (s.status not in ('awaiting_prescription', 'cancelled') and
        (d.status not in ('approved', 'rejected') or d.status = 'approved' and l.quantity is distinct from d.quantity
          or d.status = 'rejected' and l.id is not null))
    or (d.status = 'approved' and d.batch is null
        and s.status not in ('awaiting_prescription', 'awaiting_payment', 'placed', 'cancelled'))

union all
select 'an autoship’s order is somebody else’s', t.order_id, t.autoship_id
  from autoship_turns t join autoships a on a.id = t.autoship_id join orders o on o.id = t.order_id
 where o.user_id <> a.user_id

union all
select 'an order part’s last step is not its status', s.id, null
  from order_parts s
  left join lateral (
    select to_status from order_part_changes where part_id = s.id order by sequence desc limit 1) c on true
 where c.to_status is distinct from s.status

union all
select 'an order’s money is released before the order is over', s.id, t.payment_id
  from order_parts s join payment_parts t on t.id = s.id
 where (t.payable_from is not null) <> (s.status in ('completed', 'returned'))

union all
select 'a product says something else than its variants', p.id, null
  from products p
  left join lateral (
    select min(price) as price_from, min(kilo_price) as kilo_price_from, count(*) as variant_count, coalesce(bool_or(stock > 0 and not is_past), false) as is_in_stock
      from product_variants where product_id = p.id and is_offered) v on true
 where (p.price_from, p.kilo_price_from, p.variant_count, p.is_in_stock)
   is distinct from (v.price_from, v.kilo_price_from, v.variant_count, v.is_in_stock)

union all
select 'a product’s stars are not those of its reviews', p.id, null
  from products p
 where p.star_counts <> array(
   select (select count(*)::integer from product_reviews r where r.product_id = p.id and r.rating = star and r.counts and r.removed_at is null)
     from generate_series(1, 5) star order by star)

union all
select 'a review counts, or doesn’t, against what became of its part', r.id, r.part_id
  from product_reviews r join order_parts s on s.id = r.part_id
 where not r.counts and s.status = 'completed' or r.counts and not exists (
   select from order_part_changes c where c.part_id = s.id and (c.to_status = 'completed' or c.to_status = 'delivered' and c.made_by = 'owner'))

union all
select 'a product is reviewed by somebody who never received it, or by its seller', r.id, r.part_id
  from product_reviews r
  join order_parts s on s.id = r.part_id
  join orders o on o.id = s.order_id
 where r.user_id <> o.user_id or r.seller_user_id <> s.seller_user_id or r.user_id = s.seller_user_id
    or not exists (select from order_part_changes c where c.part_id = s.id and c.to_status in ('delivered', 'completed'))
    or not exists (select from order_lines l join product_variants v on v.id = l.variant_id
                    where l.part_id = s.id and v.product_id = r.product_id)

union all
select 'a part was ordered at another time than its order', s.id, o.id
  from order_parts s join orders o on o.id = s.order_id where s.ordered_at <> o.placed_at

union all
select 'a seller’s part was placed without a time, or the other way around', s.id, null
  from order_parts s
 where (s.placed_at is not null) <> exists (
   select from order_part_changes c where c.part_id = s.id and c.to_status = 'placed')

union all
select 'a product is listed that is hidden or of a seller who may not sell, or is missing', p.id, s.id
  from products p join sellers s on s.id = p.seller_id
 where p.is_listed <> (p.state = 'listed' and p.hidden_at is null and p.variant_count > 0 and s.can_sell)

union all
select 'a task is assigned to somebody who doesn’t help with its pet', t.id, t.assignee_id
  from tasks t
 where t.assignee_id <> t.user_id and not exists (
   select from household_members m join household_pets h on h.household_member_id = m.id
    where m.user_id = t.user_id and m.member_id = t.assignee_id and m.state = 'joined' and h.pet_id = t.pet_id)
