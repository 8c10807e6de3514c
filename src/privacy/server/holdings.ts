import { type RawBuilder, sql } from 'kysely'
import { calendarTables } from '#/booking/server/index.ts'
import { trades } from '#/booking/trades.ts'
import type { DB } from '#/kernel/server/schema.ts'
import { heldColumns } from './held-columns.ts'

type Table = keyof DB & string

/** A table's rows about a person; the table has the alias `t`. */
export type Holding = {
  table: Table
  /** The side that sees the rows, if two people share them: each has its own holding. */
  side?: 'provider' | 'caregiver'
  /** The columns that identify a person's rows. */
  by: readonly string[]
  whose(userId: string): RawBuilder<boolean>
  /** Columns left out: secrets, data that the other side doesn't share, and things said in confidence. */
  omit?: readonly string[]
  /** Columns that pages hide in some rows. */
  hidden?: readonly { columns: readonly string[]; when(userId: string): RawBuilder<boolean> }[]
  /** A sealed column, opened as `name` in the archive. */
  sealed?: { column: string; purpose: string; name: string }
}

export const nameOf = ({ table, side }: Holding): string => (side ? `${table}_as_${side}` : table)

/** Returns the columns that go out. A test fails on a column that is neither listed nor left out. */
export const columnsOf = (holding: Holding): readonly string[] => heldColumns[nameOf(holding)] ?? []

const own = (table: Table, omit?: readonly string[]): Holding => ({
  table,
  by: ['user_id'],
  whose: (userId) => sql`t.user_id = ${userId}`,
  ...(omit && { omit }),
})

/** Rows below a person's record: `column` points at `record`, which has a `user_id`. */
const through = (table: Table, column: string, record: Table): Holding => ({
  table,
  by: [column],
  whose: (userId) =>
    sql`t.${sql.ref(column)} in (select r.id from ${sql.table(record)} r where r.user_id = ${userId})`,
})

const breaksOf = (table: Table, schedules: Table, column: string, record: Table): Holding => ({
  table,
  by: ['schedule_id'],
  whose: (userId) => sql`t.schedule_id in (
    select s.id from ${sql.table(schedules)} s join ${sql.table(record)} r on r.id = s.${sql.ref(column)}
    where r.user_id = ${userId})`,
})

const ofSellersProduct = (userId: string) => sql<boolean>`t.product_id in (
  select p.id from products p join sellers s on s.id = p.seller_id where s.user_id = ${userId})`

/** Rows about payments made by the person. */
const ofPayer = (table: Table, omit: readonly string[] = []): Holding => ({
  table,
  by: ['payment_id'],
  whose: (userId) => sql`t.payment_id in (select p.id from payments p where p.payer_user_id = ${userId})`,
  omit,
})

/** Rows about payments made to the person. */
const ofPayee = (table: Table, omit: readonly string[]): Holding => ({
  table,
  side: 'provider',
  by: ['payment_id'],
  whose: (userId) => sql`t.payment_id in (select p.id from payments p where p.payee_user_id = ${userId})`,
  omit,
})

/** Leaves out refunds that nobody is shown before the payer's bank has decided. */
const withoutWaiting = (holding: Holding): Holding => ({
  ...holding,
  whose: (userId) => sql`${holding.whose(userId)} and not t.waits`,
})
/** A seller's share of refunds that name no part, and what they were told about it; `refund_slices` has the amounts. */
const untold = ['unplaced', 'unplaced_told', 'unplaced_at']

/** Parts of orders that the person sold, once they were paid. */
const isSold = (userId: string) =>
  sql`select s.id from order_parts s where s.seller_user_id = ${userId} and s.placed_at is not null`
const isBought = (userId: string) =>
  sql`select s.id from order_parts s join orders o on o.id = s.order_id where o.user_id = ${userId}`

/** Rows of an order part, which both its sides hold. */
const ofOrderParts = (table: Table): Holding => ({
  table,
  by: ['part_id'],
  whose: (userId) => sql`t.part_id in (${isBought(userId)} union all ${isSold(userId)})`,
})

const ofReturns = (table: Table): Holding => ({
  table,
  by: ['return_id'],
  whose: (userId) =>
    sql`t.return_id in (select r.id from order_returns r where r.part_id in (${isBought(userId)} union all ${isSold(userId)}))`,
})

const isOwner = (userId: string) =>
  sql<boolean>`t.pet_owner_id in (select o.id from pet_owners o where o.user_id = ${userId})`
