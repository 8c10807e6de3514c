/** Somebody has written to the other side of a booking. */
export type MessageSent = {
  name: 'messaging.message_sent'
  data: { threadId: string; receiverId: string }
}
