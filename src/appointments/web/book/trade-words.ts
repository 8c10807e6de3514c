import type { CalendarWords } from '#/booking/web/index.ts'
import { upperFirst } from '#/kernel/letters.ts'

/** A trade's words for its providers and appointments, for finding and booking. */
export type TradeWords = CalendarWords & {
  /** 'veterinarians' */
  providers: string
  /** 'vet', if it may be short. */
  short: string
  /** 'clinic': the place that answers the phone and whose clock counts. */
  called: string
  /** True if they never meet online. */
  onlyInPerson?: true
  /** Points to the emergency page if the reason for an online appointment sounds like one. */
  hasEmergencies?: true
  /** An appointment in person and online: 'visit' and 'teleconsultation'. */
  inPerson: string
  online: string
  /** 'a teleconsultation', one of them. */
  onlineOne: string
  /** 'You come to the clinic in Indiranagar.' */
  meetAt(place: string): string
  /** 'You talk over WhatsApp or a Zoom meeting.' */
  meetOnline: string
  /** 'Book Training Session', the title of the form; otherwise it names the provider. */
  bookTitle?: string
  /** 'Book Session', on the button. */
  book?: string
  /** The label and hint of the field for the owner's reason. */
  reason?: { label: string; hint: string }
  /** The label of the checkbox that accepts the terms. */
  agreement?: string
  /** The error for an incomplete form, which can then be submitted; otherwise the button waits until it is complete. */
  saysMissing?: Record<'fields' | 'online' | 'method', { title: string; message: string }>
}

/** Returns 'Online Training' for 'online training'. */
export const titled = (text: string) => text.split(' ').map(upperFirst).join(' ')
