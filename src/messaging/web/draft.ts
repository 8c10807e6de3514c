import { useState } from 'react'
import type { Place } from './outbox.ts'

const nameOf = ({ userId, bookingId }: Place) => `pawfolk.message-draft.${userId}.${bookingId}`
const chosen = new Map<string, File[]>()

function readText(place: Place): string {
  try {
    return sessionStorage.getItem(nameOf(place)) ?? ''
  } catch {
    // No storage: the composer starts empty.
    return ''
  }
}

function keepText(place: Place, text: string): void {
  try {
    if (text) sessionStorage.setItem(nameOf(place), text)
    else sessionStorage.removeItem(nameOf(place))
  } catch {
    // Without storage it only forgets.
  }
}

/**
 * What was typed and not sent: closing the thread must not cost anyone their words, nor reloading the page. Pictures are
 * kept as long as the page.
 */
export function useMessageDraft(place: Place) {
  const [text, setText] = useState(() => readText(place))
  const [pictures, setPictures] = useState(() => chosen.get(nameOf(place)) ?? [])
  return {
    text,
    pictures,
    setText(next: string) {
      keepText(place, next)
      setText(next)
    },
    setPictures(next: File[]) {
      chosen.set(nameOf(place), next)
      setPictures(next)
    },
  }
}