const isProvider = (userId: string) => sql<boolean>`t.provider_user_id = ${userId}`
const ofProvider = (userId: string) =>
  sql<boolean>`t.provider_id in (select p.id from providers p where p.user_id = ${userId})`

/** Tells whether `reader` had blocked the other side of appointment `t` by then: later messages are not shown to them. */
const wasBlocked = (
  reader: string,
  writer: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
) => sql<boolean>`exists (
  select from message_blocks b where b.blocker_id = ${reader} and b.blocked_id = ${writer} and b.created_at <= ${since})`
const ownerOf = sql`(select o.user_id from pet_owners o where o.id = t.pet_owner_id)`
const providerOf = sql`(select p.user_id from providers p where p.id = t.provider_id)`
const proposerOf = sql`(select a.provider_user_id from appointments a where a.id = t.appointment_id)`
const ownerOfPet = sql`(
  select o.user_id from pets p join pet_owners o on o.id = p.owner_id where p.id = t.pet_id)`
const closedAt = sql`coalesce(t.cancelled_at, t.updated_at)`

const ofAppointments = (table: Table): Holding => ({
  table,
  by: ['appointment_id'],
  whose: (userId) => sql`t.appointment_id in (
    select a.id from appointments a
     where a.provider_user_id = ${userId}
        or a.pet_owner_id = (select o.id from pet_owners o where o.user_id = ${userId}))`,
})

const ofSitter = (userId: string) =>
  sql<boolean>`t.sitter_id in (select s.id from pet_sitters s where s.user_id = ${userId})`

const ofRequests = (table: Table): Holding => ({
  table,
  by: ['request_id'],
  whose: (userId) => sql`t.request_id in (
    select r.id from sitting_requests r
      join pet_owners o on o.id = r.pet_owner_id join pet_sitters s on s.id = r.sitter_id
     where o.user_id = ${userId} or s.user_id = ${userId})`,
})

const ofOwnersBooking = (userId: string) => sql<boolean>`t.appointment_id in (
  select a.id from appointments a join pet_owners o on o.id = a.pet_owner_id where o.user_id = ${userId})`
const ofSittersBooking = (userId: string) => sql<boolean>`t.appointment_id in (
  select a.id from appointments a where a.trade = 'sitting' and a.provider_user_id = ${userId})`

/** Owners see a card once it is sent, or when nothing can be written to it any more. */
const isUnsent = sql<boolean>`t.sent_at is null and not exists (
  select from appointments a where a.id = t.appointment_id and a.ends_at <= now() - interval '1 day')`
const sitterOf = sql`(select a.provider_user_id from appointments a where a.id = t.appointment_id)`

/** Parts of visit cards: the owner gets them once a card is shown, the sitter at once. */
const ofCards = (table: Table, isShown: RawBuilder<boolean> = sql`true`): Holding[] => [
  {
    table,
    by: ['visit_id'],
    whose: (userId) => sql`t.visit_id in (
      select v.id from sitting_visits v join appointments a on a.id = v.appointment_id
        join pet_owners o on o.id = a.pet_owner_id
       where o.user_id = ${userId} and (v.sent_at is not null or a.ends_at <= now() - interval '1 day') and ${isShown})`,
  },
  {
    table,
    side: 'provider',
    by: ['visit_id'],
    whose: (userId) => sql`t.visit_id in (
      select v.id from sitting_visits v join appointments a on a.id = v.appointment_id
       where a.provider_user_id = ${userId})`,
  },
]

const ofPackages = (table: Table): Holding => ({
  table,
  by: ['package_id'],
  whose: (userId) => sql`t.package_id in (
    select k.id from packages k join pet_owners o on o.id = k.pet_owner_id
     where o.user_id = ${userId} or (k.provider_user_id = ${userId} and k.paid_at is not null))`,
})

const aboutPetOf = (userId: string) => sql<boolean>`t.pet_id in (
  select p.id from pets p join pet_owners o on o.id = p.owner_id where o.user_id = ${userId})`

const ofNotes = (table: Table): Holding => ({
  table,
  by: ['note_id'],
  whose: (userId) => sql`t.note_id in (
    select n.id from visit_notes n join pets p on p.id = n.pet_id join pet_owners o on o.id = p.owner_id
     where n.author_user_id = ${userId} or (n.signed_at is not null and o.user_id = ${userId}))`,
})

