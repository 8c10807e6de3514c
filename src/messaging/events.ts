/** Somebody blocked another person. Announced again if they block them again. */
export type PersonBlocked = {
  name: 'messaging.person_blocked'
  data: { blockerId: string; blockedId: string }
}

export type MessageSent = {
  name: 'messaging.message_sent'
  data: { threadId: string; receiverId: string }
}
