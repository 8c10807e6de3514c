/** The subjects of hints to open pages: a domain's lists or counts have changed for this person. */
export const liveTopics = [
  'notifications',
  'messaging',
  'appointments',
  'times',
  'payments',
  'orders',
  'todo',
  'reports',
] as const
/** Names everybody who follows, in place of one person. */
export const everyone = '*'

export type LiveTopic = (typeof liveTopics)[number]

export const livePath = '/live/stream'

/** Streams carry at least this often, so that both ends notice a dead connection. */
export const beatMs = 20_000