/** All data about a person, by table. A test walks the schema and reports what is missing. */
export const holdings: readonly Holding[] = [
  // `email` may be a placeholder; a real address is in `contact_email` too.
  {
    table: 'users',
    by: ['id'],
    whose: (userId) => sql`t.id = ${userId}`,
    // Only admins see the reason for a suspension.
    omit: ['email', 'suspended_reason'],
  },
  { table: 'profiles', by: ['id'], whose: (userId) => sql`t.id = ${userId}` },
  own('accounts', ['password', 'access_token', 'refresh_token', 'id_token']),
  own('sessions', ['token']),
  own('api_tokens', ['token_hash']),
  own('mailed_links', ['token_hash']),
  own('uploads'),
  own('pet_owners'),
  through('pets', 'owner_id', 'pet_owners'),
  {
    table: 'pet_vaccinations',
    by: ['pet_id'],
    whose: (userId) => sql`t.pet_id in (
      select p.id from pets p join pet_owners o on o.id = p.owner_id where o.user_id = ${userId})`,
  },
  // Leaves out only what the search derives from the other columns.
  own('providers', [
    'searched',
    'skills',
    'location_key',
    'position',
    'rating_gap',
    'price_or_last',
    'can_be_found',
    'is_placed',
    'night_price_or_last',
    'fit_gap',
    'traits',
    'experience_years',
    'max_pets',
  ]),
  ...Object.values(calendarTables).flatMap(({ providers, schedules, breaks, holidays, providerId }) => [
    own(providers),
    through(schedules, providerId, providers),
    breaksOf(breaks, schedules, providerId, providers),
    through(holidays, providerId, providers),
  ]),
  own('pharmacists'),
  own('sellers'),
  own('carts'),
  own('cart_lines'),
  own('cart_merges'),
  own('checkouts'),
  {
    table: 'stock_reservations',
    by: ['checkout_id'],
    whose: (userId) => sql`t.checkout_id in (select c.id from checkouts c where c.user_id = ${userId})`,
  },
  own('reservation_starts'),
  own('autoships'),
  {
    table: 'autoship_turns',
    by: ['autoship_id'],
    whose: (userId) => sql`t.autoship_id in (select a.id from autoships a where a.user_id = ${userId})`,
  },
  own('orders', ['phone_key']),
  {
    table: 'order_parts',
    by: ['order_id'],
    whose: (userId) => sql`t.id in (${isBought(userId)})`,
  },
  {
    table: 'order_parts',
    side: 'provider',
    by: ['seller_user_id', 'seller_id'],
    whose: (userId) => sql`t.id in (${isSold(userId)})`,
  },
  ofOrderParts('order_lines'),
  ofOrderParts('order_part_changes'),
  ofOrderParts('order_returns'),
  ofReturns('returned_lines'),
  ofReturns('return_photos'),
  own('given_prescriptions'),
  {
    // Only the browser knows what its tabs are called.
    table: 'dispensings',
    by: ['part_id'],
    whose: (userId) => sql`t.part_id in (${isBought(userId)} union all ${isSold(userId)})`,
    omit: ['held_by'],
  },
  ofOrderParts('dispensed_lines'),
  // Leaves out only what the search derives from the other columns.
  {
    table: 'products',
    by: ['seller_id', 'seller_record'],
    whose: (userId) => sql`t.seller_id in (select id from sellers where user_id = ${userId})`,
    omit: [
      'listed_seconds',
      'name_words',
      'rank_cheapest',
      'rank_dearest',
      'rank_kilo',
      'rank_newest',
      'rank_rated',
      'searched',
      'title_words',
      'traits',
      'words',
    ],
  },
  { table: 'product_variants', by: ['product_id', 'seller_id'], whose: ofSellersProduct },
  {
    table: 'stock_changes',
    by: ['variant_id', 'user_id'],
    whose: (userId) => sql`t.variant_id in (select v.id from product_variants v
      join products p on p.id = v.product_id
      join sellers s on s.id = p.seller_id where s.user_id = ${userId})`,
  },
  {
    ...own('product_reviews', [
      'complained_at',
      'seller_user_id',
      'removed_by',
      'reply_removed_by',
      'reply_removal_reason',
    ]),
    hidden: [{ columns: ['reply', 'replied_at'], when: () => sql`t.reply_removed_at is not null` }],
  },
  {
    table: 'product_reviews',
    side: 'provider',
    by: ['seller_user_id'],
    whose: (userId) => sql`t.seller_user_id = ${userId}`,
    // Sellers see first names only, and not which order it was.
    omit: ['user_id', 'part_id', 'complained_at', 'removed_by', 'reply_removed_by', 'removal_reason'],
    hidden: [{ columns: ['rating', 'feedback', 'edited_at'], when: () => sql`t.removed_at is not null` }],
  },
  {
    ...own('suppliers', ['bank_details_sealed']),
    sealed: { column: 'bank_details_sealed', purpose: 'bank details', name: 'bank_details' },
  },
  own('verification_changes', ['admin_id']),
  own('verification_proposals'),
  own('verification_documents'),
  {
    table: 'appointments',
    by: ['pet_owner_id'],
    whose: isOwner,
    hidden: [
      {
        columns: ['closing_reason'],
        when: (userId) =>
          sql`(t.status = 'declined' or t.cancelled_by = 'provider') and ${wasBlocked(userId, providerOf, closedAt)}`,
      },
    ],
  },
  {
    table: 'appointments',
    side: 'provider',
    by: ['provider_user_id'],
    whose: isProvider,
    omit: ['terms_accepted_at'],
    // The owner's number and home, which a provider sees once the appointment is confirmed; the home until 14 days after it.
    hidden: [
      {
        columns: ['contact_link'],
        when: () => sql`t.status not in ('confirmed', 'completed', 'no_show')`,
      },
      {
        columns: ['address'],
        when: () =>
          sql`t.status not in ('confirmed', 'completed', 'no_show') or t.ends_at <= now() - interval '14 days'`,
      },
      {
        columns: ['closing_reason'],
        when: (userId) => sql`t.cancelled_by = 'owner' and ${wasBlocked(userId, ownerOf, closedAt)}`,
      },
    ],
  },
  ofAppointments('appointment_pets'),
  {
    ...ofAppointments('appointment_proposals'),
    hidden: [{ columns: ['note'], when: (userId) => wasBlocked(userId, proposerOf, sql`t.proposed_at`) }],
  },
  ...trades.map((trade) => ofAppointments(`${trade}_details`)),
  { table: 'sitting_requests', by: ['pet_owner_id'], whose: isOwner },
  {
    table: 'sitting_requests',
    side: 'provider',
    by: ['sitter_id'],
    whose: ofSitter,
    // The other sitters that the owner asked, and how the owner pays.
    omit: ['batch_id', 'payment_method_id'],
    // A sitter who hasn't accepted doesn't see whom to call, nor where to come.
    hidden: [
      {
        columns: ['emergency_name', 'emergency_phone', 'location', 'special_care_instructions'],
        when: () => sql`t.accepted_at is null`,
      },
    ],
  },
  {
    table: 'meet_greets',
    by: ['pet_owner_id'],
    whose: isOwner,
    hidden: [
      {
        columns: ['place'],
        when: () => sql`t.kind not in ('public', 'owners_home') and t.status <> 'agreed'`,
      },
    ],
  },
  {
    table: 'meet_greets',
    side: 'provider',
    by: ['sitter_id'],
    whose: ofSitter,
    hidden: [{ columns: ['place'], when: () => sql`t.kind = 'owners_home' and t.status <> 'agreed'` }],
  },
  {
    table: 'meet_greet_pets',
    by: ['meet_greet_id'],
    whose: (userId) => sql`t.meet_greet_id in (
      select m.id from meet_greets m
        join pet_owners o on o.id = m.pet_owner_id join pet_sitters s on s.id = m.sitter_id
       where o.user_id = ${userId} or s.user_id = ${userId})`,
  },
  ofRequests('sitting_gaps'),
  ofRequests('sitting_pauses'),
  {
    table: 'sitting_moves',
    by: ['appointment_id'],
    whose: (userId) => sql`(${ofOwnersBooking(userId)} or ${ofSittersBooking(userId)})`,
  },
  {
    table: 'sitting_visits',
    by: ['appointment_id'],
    whose: ofOwnersBooking,
    hidden: [
      {
        columns: ['note', 'note_written_at', 'note_entry_id', 'note_arrived_at', 'route_removed_at'],
        when: (userId) => sql`(${isUnsent})
          or ${wasBlocked(userId, sitterOf, sql`coalesce(t.sent_at, 'infinity')`)}`,
      },
    ],
  },
  { table: 'sitting_visits', side: 'provider', by: ['appointment_id'], whose: ofSittersBooking },
  ...ofCards('sitting_taps'),
  ...ofCards(
    'sitting_photos',
    sql`not exists (select from message_blocks b where b.blocker_id = o.user_id
          and b.blocked_id = a.provider_user_id and b.created_at <= coalesce(v.sent_at, 'infinity'))`,
  ),
  ...ofCards('sitting_routes', sql`v.stopped_at is not null`),
  {
    table: 'ratings',
    by: ['pet_owner_id'],
    whose: isOwner,
    omit: ['removed_by', 'reply_removed_by', 'reply_removal_reason'],
    hidden: [
      { columns: ['reply', 'replied_at'], when: () => sql`t.reply_removed_at is not null` },
      { columns: ['reply'], when: (userId) => wasBlocked(userId, providerOf, sql`t.replied_at`) },
    ],
  },
  {
    table: 'ratings',
    side: 'provider',
    by: ['provider_id'],
    whose: ofProvider,
    omit: ['removed_by', 'reply_removed_by', 'removal_reason'],
    hidden: [
      { columns: ['rating', 'feedback', 'edited_at'], when: () => sql`t.removed_at is not null` },
      {
        columns: ['feedback'],
        when: (userId) => wasBlocked(userId, ownerOf, sql`coalesce(t.edited_at, t.created_at)`),
      },
    ],
  },
  {
    table: 'appointment_changes',
    by: ['actor_user_id'],
    whose: (userId) => sql`t.actor_user_id = ${userId}`,
    omit: ['admin_id'],
  },
  own('booking_waits'),
  { table: 'package_offers', by: ['provider_user_id'], whose: isProvider },
  { table: 'packages', by: ['pet_owner_id'], whose: isOwner },
  {
    table: 'packages',
    side: 'provider',
    by: ['provider_user_id'],
    // Trainers hear of a purchase once it is paid.
    whose: (userId) => sql`t.provider_user_id = ${userId} and t.paid_at is not null`,
    omit: ['reminded_days'],
  },
  ofPackages('package_uses'),
  ofPackages('package_changes'),
  own('payment_methods', ['gateway_ref']),
  own('payment_setups', ['gateway_ref', 'url']),
  {
    table: 'payments',
    by: ['payer_user_id'],
    whose: (userId) => sql`t.payer_user_id = ${userId}`,
  },
  {
    table: 'payments',
    side: 'provider',
    by: ['payee_user_id'],
    whose: (userId) => sql`t.payee_user_id = ${userId}`,
    // The payment method, the failure and the receipt are the payer's business.
    omit: ['method_label', 'payment_method', 'failure', 'receipt_number'],
  },
  ofPayer('charges'),
  ofPayer('payment_attempts', ['gateway_ref', 'url']),
  withoutWaiting(
    ofPayer('refunds', [
      'gateway_ref',
      'grant_id',
      'admin_id',
      'handed_over_at',
      'is_from_dashboard',
      'covers',
      'waits',
    ]),
  ),
  ofPayer('refund_grants', ['admin_id']),
  ofOrderParts('refund_slices'),
  ofPayer('payment_disputes', ['round', 'gateway_ref', 'refund_ref']),
  // Commission and payout are between the operator and the seller.
  ofPayer('payment_parts', ['commission', 'commissionable', 'payable_from', ...untold]),
  {
    table: 'payment_parts',
    side: 'provider',
    by: ['payee_user_id'],
    whose: (userId) => sql`t.id in (${isSold(userId)})`,
    omit: untold,
  },
  // A payee sees nothing of the methods the payer tried, so no charges or attempts.
  withoutWaiting(
    ofPayee('refunds', [
      'gateway_ref',
      'admin_id',
      'attempt_id',
      'failure',
      'tries',
      'looked_at',
      'handed_over_at',
      'paid_by_hand',
      'part_id',
      'grant_id',
      'is_from_dashboard',
      'covers',
      'waits',
    ]),
  ),
  ofPayee('payment_disputes', ['round', 'gateway_ref', 'refund_ref', 'attempt_id', 'part_id']),
  ofPayee('payment_shares', []),
  own('payouts'),
  own('ledger_entries'),
  {
    // The owner doesn't see a provider's draft yet.
    table: 'visit_notes',
    by: ['pet_id', 'author_user_id'],
    whose: (userId) =>
      sql`t.author_user_id = ${userId} or (t.signed_at is not null and ${aboutPetOf(userId)})`,
  },
  ofNotes('visit_note_medicines'),
  ofNotes('visit_note_vaccinations'),
  ofNotes('visit_note_homework'),
  ofNotes('visit_note_files'),
  ofNotes('visit_note_addenda'),
  {
    // Only admins see who removed it.
    table: 'incidents',
    by: ['pet_id', 'author_user_id'],
    whose: (userId) => sql`t.author_user_id = ${userId} or ${aboutPetOf(userId)}`,
    omit: ['removed_by'],
    hidden: [
      {
        columns: ['answer'],
        when: (userId) =>
          sql`t.author_user_id = ${userId} and ${wasBlocked(userId, ownerOfPet, sql`t.answered_at`)}`,
      },
    ],
  },
  {
    table: 'incident_addenda',
    by: ['incident_id'],
    whose: (userId) => sql`t.incident_id in (
      select i.id from incidents i join pets p on p.id = i.pet_id join pet_owners o on o.id = p.owner_id
       where i.author_user_id = ${userId} or o.user_id = ${userId})`,
  },
  {
    table: 'visit_pictures',
    by: ['pet_id', 'appointment_id'],
    whose: (userId) => sql`${aboutPetOf(userId)} or t.appointment_id in (
      select a.id from appointments a where a.provider_user_id = ${userId})`,
  },
  { table: 'prescriptions', by: ['pet_id'], whose: aboutPetOf },
  {
    table: 'prescription_lines',
    by: ['prescription_id'],
    whose: (userId) => sql`t.prescription_id in (
      select c.id from prescriptions c join pets p on p.id = c.pet_id join pet_owners o on o.id = p.owner_id
       where o.user_id = ${userId})`,
  },
  own('visit_note_links', ['token_hash']),
  own('notifications'),
  own('user_notification_reads'),
  own('user_cleared_notifications'),
  own('notification_choices'),
  own('unmailed_notices'),
  own('notification_timing'),
  own('waiting_notices'),
  own('push_subscriptions', ['endpoint', 'p256dh', 'auth']),
  own('contact_messages', ['answered_by']),
  own('support_tickets'),
  {
    table: 'support_ticket_messages',
    by: ['ticket_id'],
    whose: (userId) => sql`t.ticket_id in (select s.id from support_tickets s where s.user_id = ${userId})`,
    omit: ['admin_id'],
  },
  {
    table: 'support_ticket_files',
    by: ['message_id'],
    whose: (userId) => sql`t.message_id in (
      select m.id from support_ticket_messages m join support_tickets s on s.id = m.ticket_id
       where s.user_id = ${userId})`,
  },
  own('service_wishes'),
  // Left out is only what the database makes of the other columns, who removed it, and that somebody complained.
  own('pet_reports', [
    'position',
    'is_active',
    'pet_picture_url',
    'removed_by',
    'complained_at',
    'noticed_at',
  ]),
  own('pet_report_entries'),
  own('injured_reports', ['follow_hash', 'notice_id']),
  own('pet_report_followers'),
  // Left out is only what the database makes of the other columns, and who caused the alerts.
  own('alert_places', ['position', 'alerted_by']),
  own('pet_report_complaints'),
  own('product_review_complaints'),
  {
    table: 'pet_report_contacts',
    by: ['reporter_id', 'helper_id'],
    whose: (userId) => sql`(t.reporter_id = ${userId} or t.helper_id = ${userId})`,
  },
  own('tasks', ['source_count']),
  own('task_ticks'),
  own('household_members', ['token_hash']),
  {
    table: 'household_members',
    side: 'caregiver',
    by: ['member_id'],
    whose: (userId) => sql`t.member_id = ${userId}`,
    omit: ['token_hash', 'mails'],
  },
  {
    table: 'household_pets',
    by: ['household_member_id'],
    whose: (userId) => sql`t.household_member_id in (
      select m.id from household_members m
       where m.user_id = ${userId} or (m.member_id = ${userId} and m.state = 'joined'))`,
  },
  own('message_readers'),
  ...(['message_threads', 'messages'] as const).map((table): Holding => {
    const column = table === 'messages' ? 'thread_id' : 'id'
    return {
      table,
      by: [column],
      whose: (userId) =>
        sql`t.${sql.ref(column)} in (select r.thread_id from message_readers r where r.user_id = ${userId})`,
      // Only admins see whether a message looks like contact details.
      ...(table === 'messages' && { omit: ['has_contact'] }),
    }
  }),
  {
    table: 'message_pictures',
    by: ['message_id'],
    whose: (userId) => sql`t.message_id in (
      select m.id from messages m join message_readers r on r.thread_id = m.thread_id where r.user_id = ${userId})`,
  },
  { table: 'message_blocks', by: ['blocker_id'], whose: (userId) => sql`t.blocker_id = ${userId}` },
  { table: 'buyer_blocks', by: ['seller_user_id'], whose: (userId) => sql`t.seller_user_id = ${userId}` },
  {
    table: 'message_reports',
    by: ['reporter_id'],
    whose: (userId) => sql`t.reporter_id = ${userId}`,
    omit: ['resolved_by', 'conclusion'],
  },
]

