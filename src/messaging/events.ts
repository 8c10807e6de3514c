export type MessageSent = {
  name: 'messaging.message_sent'
  data: { threadId: string; receiverId: string }
}
