/** What a notification can be about, with the words of the type filter, in groups. */
export const notificationGroups = [
  {
    name: 'Appointments',
    types: {
      appointment_requested: 'Appointment requests',
      appointment_confirmed: 'Confirmed appointments',
      appointment_declined: 'Declined appointments',
      appointment_cancelled: 'Cancelled appointments',
      appointment_expired: 'Expired requests',
      appointment_completed: 'Completed appointments',
      appointment_no_show: 'No-shows',
      appointment_rated: 'Ratings',
      rating_removed: 'Removed ratings',
      appointment_reminder: 'Reminders',
      appointment_rescheduled: 'Moved appointments',
      time_free: 'Free times you wait for',
    },
  },
  {
    name: 'Payments',
    types: {
      payment_failed: 'Failed payments',
      payment_refunded: 'Refunds',
      payout_sent: 'Payouts',
    },
  },
  {
    name: 'Messages',
    types: {
      new_message: 'Messages about bookings',
    },
  },
  {
    name: 'Health records',
    types: {
      visit_note_signed: 'Visit notes',
      visit_note_addendum: 'Additions to visit notes',
    },
  },
  {
    name: 'Verification',
    types: {
      verification_submitted: 'Handed in',
      verification_verified: 'Verified',
      verification_rejected: 'Not verified',
      verification_suspended: 'Suspended',
    },
  },
  {
    name: 'Services',
    types: {
      service_opened: 'Services that open',
    },
  },
  {
    name: 'Help and support',
    types: {
      ticket_answered: 'Answers from support',
      ticket_closed: 'Closed tickets',
    },
  },
  {
    name: 'Lost and found',
    types: {
      pet_report: 'Pet reports',
      new_comment_on_report: 'Comments',
      new_message_on_report: 'Messages',
      report_marked_seen: 'Sightings',
      flyer_generated: 'Flyers',
      report_updated: 'Report updates',
      report_deleted: 'Deleted reports',
    },
  },
] as const

type TypesOf<Group> = Group extends { types: infer Types } ? keyof Types : never
export type NotificationType = TypesOf<(typeof notificationGroups)[number]>

export const notificationTypes = notificationGroups.flatMap(({ types }) =>
  Object.keys(types),
) as NotificationType[]