/** Columns that lead to a person but are left out on purpose, with the reason. */
export const excused: Readonly<Record<string, string>> = {
  'given_prescriptions.pet_id': 'a prescription is found by the person who gave it',
  'given_prescriptions.upload_id': 'a prescription is found by the person who gave it',
  'given_prescriptions.note_prescription_id': 'a prescription is found by the person who gave it',
  'dispensings.held_by': 'the browser’s own name for a tab',
  'dispensed_lines.prescription_id': 'found by the part of the order',
  'dispensed_lines.product_id': 'what was ordered; the part of the order is in the archive',
  'dispensed_lines.order_line_id': 'what was ordered; the part of the order is in the archive',
  'product_reviews.product_id': 'a review is found by who wrote it and whose product it is about',
  'product_reviews.part_id': 'a review is found by who wrote it and whose product it is about',
  'returned_lines.line_id': 'what was ordered; the part of the order is in the archive',
  'return_photos.upload_id': 'found by the return, the file by the person',
  'order_lines.variant_id': 'what was ordered; the part of the order is in the archive',
  'stock_reservations.variant_id': 'what is reserved; the checkout is in the archive',
  'reservation_starts.variant_id': 'found by the person',
  'coupons.seller_id': 'the operator’s coupon, which only says whose products it counts for',
  'orders.checkout_id': 'names a checkout that is over, so that its order is placed once',
  'payments.order_id': 'the order’s payment, in the archive by its payer and payees',
  'refund_slices.source_id': 'what the parts of an order bear of it, found by the part',
  'refund_grants.attempt_id': 'found by the payment',
  'refund_grants.part_id': 'the part of an order that it is for, in the archive by its payment',
  'refunds.grant_id': 'why it was made, in the archive by its payment',
  'payment_disputes.part_id': 'the part of an order that it is about, in the archive by its payment',
  'refunds.part_id': 'the part of an order that it is for, in the archive by its payment',
  'calendar_holds.provider_user_id': 'the same times are in the appointments',
  'calendar_holds.appointment_id': 'the same times are in the appointments',
  'calendar_holds.proposed_for': 'the same times are in the proposals',
  'appointments.trade': 'an appointment with a provider is found by their account',
  'appointments.provider_id': 'an appointment with a provider is found by their account',
  'appointment_pets.pet_id': 'found by the appointment',
  'veterinary_details.schedule_id': 'found by the appointment',
  'appointments.series_id': 'an appointment is found by its owner and its provider',
  'ratings.series_id': 'a rating is found by its owner and its provider',
  'ratings.appointment_id': 'a rating is found by its owner and its provider',
  'user_notification_reads.notification_id': 'a mark is found by the person',
  'push_subscriptions.session_id': 'a subscription is found by the person',
  'waiting_notices.notification_id': 'a waiting notice is found by the person',
  'booking_waits.provider_id': 'a wait is found by the person',
  'appointment_changes.appointment_id': 'the appointments show their state',
  'verification_changes.record_id': 'found by the person',
  'verification_proposals.record_id': 'found by the person',
  'verification_documents.record_id': 'found by the person',
  'verification_documents.upload_id': 'found by the person',
  'admin_audit_log.subject_id': 'the log in which admins answer for what they did; nobody can change it',
  'admin_audit_log.user_id': 'the same changes are in verification_changes, found by the person',
  'support_tickets.booking_id': 'a ticket is found by the person',
  'support_tickets.order_id': 'a ticket is found by the person',
  'support_ticket_files.upload_id': 'found by the ticket it belongs to',
  'messages.sender_id': 'a message is found by its thread, whichever side wrote it',
  'message_pictures.upload_id': 'found by the message it belongs to, the file by the person',
  'message_threads.booking_id': 'a thread is found by its two sides',
  'message_threads.contact_id': 'a thread is found by its two sides',
  'message_threads.meet_greet_id': 'a thread is found by its two sides',
  'message_threads.subject_id': 'a thread is found by its two sides',
  'message_blocks.blocked_id': 'nobody is told who has blocked them',
  'buyer_blocks.buyer_id': 'nobody is told who has blocked them',
  'message_readers.thread_id': 'found by the person',
  'message_reports.thread_id': 'found by who made the report',
  'message_reports.appointment_id': 'found by who made the report',
  'message_reports.reported_id': 'who reported them has said it in confidence',
  'message_reports.message_id': 'found by who made the report',
  'message_reports.provider_id': 'found by who made the report',
  'pet_vaccinations.note_id': 'a vaccination is found by its pet',
  'visit_notes.booking_id': 'a note is found by its pet and its author',
  'incidents.appointment_id': 'an incident is found by its pet and its author',
  'visit_picture_news.appointment_id': 'only that a notification was sent; its text is in the notification',
  'visit_pictures.upload_id': 'found by the pet, the file by the person',
  'visit_note_files.upload_id': 'found by the note it belongs to',
  'visit_note_links.note_id': 'a link is found by the person who made it',
  'prescriptions.note_id': 'a prescription is found by its pet',
  'pet_vaccinations.certificate_id': 'a vaccination is found by its pet, the file by the person',
  'notifications.related_report_id': 'found by the person',
  'tasks.pet_id': 'found by the person',
  'tasks.assignee_id': 'found by the person whose list it is on',
  'tasks.vaccination_id': 'found by the person',
  'tasks.note_id': 'found by the person',
  'tasks.course_line_id': 'found by the person',
  'tasks.refill_line_id': 'found by the person',
  'task_ticks.task_id': 'found by the person',
  'household_pets.pet_id': 'found by the member',
  'task_ticks.ticked_by': 'found by the person whose list it is on',
  'pet_reports.pet_id': 'found by the person',
  'injured_reports.notice_id': 'found by the person',
  'injured_reports.id': 'found by the person',
  'injured_notices.report_id': 'which rescuers got the report; nothing about the person',
  'autoships.variant_id': 'found by the person',
  'autoships.payment_method_id': 'found by the person',
  'autoships.prescription_id': 'found by the person',
  'autoship_turns.order_id': 'found by the autoship',
  'cart_lines.variant_id': 'found by the person',
  'cart_merges.guest_cart': 'found by the person',
  'pet_report_entries.report_id': 'an entry is found by who wrote it',
  'pet_report_entries.photo_id': 'found by the entry, the file by the person',
  'pet_report_followers.report_id': 'found by the person',
  'pet_report_contacts.report_id': 'found by its two sides',
  'product_review_contacts.product_id':
    'a keyed hash of a confirmed address or number, so that nobody reviews a product with it from another account',
  'product_review_contacts.review_id': 'found by the review',
  'coupon_uses.order_id':
    'a keyed hash of a confirmed address or number, so that a coupon’s limit holds in the next account',
  'product_review_complaints.review_id': 'found by the person',
  'pet_report_complaints.report_id': 'found by the person',
  'pet_report_complaints.entry_id': 'found by the person',
  'appointment_reminders.appointment_id': 'only that a reminder was sent; its text is in the notification',
  'payments.appointment_id': 'a payment is found by who paid and who is paid',
  'payments.package_id': 'a payment is found by who paid and who is paid',
  'packages.offer_id': 'a package is found by its owner and its trainer',
  'packages.trade': 'a package is found by its owner and its trainer',
  'package_offers.trade': 'found by the person',
  'packages.provider_id': 'a package is found by its owner and its trainer',
  'package_offers.provider_id': 'found by the person',
  'package_uses.appointment_id': 'a use is found by its package',
  'sitting_requests.payment_method_id': 'a request is found by its owner and its sitter',
  'sitting_requests.batch_id': 'a request is found by its owner and its sitter',
  'sitting_details.request_id': 'found by the appointment',
  'sitting_gaps.pause_id': 'found by the request',
  'sitting_taps.pet_id': 'found by the card',
  'meet_greet_pets.pet_id': 'found by the meet & greet',
  'sitting_photos.upload_id': 'found by the card, the file by the person',
  'sitting_routes.track': 'a phone’s own name for a route, which means nobody',
  'sitting_visits.note_entry_id': 'a phone’s own name for a note, which means nobody',
  'charges.payment_method_id': 'found by the payment',
  'payment_attempts.charge_id': 'found by the payment',
  'payment_attempts.payment_method_id': 'found by the payment',
  'payment_setups.payment_method_id': 'found by the person',
  'refunds.attempt_id': 'found by the payment',
  'payment_disputes.attempt_id': 'found by the payment',
  'ledger_entries.transfer_id': 'an entry is found by whose account it is in',
  'ledger_transfers.payment_id': 'what it moved is in the entries, found by the person',
  'ledger_transfers.source_id': 'what it moved is in the entries, found by the person',
  'gateway_movements.about_id': 'found by the payment, refund or dispute',
  'idempotency_keys.caller':
    'answers to writes, kept for two days so that a repeat gets the same; their content is in the records',
  'rate_limits.key': 'how often something was tried within minutes or hours, without what was tried',
}
