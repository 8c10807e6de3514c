import { HOUR } from '#/kernel/duration.ts'
import { isPhoneNumber } from '#/kernel/phone.ts'

export const contactTopics = {
  booking: 'A booking',
  order: 'An order',
  account: 'My account',
  pets: 'My pets',
  providers: 'Offering my services',
  safety: 'Safety of an animal or a person',
  grievance: 'A grievance',
  privacy: 'My data and privacy',
  other: 'Something else',
} as const

export type ContactTopic = keyof typeof contactTopics
export const contactTopicNames = Object.keys(contactTopics) as ContactTopic[]

export const messageLimits = { name: 120, email: 254, phone: 30, shortest: 20, longest: 2000 } as const

/** Per network address. */
export const messageRate = { max: 5, windowSeconds: 3600 } as const

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

export const isEmail = (text: string) => emailPattern.test(text) && text.length <= messageLimits.email

export const isPhone = (text: string) => isPhoneNumber(text, { longest: messageLimits.phone })

/** Topics about safety come first and are answered sooner. */
export const isUrgent = (topic: string): boolean => topic === 'safety'

/** Hours within which the pages promise an answer. */
export const promisedHours = (topic: string): number => (isUrgent(topic) ? 4 : 48)

export function promisedBy(topic: string, since: Date): Date {
  return new Date(since.getTime() + promisedHours(topic) * HOUR)
}
